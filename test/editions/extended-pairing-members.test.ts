import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { openPairing, outcome } from "./pairing-stage.js"
import type { PairingStage } from "./pairing-stage.js"
import { membersOf, requestsOf } from "./seen.js"

const test = suite("editions/extended: members and requests")

let here: PairingStage
test.before(async () => {
  here = await openPairing()
})
test.after(() => here.close())

type Headers = Readonly<Record<string, string>>
interface Requests {
  readonly requests: readonly {
    readonly id: number
    readonly mac: string
    readonly username: string
    readonly nickname: string
    readonly status: string
    readonly requested_at: string
    readonly user_id: string
  }[]
}

const members = async (mac: string, headers: Headers): Promise<unknown> =>
  (await here.at(`/api/user/devices/${mac}/members`, { headers })).json()
const share = (mac: string, username: string, headers: Headers): Promise<string> =>
  here.post(`/api/user/devices/${mac}/share`, { username }, headers).then(outcome)
const requests = async (headers: Headers): Promise<Requests["requests"]> =>
  ((await here.at("/api/user/devices/requests", { headers })).json() as Requests).requests
const answer = (id: number | string, what: string, headers: Headers): Promise<string> =>
  here.post(`/api/user/devices/requests/${id}/${what}`, {}, headers).then(outcome)

test("lists who sees a device to its owner and to admins, the owner first", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  here.clock.advance(1000)
  assert.is(await share(owned.mac, otto.name, owned.owner.headers), "200 active")
  const second = new Date(here.clock.now()).toISOString()
  const first = new Date(here.clock.now() - 1000).toISOString()
  const listed = {
    mac: owned.mac,
    owner_user_id: owned.owner.id,
    members: [
      {
        user_id: owned.owner.id,
        username: owned.owner.name,
        role: "owner",
        status: "active",
        nickname: "",
        bound_at: first,
        created_at: first,
      },
      {
        user_id: otto.id,
        username: otto.name,
        role: "member",
        status: "active",
        nickname: "",
        bound_at: second,
        created_at: second,
      },
    ],
  }
  assert.equal([await members(owned.mac, owned.owner.headers), await members(owned.mac, here.admin)], [listed, listed])
  for (const headers of [otto.headers, (await here.person()).headers, owned.headers, {}])
    assert.ok([401, 403].includes((await here.at(`/api/user/devices/${owned.mac}/members`, { headers })).status))
})

test("lets people in by their name, who then steer the device and may leave it", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  assert.equal(
    [
      await share(owned.mac, "nobody-of-that-name", owned.owner.headers),
      await share(owned.mac, otto.name, otto.headers),
      (await owned.post("refresh", {}, otto.headers)).status,
    ],
    ["404 user-not-found", "403 forbidden", 403],
  )
  assert.equal(
    [
      await share(owned.mac, otto.name.toUpperCase(), owned.owner.headers),
      await share(owned.mac, otto.name, owned.owner.headers),
    ],
    ["200 active", "200 already_member"],
  )
  assert.equal([(await owned.post("refresh", {}, otto.headers)).status, await here.macsOf(otto)], [200, [owned.mac]])
  assert.equal(
    [
      outcome(await here.bind(otto, { mac: owned.mac, nickname: "Mine" })),
      outcome(await here.consume(otto, { mac: owned.mac, pair_code: "482913" })),
    ],
    ["200 active", "200 already_member"],
  )
  assert.equal(
    [outcome(await here.unbind(owned.owner, owned.mac)), outcome(await here.unbind(otto, owned.mac))],
    ["409 members-remaining", "200"],
  )
  assert.equal(
    [
      (await owned.post("refresh", {}, otto.headers)).status,
      await here.macsOf(otto),
      outcome(await here.unbind(otto, owned.mac)),
      (await owned.render()).status,
    ],
    [403, [], "404 membership-not-found", 200],
  )
})

test("takes a member out, and an owner only when nobody else is left", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  await share(owned.mac, otto.name, owned.owner.headers)
  const out = (user: string, headers: Headers): Promise<string> =>
    here.at(`/api/user/devices/${owned.mac}/members/${user}`, { method: "DELETE", headers }).then(outcome)
  assert.equal(
    [
      await out(owned.owner.id, otto.headers),
      await out(owned.owner.id, owned.owner.headers),
      await out(otto.id, owned.owner.headers),
      await out(otto.id, owned.owner.headers),
    ],
    ["403 forbidden", "409 members-remaining", "200", "404 membership-not-found"],
  )
  assert.equal([await out(owned.owner.id, here.admin), (await owned.render()).status], ["200", 401])
})

test("lists a request to the owner, who lets its user in as a member", async () => {
  const [owned, otto, other] = [await here.owned(), await here.person(), await here.owned()]
  const asked = (await here.bind(otto, { mac: owned.mac, nickname: "Otto's" })).json() as {
    request_id: number
    status: string
    owner_username: null
  }
  assert.equal([asked.status, asked.owner_username], ["pending_approval", null])
  assert.equal((await here.bind(otto, { mac: owned.mac })).json(), {
    ok: true,
    status: "pending_approval",
    mac: owned.mac,
    request_id: asked.request_id,
    owner_username: null,
  })
  const at = new Date(here.clock.now()).toISOString()
  assert.equal(await requests(owned.owner.headers), [
    {
      id: asked.request_id,
      mac: owned.mac,
      user_id: otto.id,
      username: otto.name,
      nickname: "Otto's",
      status: "pending",
      requested_at: at,
      requester_user_id: otto.id,
      requester_username: otto.name,
      created_at: at,
    },
  ])
  assert.equal(
    [await requests(otto.headers), await requests(other.owner.headers), await requests(here.admin)],
    [[], [], []],
  )
  assert.equal(
    [
      await answer(asked.request_id, "approve", other.owner.headers),
      await answer(asked.request_id, "approve", otto.headers),
      await answer(asked.request_id, "approve", owned.owner.headers),
      await answer(asked.request_id, "approve", owned.owner.headers),
    ],
    ["403 forbidden", "403 forbidden", "200", "404 request-not-found"],
  )
  assert.equal(
    [
      await here.macsOf(otto),
      await requests(owned.owner.headers),
      (await membersOf(here, owned)).map(({ role, nickname }) => [role, nickname]),
    ],
    [
      [owned.mac],
      [],
      [
        ["owner", ""],
        ["member", "Otto's"],
      ],
    ],
  )
})

test("rejects a request, which may be made again", async () => {
  const [owned, otto] = [await here.owned(), await here.person()]
  const ask = async (): Promise<number> =>
    ((await here.bind(otto, { mac: owned.mac })).json() as { request_id: number }).request_id
  const first = await ask()
  assert.equal([await answer(first, "reject", owned.owner.headers), await here.macsOf(otto)], ["200", []])
  assert.not.equal(await ask(), first)
})

test("lists requests for a device without an owner to admins, who make its user the owner", async () => {
  const [device, otto, anna] = [await here.device(), await here.person(), await here.person()]
  await device.render()
  const { request_id: id } = (await here.bind(otto, { mac: device.mac })).json() as { request_id: number }
  await here.bind(anna, { mac: device.mac })
  assert.equal(
    (await requests(here.admin)).map(({ mac, username }) => [mac, username]).sort(),
    [
      [device.mac, anna.name],
      [device.mac, otto.name],
    ].sort(),
  )
  assert.equal(
    [await answer(id, "approve", otto.headers), await answer(id, "approve", here.admin)],
    ["403 forbidden", "200"],
  )
  assert.equal(
    [
      await here.macsOf(otto),
      (await requests(here.admin)).length,
      (await requests(otto.headers)).map(({ username }) => username),
      (await device.render()).headers["x-refresh-minutes"],
    ],
    [[device.mac], 0, [anna.name], "60"],
  )
})

test("keeps twenty requests of a device, and finds those by their ids alone", async () => {
  const owned = await here.owned()
  const ids: number[] = []
  for (let i = 0; i < 23; i++) {
    here.clock.advance(1000)
    ids.push(((await here.bind(await here.person(), { mac: owned.mac })).json() as { request_id: number }).request_id)
  }
  assert.equal(
    (await requests(owned.owner.headers)).map(({ id }) => id),
    ids.slice(3).reverse(),
  )
  assert.equal(
    [await answer(ids[0]!, "approve", owned.owner.headers), await answer(ids[3]!, "reject", owned.owner.headers)],
    ["404 request-not-found", "200"],
  )
})

test("refuses an id that is none, and a name that is none", async () => {
  const owned = await here.owned()
  for (const id of ["0", "x", "1e3", "9999999999999999", "-1"])
    assert.is(await answer(id, "approve", owned.owner.headers), "400 bad-input")
  assert.is(await answer(5, "approve", owned.owner.headers), "404 request-not-found")
  assert.equal(
    [
      await share(owned.mac, "  ", owned.owner.headers),
      await share("CC:CC:CC:CC:CC:CC", owned.owner.name, here.admin),
      await share((await here.device()).mac, owned.owner.name, here.admin),
    ],
    ["422 invalid", "404 device-not-found", "409 device-unowned"],
  )
})

test("follows a device that is forgotten, and all of it after a restart", async () => {
  const dataFolder = folderWith()
  let server = await openPairing({ dataFolder })
  const [one, two] = [await server.owned(), await server.owned()]
  const otto = await server.person()
  await server.post(`/api/user/devices/${two.mac}/share`, { username: otto.name }, two.owner.headers)
  const { request_id: id } = (await server.bind(otto, { mac: one.mac })).json() as { request_id: number }
  await server.close()
  server = await openPairing({ dataFolder, clock: server.clock })
  assert.equal(
    [await server.macsOf(one.owner), await server.macsOf(two.owner), await server.macsOf(otto)],
    [[one.mac], [two.mac], [two.mac]],
  )
  const asked = async (): Promise<readonly number[]> =>
    (await requestsOf(server, one, one.owner.headers)).map((request) => request.id)
  assert.equal(await asked(), [id])
  for (const { mac } of [one, two])
    assert.is((await server.post(`/api/device/${mac}/free`, {}, server.admin)).status, 200)
  assert.equal(
    [
      await server.macsOf(one.owner),
      await server.macsOf(two.owner),
      await server.macsOf(otto),
      await asked(),
      outcome(await server.post(`/api/user/devices/requests/${id}/approve`, {}, server.admin)),
    ],
    [[], [], [], [], "404 request-not-found"],
  )
  await server.close()
})

test.run()
