import { suite } from "uvu"
import * as assert from "uvu/assert"
import type { Answer } from "../kernel/http/ask.js"
import { bar, numberMode } from "./bars.js"
import { openExtended } from "./extended-stage.js"
import type { Extended, ExtendedDevice, Person } from "./extended-stage.js"
import { ONE_PIXEL } from "./one-pixel.js"
import { configsOf, idOf, requestsOf, stateOf, statsOf, tokensOf, until, written } from "./seen.js"
import type { SeenConfig, SeenState, SeenToken } from "./seen.js"
import { pushKept } from "./stored.js"
import { load } from "./test-modes.js"

/** Whatever happens to a device in the same moment: nothing of it is lost. */
const test = suite("editions/extended: two changes at once")

type Screen = ExtendedDevice & { readonly owner: Person; readonly other: Person }

/** What is said of a device afterwards. */
interface Known {
  readonly state: SeenState
  readonly pushed: boolean
  readonly configs: readonly SeenConfig[]
  readonly tokens: readonly SeenToken[]
  readonly asking: readonly string[]
  readonly renders: number
}

/** What was left of a change, or what a render that came in between has taken of it. */
interface Seen {
  readonly device: Known
  readonly rendered: Answer | undefined
}

interface Kind {
  run(screen: Screen): Promise<Answer>
  /** Throws when it was lost. */
  kept(seen: Seen, screen: Screen, answer: Answer): void
}

let extended: Extended
test.before(async () => {
  extended = await openExtended()
  await load(extended.stage, numberMode("ONE", 1), numberMode("TWO", 2), numberMode("THREE", 3))
})
test.after(() => extended.close())

const now = (): string => new Date(extended.clock.now()).toISOString()
const pending = ({ device, rendered }: Seen): void =>
  assert.ok(
    device.state.pending_refresh === 1 || rendered?.headers["x-pending-refresh"] === "1",
    "the refresh is neither pending nor was it told",
  )

const KINDS: Readonly<Record<string, Kind>> = {
  "a refresh": { run: (screen) => screen.post("refresh", {}, screen.owner.headers), kept: (seen) => pending(seen) },
  "a switch": {
    run: (screen) => screen.post("switch", { mode: "TWO" }, screen.owner.headers),
    kept: ({ device, rendered }) =>
      assert.ok(
        device.state.pending_mode === "TWO" ||
          (rendered && bar(rendered) === 2) ||
          rendered?.headers["x-preview-push"] === "1",
        "the mode is neither to come nor was it shown",
      ),
  },
  "a pushed picture": {
    run: (screen) =>
      extended.at(`/api/device/${screen.mac}/apply-preview`, {
        method: "POST",
        headers: screen.owner.headers,
        body: ONE_PIXEL,
      }),
    kept: ({ device, rendered }) =>
      assert.ok(
        device.pushed || rendered?.headers["x-preview-push"] === "1",
        "the picture is neither to come nor was it shown",
      ),
  },
  "the device's live mode": {
    run: (screen) => screen.post("runtime", { mode: "active" }),
    kept: ({ device }) => assert.is(device.state.runtime_mode, "active"),
  },
  "a heartbeat": {
    run: (screen) => screen.post("heartbeat", { battery_voltage: 3.55, wifi_rssi: -77 }),
    kept: ({ device, rendered }) =>
      assert.ok(
        (device.state.battery === 3.55 || (rendered && device.state.battery === 3.7)) && device.state.rssi === -77,
      ),
  },
  "a poll": {
    run: (screen) => screen.get("state"),
    kept: ({ device }) => assert.is(device.state.last_state_poll_at, now()),
  },
  "a config": {
    run: (screen) => extended.post("/api/config", { mac: screen.mac, nickname: "new" }, screen.owner.headers),
    kept: (seen, _, answer) => {
      const id = (answer.json() as { config_id: number }).config_id
      assert.is(seen.device.configs.find((each) => each.id === id)?.nickname, "new")
      pending(seen)
    },
  },
  "an earlier config": {
    run: (screen) => extended.at(`/api/config/${screen.mac}/activate/1`, { method: "PUT", headers: extended.admin }),
    kept: (seen) => {
      assert.is(seen.device.configs.filter((each) => each.is_active === 1).length, 1)
      pending(seen)
    },
  },
  "a request to be let in": {
    run: (screen) => extended.post("/api/user/devices", { mac: screen.mac }, screen.other.headers),
    kept: ({ device }, { other }) => assert.ok(device.asking.includes(other.id)),
  },
  "a token for somebody who says to be it": {
    run: (screen) => extended.post(`/api/device/${screen.mac}/token`),
    kept: ({ device }, _, answer) =>
      assert.ok(
        device.tokens.some(({ id, provisional }) => provisional && id === idOf(answer.json() as { token: string })),
      ),
  },
  "a render": {
    run: (screen) => screen.render("refresh_min=77"),
    kept: ({ device, rendered }) =>
      assert.equal(
        [rendered!.status, device.state.last_refresh_at, device.state.expected_refresh_min, device.renders],
        [200, now(), 77, 2],
      ),
  },
}

/** An owned device with two configs that has shown one page; nothing of it is pending. */
async function ready(other: Person): Promise<Screen> {
  const screen = await extended.owned()
  for (const modes of [["ONE"], ["ONE", "THREE"]])
    await screen.configure({ modes, strategy: "cycle" }, screen.owner.headers)
  await screen.render()
  await written(extended, screen)
  assert.is((await stateOf(extended, screen)).pending_refresh, 0)
  extended.clock.advance(1_000)
  return { ...screen, other }
}

/** What is known, once the render of an answer is written down as well. */
async function settled(screen: Screen, rendered: Answer | undefined): Promise<Known> {
  const { total_renders: renders } = await until(
    extended,
    () => statsOf(extended, screen),
    (stats) => stats.total_renders === (rendered ? 2 : 1),
  )
  return {
    state: await stateOf(extended, screen),
    pushed: await pushKept(extended, screen),
    configs: await configsOf(extended, screen),
    tokens: await tokensOf(extended, screen),
    asking: (await requestsOf(extended, screen, screen.owner.headers)).map((request) => request.user_id),
    renders,
  }
}

const names = Object.keys(KINDS)
for (const [i, first] of names.entries()) {
  for (const second of names.slice(i + 1)) {
    test(`loses neither ${first} nor ${second}`, async () => {
      extended.clock.advance(60_000)
      const screen = await ready(await extended.person())
      const answers = await Promise.all([KINDS[first]!.run(screen), KINDS[second]!.run(screen)])
      for (const answer of answers) assert.is(answer.status, 200, answer.text().slice(0, 200))
      const rendered = [first, second].includes("a render") ? answers[[first, second].indexOf("a render")] : undefined
      const device = await settled(screen, rendered)
      for (const [at, name] of [first, second].entries()) KINDS[name]!.kept({ device, rendered }, screen, answers[at]!)
    })
  }
}

test("loses none of all of them, many times over", async () => {
  extended.clock.advance(60_000)
  const screen = await ready(await extended.person())
  const kinds = names.filter((name) => name !== "a render")
  const answers = await Promise.all(
    [0, 1, 2].flatMap(() => kinds.map(async (name) => ({ name, answer: await KINDS[name]!.run(screen) }))),
  )
  for (const { name, answer } of answers) assert.is(answer.status, 200, `${name}: ${answer.text().slice(0, 200)}`)
  const device = await settled(screen, undefined)
  for (const { name, answer } of answers) KINDS[name]!.kept({ device, rendered: undefined }, screen, answer)
  assert.equal([device.configs.length, device.tokens.length], [5, 4])
})

test.run()
