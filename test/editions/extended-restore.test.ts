import { suite } from "uvu"
import * as assert from "uvu/assert"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"

const test = suite("editions/extended-restore")

let open: Extended
let screen: ExtendedDevice & { readonly owner: Person }
test.before(async () => {
  open = await openExtended()
})
test.after(() => open.close())

interface Shown {
  readonly id: number
  readonly nickname: string
  readonly is_active: number
}
const save = async (nickname: string, headers: Person["headers"]): Promise<number> => {
  const answer = await open.post("/api/config", { mac: screen.mac, nickname }, headers)
  assert.is(answer.status, 200, answer.text())
  return (answer.json() as { config_id: number }).config_id
}
const restore = (id: unknown, headers: Person["headers"]): ReturnType<Extended["post"]> =>
  open.post(`/api/device/${screen.mac}/config/${String(id)}/restore`, undefined, headers)
const active = async (): Promise<string> =>
  ((await open.at(`/api/config/${screen.mac}`, { headers: screen.owner.headers })).json() as Shown).nickname

test("brings an owner's earlier config back, and has the screen refresh", async () => {
  screen = await open.owned()
  const first = await save("Kitchen", screen.owner.headers)
  await save("Hall", screen.owner.headers)
  await open.at(`/api/render?v=4.0&mac=${screen.mac}&w=400&h=300`, { headers: screen.headers })
  const answer = await restore(first, screen.owner.headers)
  assert.equal([answer.status, answer.json(), await active()], [200, { ok: true }, "Kitchen"])
  const state = await open.at(`/api/device/${screen.mac}/state`, { headers: screen.headers })
  assert.is((state.json() as { pending_refresh: number }).pending_refresh, 1)
})

test("brings back nothing from before the owner had the screen: only an admin does", async () => {
  const [known, owner] = [await open.device(), await open.person()]
  screen = { ...known, owner }
  const theirs = await save("Of somebody before", open.admin)
  open.clock.advance(1_000)
  await screen.pair({ ...owner.headers, "x-forwarded-for": "192.0.2.78" })
  open.clock.advance(1_000)
  const own = await save("Mine", screen.owner.headers)
  assert.is.not(own, theirs, "the screen has kept the config from before")
  await save("Mine too", screen.owner.headers)
  assert.is((await restore(theirs, screen.owner.headers)).status, 404)
  assert.is(await active(), "Mine too")
  assert.is((await restore(own, screen.owner.headers)).status, 200)
  assert.is(await active(), "Mine")
  assert.is((await restore(theirs, open.admin)).status, 200)
  assert.is(await active(), "Of somebody before")
})

test("brings back nothing for an heir from before the screen was theirs", async () => {
  screen = await open.owned()
  const heir = await open.person()
  await open.post(`/api/user/devices/${screen.mac}/share`, { username: heir.name }, screen.owner.headers)
  open.clock.advance(1_000)
  const theirs = await save("With a secret", screen.owner.headers)
  await save("Without it", screen.owner.headers)
  open.clock.advance(1_000)
  await open.at(`/api/people/${screen.owner.id}`, { method: "DELETE", headers: open.admin })
  screen = { ...screen, owner: heir }
  assert.is((await restore(theirs, heir.headers)).status, 404)
  assert.is(await active(), "Without it")
  open.clock.advance(1_000)
  const own = await save("Of the heir", heir.headers)
  await save("Of the heir, too", heir.headers)
  assert.is((await restore(own, heir.headers)).status, 200)
})

test("keeps yesterday's config through many small saves of today", async () => {
  screen = await open.owned()
  const yesterday = await save("Yesterday", screen.owner.headers)
  open.clock.advance(86_400_000)
  for (let i = 0; i < 8; i++) {
    await save(`Now ${i}`, screen.owner.headers)
    open.clock.advance(60_000)
  }
  const { configs } = (
    await open.at(`/api/config/${screen.mac}/history`, { headers: screen.owner.headers })
  ).json() as { configs: readonly Shown[] }
  assert.equal(
    configs.map(({ nickname }) => nickname),
    ["Now 7", "Now 6", "Now 5", "Now 4", "Yesterday"],
  )
  assert.is((await restore(yesterday, screen.owner.headers)).status, 200)
})

test("is for the owner alone, and names what is wrong with an id", async () => {
  screen = await open.owned()
  const first = await save("One", screen.owner.headers)
  const bob = await open.person()
  for (const [id, headers, status, code] of [
    [first, bob.headers, 403, "forbidden"],
    [first, {}, 401, "unauthenticated"],
    [first, screen.headers, 401, "unauthenticated"],
    [first + 7, screen.owner.headers, 404, "config-not-found"],
    ["x", screen.owner.headers, 422, "invalid"],
    [-1, screen.owner.headers, 422, "invalid"],
  ] as const) {
    const answer = await restore(id, headers)
    assert.equal([answer.status, (answer.json() as { code: string }).code], [status, code], answer.text())
  }
})

test.run()
