import { BadInput, Unauthenticated, Unavailable } from "platen/sdk"
import { MEMBERS } from "platen/sdk/device"
import { normalizeMac } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"
import type { AuthRequest, Policy } from "platen/sdk/http"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { devicePolicies } from "../../../plugins/devices/devices/policy.js"
import { knownDevices, putDevice } from "../known-devices.js"

const test = suite("plugins/devices/devices")

const MAC = "0A:BB:CC:DD:EE:FF"
const TOKEN = "s3cret"

for (const given of [
  MAC,
  "0a:bb:cc:dd:ee:ff",
  "0A-BB-CC-DD-EE-FF",
  "0a-bb-cc-dd-ee-ff",
  "0ABBCCDDEEFF",
  "0abbccddeeff",
  "0aBb:Cc-dDeEfF",
]) {
  test(`folds ${given} to capitals with colons`, () => assert.is(normalizeMac(given), MAC))
}

for (const given of [
  "",
  " ",
  "0A:BB:CC:DD:EE",
  `${MAC}:00`,
  "0G:BB:CC:DD:EE:FF",
  "0A.BB.CC.DD.EE.FF",
  "0A::BB:CC:DD:EE:FF",
  `${MAC}\n`,
  ` ${MAC}`,
  "0A%3ABB%3ACC%3ADD%3AEE%3AFF",
  "ＡＢＣＤＥＦ０１２３４５",
]) {
  test(`refuses ${JSON.stringify(given)} as a hardware address`, () => {
    const names = (error: Error): boolean =>
      error instanceof BadInput &&
      error.issues?.[0]?.path === "mac" &&
      error.message.startsWith('"mac" is not a hardware address: ')
    assert.throws(() => normalizeMac(given), names)
  })
}

/** A request of a device. */
function request(mac: string | undefined, token: string | undefined): AuthRequest {
  return {
    realm: "extended",
    method: "GET",
    path: "/api/render",
    params: {},
    query: {},
    mac,
    headers: token === undefined ? {} : { "x-device-token": token },
    address: "127.0.0.1",
    secure: false,
  }
}

/** The policy that admits a device's own token. */
function own(devices: Pick<Devices, "get">): Policy {
  const calls = { note: async () => {}, undoBinding: async () => {} }
  return devicePolicies({
    devices,
    security: { tokenReissue: "confirm", pairing: "on" },
    clock: fakeClock(),
    calls,
  }).find(({ id }) => id === "device")!
}

async function known(): Promise<Devices> {
  const devices = knownDevices()
  await putDevice(devices, "extended", MAC, { tokens: [{ value: TOKEN, createdAt: 0, provisional: false }] })
  return devices
}

test("admits a device that shows its token", async () => {
  const devices = await known()
  const { admit } = own(devices)
  assert.equal(
    await admit(request(MAC, TOKEN)),
    { kind: "device", anonymous: true, unclaimed: true, mac: MAC, token: TOKEN, provisional: false },
    "nobody's",
  )
  await devices.update("extended", MAC, (each) =>
    each!.with(MEMBERS, { members: [{ user: "anna", role: "owner", nickname: "", boundAt: 0 }] }),
  )
  assert.equal(await admit(request(MAC, TOKEN)), {
    kind: "device",
    subject: `device/extended/${MAC}`,
    mac: MAC,
    token: TOKEN,
    provisional: false,
  })
})

test("gives one answer to a missing token, a wrong one and an unknown device", async () => {
  const { admit } = own(await known())
  const messages = new Set<string>()
  for (const [mac, token] of [
    [MAC, undefined],
    [MAC, ""],
    [MAC, "s3creT"],
    [MAC, `${TOKEN} `],
    [MAC, `${TOKEN}, ${TOKEN}`],
    ["FF:FF:FF:FF:FF:FF", TOKEN],
  ] as const) {
    const error = await rejection(() => admit(request(mac, token)))
    assert.instance(error, Unauthenticated)
    assert.is((error as Unauthenticated).code, "device-token-invalid")
    messages.add(error.message)
  }
  assert.is(messages.size, 1)
})

test("refuses an address that is none before it reads the store", async () => {
  const { admit } = own({ ...(await known()), get: () => Promise.reject(new Error("was read")) })
  assert.instance(await rejection(() => admit(request(undefined, TOKEN))), BadInput)
})

test("says that the store failed, never that the token is wrong: the firmware would throw it away", async () => {
  const failure = new Unavailable("The store cannot be read.", { code: "store-failed" })
  const { admit } = own({ ...(await known()), get: () => Promise.reject(failure) })
  assert.is(await rejection(() => admit(request(MAC, TOKEN))), failure)
})

/** What refuses, thrown or given. */
async function rejection(work: () => unknown): Promise<Error> {
  try {
    const given = await work()
    if (given instanceof Error) return given
  } catch (error) {
    return error as Error
  }
  throw new Error("it was admitted")
}

test.run()
