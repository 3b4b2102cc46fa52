import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice } from "./extended-stage.js"
import { check, habitScreen, removed } from "./habit-screen.js"
import type { HabitScreen } from "./habit-screen.js"

/** What of the habits is on the glass, and when. */
const test = suite("editions/extended: habits on the glass")
const DAY = "2026-11-21"

let extended: Extended
test.before(async () => {
  extended = await openExtended()
})
test.after(() => extended.close())

const screen = (config: object = {}): Promise<HabitScreen> => habitScreen(extended, config)

/** A page, and whether it was waited for. */
async function shown(device: ExtendedDevice): Promise<{ readonly page: string; readonly pending: boolean }> {
  const answer = await device.render()
  assert.is(answer.status, 200)
  return { page: answer.body.toString("base64"), pending: answer.headers["x-pending-refresh"] === "1" }
}

test("has a check-in on the glass at the next render, and asks for that render", async () => {
  const [device, twin] = [await screen(), await screen()]
  await shown(device)
  const before = await shown(device)
  assert.is(before.pending, false)
  await check(device, "Run")
  assert.is((await device.state()).pending_refresh, 1)
  const after = await shown(device)
  assert.is(after.pending, true)
  assert.is.not(after.page, before.page)
  for (const _ of [1, 2]) assert.equal(await shown(device), { page: after.page, pending: false })
  await check(twin, "Run")
  assert.is((await shown(twin)).page, after.page, "as it is on a device that had it from the beginning")
  await check(device, "Run", { done: false })
  const open = await shown(device)
  assert.ok(open.pending && open.page !== after.page)
  await removed(extended, device, "Run")
  assert.equal(await shown(device), { page: before.page, pending: true })
})

test("asks for no render when nothing on the glass would change", async () => {
  const device = await screen()
  await check(device, "Run")
  await shown(device)
  for (const more of [
    {},
    { date: DAY },
    { date: "2026-11-15" },
    { date: "2026-11-15", done: false },
    { date: "2026-11-20", done: false },
  ]) {
    await check(device, "Run", more)
    assert.equal(
      [(await device.state()).pending_refresh, (await device.state()).pending_mode],
      [0, ""],
      JSON.stringify(more),
    )
  }
})

test("asks for no render while another mode is shown", async () => {
  const device = await screen({ modes: ["STOIC"] })
  await shown(device)
  await check(device, "Run")
  assert.is((await device.state()).pending_refresh, 0)
  await device.post("switch", { mode: "HABIT" })
  await shown(device)
  await check(device, "Swim")
  assert.is((await device.state()).pending_refresh, 1)
  await shown(device)
  await shown(device)
  await check(device, "Ride")
  assert.is((await device.state()).pending_refresh, 0, "STOIC is on the glass again")
})

test("shows the habits again where the strategy would go on, and then goes on", async () => {
  const device = await screen({ modes: ["HABIT", "STOIC", "ZEN"], strategy: "cycle" })
  const modes = async (): Promise<readonly string[]> =>
    (
      (await extended.at(`/api/stats/${device.mac}/renders`, { headers: device.headers })).json() as {
        renders: readonly { persona: string }[]
      }
    ).renders
      .map(({ persona }) => persona)
      .toReversed()
  await shown(device)
  await check(device, "Run")
  for (let i = 0; i < 4; i++) await shown(device)
  assert.equal(await modes(), ["HABIT", "HABIT", "STOIC", "ZEN", "HABIT"])
})

test("leaves a mode that waits already in its place", async () => {
  const device = await screen({ modes: ["HABIT", "STOIC"], strategy: "cycle" })
  await shown(device)
  await device.post("switch", { mode: "ZEN" })
  await check(device, "Run")
  assert.is((await device.state()).pending_mode, "ZEN")
})

test("shows the habits of a config beside those that were recorded", async () => {
  const plain = await screen()
  const [listed, both] = [
    await screen({
      mode_overrides: {
        HABIT: {
          habitItems: [
            { name: "Tea", done: true },
            { name: "Run", done: false },
          ],
        },
      },
    }),
    await screen({
      mode_overrides: {
        HABIT: {
          habitItems: [
            { name: "Tea", done: true },
            { name: "Run", done: true },
          ],
        },
      },
    }),
  ]
  for (const device of [plain, listed, both]) await check(device, "Run")
  const [one, two, three] = [await shown(plain), await shown(listed), await shown(both)]
  assert.is.not(one.page, two.page)
  assert.is(two.page, three.page, "of a habit that was recorded the record counts")
  const refused = await extended.post(
    "/api/config",
    { mac: plain.mac, mode_overrides: { HABIT: { habitItems: [{ name: " " }] } } },
    plain.owner.headers,
  )
  assert.equal(
    [refused.status, (refused.json() as { issues: readonly { path: string }[] }).issues[0]?.path],
    [422, "mode_overrides.HABIT.habitItems.0.name"],
  )
})

test("previews them to those who may see the device, and an example to everybody", async () => {
  const device = await screen()
  await check(device, "Run")
  const preview = (query: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    extended.at(`/api/preview?persona=HABIT&w=296&h=128&v=3.7&${query}`, { headers })
  const [example, own, others] = [
    await preview(""),
    await preview(`mac=${device.mac}`, device.owner.headers),
    await preview(`mac=${device.mac}`),
  ]
  assert.equal([example.status, own.status, others.status], [200, 200, 401])
  assert.not.ok(example.body.equals(own.body))
  assert.is((await device.state()).pending_refresh, 1, "the config's own; a preview takes nothing")
})

test.run()
