import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openPairing } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"

/** What InkSight's device page reads of people who share a screen. */
const test = suite("inksight members")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

interface Requests {
  readonly requests: readonly {
    readonly id: number
    readonly mac: string
    readonly requester_user_id: string
    readonly requester_username: string
    readonly status: string
    readonly created_at: string
  }[]
}
interface Approved {
  readonly ok: boolean
  readonly membership: {
    readonly mac: string
    readonly user_id: string
    readonly username: string
    readonly role: string
    readonly status: string
    readonly created_at: string
  } | null
}
interface Listed {
  readonly mac: string
  readonly owner_user_id: string
  readonly members: readonly {
    readonly user_id: string
    readonly username: string
    readonly role: string
    readonly status: string
  }[]
}

test("lists who asks by the names that the page reads", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  await here.bind(otto, { mac: owned.mac })
  const {
    requests: [row],
  } = (await here.at("/api/user/devices/requests", { headers: owned.owner.headers })).json() as Requests
  assert.equal(
    [row!.mac, row!.requester_username, row!.requester_user_id, row!.status],
    [owned.mac, otto.name, otto.id, "pending"],
  )
  assert.is(new Date(row!.created_at).getTime(), here.clock.now())
})

test("answers an approval with the membership, and a refusal without one", async () => {
  const [owned, otto, anna] = [await here.owned(), await here.person(), await here.person()]
  const ids = await Promise.all(
    [otto, anna].map(
      async (who) => ((await here.bind(who, { mac: owned.mac })).json() as { request_id: number }).request_id,
    ),
  )
  const answered = async (id: number, what: string): Promise<Approved> =>
    (await here.post(`/api/user/devices/requests/${id}/${what}`, {}, owned.owner.headers)).json() as Approved
  const approved = await answered(ids[0]!, "approve")
  assert.equal(
    [
      approved.ok,
      approved.membership?.mac,
      approved.membership?.user_id,
      approved.membership?.username,
      approved.membership?.role,
      approved.membership?.status,
    ],
    [true, owned.mac, otto.id, otto.name, "member", "active"],
  )
  assert.is(new Date(approved.membership!.created_at).getTime(), here.clock.now())
  assert.is((await answered(ids[1]!, "reject")).membership, null)
  const listed = (
    await here.at(`/api/user/devices/${encodeURIComponent(owned.mac)}/members`, { headers: owned.owner.headers })
  ).json() as Listed
  assert.equal([listed.mac, listed.owner_user_id], [owned.mac, owned.owner.id])
  assert.equal(
    listed.members.map(({ username, role, status }) => [username, role, status]),
    [
      [owned.owner.name, "owner", "active"],
      [otto.name, "member", "active"],
    ],
  )
})

test.run()
