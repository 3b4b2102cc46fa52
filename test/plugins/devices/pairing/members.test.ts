import { MEMBERS } from "platen/sdk/device"
import type { Member } from "platen/sdk/device"
import type { Accounts, User } from "platen/sdk/http"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { membersOf } from "../../../../plugins/devices/pairing/members.js"
import { refused } from "../../../refused.js"
import { knownDevices, putDevice } from "../../known-devices.js"

/** Whom an owner lets in, when the owner or the guest is not who they were. */
const test = suite("pairing/members")

const MAC = "AA:BB:CC:DD:EE:FF"
const user = (id: string, role: User["role"] = "user"): User => ({ id, username: id, role, createdAt: 0 })
const [SELLER, BUYER, GUEST, ADMIN] = [user("seller"), user("buyer"), user("guest"), user("admin", "admin")]
const bound = (id: string, role: Member["role"] = "owner"): Member => ({ user: id, role, nickname: "", boundAt: 0 })
const accounts: Accounts = {
  get: async (id) => [SELLER, BUYER, GUEST, ADMIN].find((each) => each.id === id),
  awaitsAdmin: async () => false,
  byName: async (name) => [SELLER, BUYER, GUEST, ADMIN].find((each) => each.username === name),
}

function setting() {
  const devices = knownDevices()
  const put = (mac: string, members: readonly Member[]): Promise<unknown> =>
    putDevice(devices, "extended", mac, { members: [...members] })
  return { devices, put, members: membersOf({ devices, accounts, clock: fakeClock() }) }
}

test("lets nobody in by a call that an owner began before they unbound the device", async () => {
  const { devices, put, members } = setting()
  await put(MAC, [bound("buyer")])
  await refused(() => members.share("extended", { user: SELLER, admin: false }, MAC, "seller"), "Only the owner")
  assert.equal(
    (await devices.get("extended", MAC))!.get(MEMBERS).members.map((each) => each.user),
    ["buyer"],
  )
  assert.is(await members.share("extended", { user: BUYER, admin: false }, MAC, "guest"), true)
  assert.is(await members.share("extended", { user: ADMIN, admin: true }, MAC, "seller"), true)
})

test("fills nobody's list: beside their own devices a user sees 200 of others", async () => {
  const { put, members } = setting()
  for (let i = 0; i < 201; i++)
    await put(
      `AA:BB:CC:DD:00:${i.toString(16).padStart(2, "0").toUpperCase()}`,
      i === 0 ? [bound("guest")] : [bound("seller"), bound("guest", "member")],
    )
  await put(MAC, [bound("seller")])
  await refused(
    () => members.share("extended", { user: SELLER, admin: false }, MAC, "guest"),
    "guest already sees 200 screens of others",
  )
  await put("AA:BB:CC:DD:00:01", [bound("seller")])
  assert.is(await members.share("extended", { user: SELLER, admin: false }, MAC, "guest"), true)
})

test.run()
