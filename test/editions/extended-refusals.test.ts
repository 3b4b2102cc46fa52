import { ROUTES } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { folderWith } from "../folder.js"
import { codeOf, from } from "../plugins/people/accounts/calls.js"
import type { Headers } from "../plugins/people/accounts/calls.js"
import { openExtended } from "./extended-stage.js"
import type { Extended } from "./extended-stage.js"
import { memberOf } from "./listener.js"

/** What of devices' calls was refused, or odd: told to those who can do something. */
const test = suite("editions/extended: refusals")

let extended: Extended
test.before.each(async () => {
  extended = await openExtended()
})
test.after.each(() => extended.close())

interface Refusal {
  readonly kind: string
  readonly message: string
  readonly detail: string | null
  readonly mac: string | null
  readonly address: string
  readonly call: string
  readonly count: number
  readonly first: string
  readonly time: string
}

async function refusals(query = "refusals", headers: Headers = extended.admin): Promise<readonly Refusal[]> {
  return ((await extended.at(`/api/stats/${query}`, { headers })).json() as { refusals: readonly Refusal[] }).refusals
}

const HERE = "203.0.113.5"
const STRANGE = "0F:00:00:00:00:01"

test("has nothing to say while all is in order", async () => {
  const device = await extended.owned()
  await device.render()
  await device.state()
  await extended.at("/favicon.ico")
  await extended.at("/api/user/devices")
  assert.equal([await refusals(), await refusals(`${device.mac}/refusals`)], [[], []])
})

test("tells an owner of wrong and missing tokens: when, from where, how often, and what to do", async () => {
  const device = await extended.owned()
  const first = new Date(extended.clock.now()).toISOString()
  await device.render("", { headers: { ...from(HERE), "x-device-token": "wrong" } })
  extended.clock.advance(60_000)
  await device.get("state", { ...from(HERE), "x-device-token": "wrong too" })
  await device.get("alert-bmp", from(HERE))
  const rows = await refusals(`${device.mac}/refusals`, device.owner.headers)
  const [{ message, ...row }] = rows as [Refusal]
  assert.equal(
    [rows.length, row],
    [
      1,
      {
        kind: "token-wrong",
        detail: null,
        mac: device.mac,
        address: HERE,
        call: `GET /api/device/${device.mac}/alert-bmp`,
        count: 3,
        first,
        time: new Date(extended.clock.now()).toISOString(),
      },
    ],
  )
  assert.match(message, /without a valid device token.*: .*confirm.*\.$/)
  assert.equal(await refusals(), rows)
  assert.not.match(JSON.stringify(rows), "wrong too")
})

test("tells of tokens that were asked for again, and of those that wait for confirmation", async () => {
  const [owned, free] = [await extended.owned(), await extended.device()]
  const provision = async (mac: string, headers: Headers = {}): Promise<string> =>
    ((await extended.post(`/api/device/${mac}/token`, {}, { ...from(HERE), ...headers })).json() as { token: string })
      .token
  const token = await provision(owned.mac)
  await provision(free.mac)
  // A first token, one's own, and what an owner or an admin fetches are in order.
  await provision(STRANGE)
  await provision(owned.mac, owned.headers)
  await provision(owned.mac, owned.owner.headers)
  await provision(free.mac, extended.admin)
  // Its answer may have been lost.
  await provision(STRANGE)
  await owned.get("history", { ...from(HERE), "x-device-token": token })
  const rows = await refusals()
  assert.equal(rows.map(({ kind, mac, count, call }) => [kind, mac, count, call]).sort(), [
    ["token-again", STRANGE, 1, `POST /api/device/${STRANGE}/token`],
    ["token-provisional", owned.mac, 1, `POST /api/device/${owned.mac}/token`],
    ["token-provisional", free.mac, 1, `POST /api/device/${free.mac}/token`],
    ["token-unconfirmed", owned.mac, 1, `GET /api/device/${owned.mac}/history`],
  ])
  assert.not.match(JSON.stringify(rows), token)
})

test("says when the operator has the token of an owned device given out", async () => {
  await extended.close()
  extended = await openExtended({ security: { tokenReissue: "open" } })
  const device = await extended.owned()
  await extended.post(`/api/device/${device.mac}/token`)
  assert.equal(
    (await refusals(`${device.mac}/refusals`)).map(({ kind }) => kind),
    ["token-again"],
  )
})

test("tells of wrong addresses and methods under /api/device, also behind a prefix, and of calls that cannot be read", async () => {
  const device = await extended.owned()
  const at = (path: string, method = "GET"): Promise<unknown> =>
    extended.at(path, { method, headers: { ...from(HERE), ...device.headers } })
  await at(`/api/device/${device.mac}/nothing?token=secret`)
  await at(`/inksight/api/device/${device.mac.toLowerCase()}/token`, "POST")
  await at(`/api/v1/device/${device.mac}/state`, "PUT")
  await at("/api/device/nonsense/state")
  await at(`/api/render?mac=${device.mac}&w=5`)
  const rows = await refusals()
  assert.equal(rows.map(({ kind, mac, call }) => [kind, mac, call]).sort(), [
    ["address-wrong", device.mac, `GET /api/device/${device.mac}/nothing`],
    ["address-wrong", device.mac, `POST /inksight/api/device/${device.mac.toLowerCase()}/token`],
    ["address-wrong", device.mac, `PUT /api/v1/device/${device.mac}/state`],
    ["call-wrong", device.mac, "GET /api/render"],
    ["mac-wrong", null, "GET /api/device/nonsense/state"],
  ])
  assert.match(rows.find(({ kind }) => kind === "call-wrong")!.detail!, '"w"')
  assert.not.match(JSON.stringify(rows), "secret")
  assert.is((await refusals(`${device.mac}/refusals`)).length, 4)
})

test("lists what is asked for, to those who may", async () => {
  const [device, other] = [await extended.owned(), await extended.owned()]
  for (let i = 1; i <= 35; i++) {
    extended.clock.advance(1_000)
    await extended.at(`/api/device/${device.mac}/state`, { headers: from(`203.0.113.${i}`) })
  }
  const path = `${device.mac}/refusals`
  const addresses = async (query = ""): Promise<readonly number[]> =>
    (await refusals(path + query)).map(({ address }) => Number(address.split(".")[3]))
  const all = Array.from({ length: 35 }, (_, i) => 35 - i)
  assert.equal(
    [
      await addresses(),
      await addresses("?limit=100"),
      await addresses("?limit=2&offset=33"),
      await addresses("?offset=35"),
    ],
    [all.slice(0, 30), all, [2, 1], []],
  )
  for (const query of ["limit=0", "limit=101", "offset=-1"]) {
    for (const call of [path, "refusals"])
      assert.equal(
        codeOf(await extended.at(`/api/stats/${call}?${query}`, { headers: extended.admin })),
        "invalid",
        query,
      )
  }
  const guest = await memberOf(extended, device)
  for (const headers of [device.owner.headers, guest.headers, extended.admin])
    assert.is((await extended.at(`/api/stats/${path}`, { headers })).status, 200)
  for (const [headers, own, whole] of [
    [{}, 401, 401],
    [device.headers, 401, 401],
    [other.owner.headers, 403, 403],
    [device.owner.headers, 200, 403],
  ] as const) {
    assert.equal(
      [
        (await extended.at(`/api/stats/${path}`, { headers })).status,
        (await extended.at("/api/stats/refusals", { headers })).status,
      ],
      [own, whole],
    )
  }
})

test("answers exactly what its routes say", async () => {
  const device = await extended.owned()
  await device.get("state", {})
  for (const [path, call] of [
    ["/api/stats/refusals", "refusals"],
    ["/api/stats/:mac/refusals", `${device.mac}/refusals`],
  ] as const) {
    const body = (await extended.at(`/api/stats/${call}`, { headers: extended.admin })).json() as {
      refusals: unknown[]
    }
    const { response } = extended.stage.app
      .get(ROUTES)
      .list()
      .find((route) => route.path === path)!
    assert.equal([response!.parse(body), body.refusals.length], [body, 1])
  }
})

test("counts all of a flood, keeps little of it, and forgets it after a day", async () => {
  const device = await extended.owned()
  await device.get("state", from(HERE))
  await Promise.all(
    Array.from({ length: 150 }, (_, i) =>
      extended.at(`/api/device/0E:FF:00:00:00:${i.toString(16).padStart(2, "0")}/state`, {
        headers: from("198.51.100.9"),
      }),
    ),
  )
  const rows = await refusals("refusals?limit=100")
  assert.equal(
    [rows.length, rows.reduce((sum, { count }) => sum + count, 0), rows.filter(({ kind }) => kind === "others").length],
    [62, 151, 1],
  )
  assert.equal(
    (await refusals(`${device.mac}/refusals`)).map(({ address }) => address),
    [HERE],
  )
  extended.clock.advance(86_400_000)
  assert.equal([await refusals(), await refusals(`${device.mac}/refusals`)], [[], []])
})

test("forgets with the device what was said of it", async () => {
  const device = await extended.owned()
  await device.get("state", {})
  await extended.at(`/api/device/${STRANGE}/state`)
  await extended.at(`/api/user/devices/${device.mac}`, { method: "DELETE", headers: device.owner.headers })
  assert.equal([(await refusals()).map(({ mac }) => mac), await refusals(`${device.mac}/refusals`)], [[STRANGE], []])
})

test("keeps over a restart what had not been written yet", async () => {
  const dataFolder = folderWith()
  const before = await openExtended({ dataFolder })
  for (let i = 0; i < 5; i++) await before.at(`/api/device/${STRANGE}/state`)
  await before.close()
  await extended.close()
  extended = await openExtended({ dataFolder })
  assert.equal(
    (await refusals()).map(({ count }) => count),
    [5],
  )
})

test.run()
