import { definePlugin, SDK_VERSION, z } from "platen/sdk"
import { column, icon, MODES } from "platen/sdk/mode"
import type { Mode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels, samePixels } from "../devices/pixels.js"
import { folderWith } from "../folder.js"
import { fakeClock } from "../testing/index.js"
import { hangs } from "../until.js"
import type { Answer } from "../kernel/http/ask.js"
import { bar, bars, numberMode, STAND_IN } from "./bars.js"
import { MOUNTS, openCore, underBoth } from "./core-stage.js"
import type { Core, CoreDevice } from "./core-stage.js"
import { flags, WELL } from "./shown.js"
import { load, modeOf } from "./test-modes.js"

/** Decisions 6 and 7: a mode that fails, on the glass and in the headers. */
const test = suite("editions/core: failures")

const MINUTE = 60_000
const FLAGGED = { fallback: "1", error: "content-failed" }
const UNFLAGGED = { fallback: undefined, error: "content-failed" }

/** Modes whose source is away now. Their content is each device's own, so that none has what another was shown last. */
const away = new Set<string>()
const fickle = (id: string, number: number, parts: Partial<Mode> = {}): Mode =>
  numberMode(
    id,
    () => {
      if (away.has(id)) throw new Error("the world is away")
      return number
    },
    { cacheFor: 0, perDevice: true, fallback: () => ({ number: STAND_IN + number }), ...parts },
  )

const bad: Partial<Mode> = {
  view: () => {
    throw new TypeError("x is undefined")
  },
}
const both = underBoth(test, ({ stage }) =>
  load(
    stage,
    fickle("ONE", 1),
    fickle("TWO", 2),
    fickle("THREE", 3),
    numberMode("GOOD", 9),
    modeOf("BAD_VIEW", bad),
    modeOf("BAD_ICON", { view: (_, { language }) => ({ language, body: column({}, icon("nobody-drew-this", 24)) }) }),
    modeOf("SHAPELESS", { content: () => Promise.resolve({ data: { words: 5 } }), view: () => bars(7) }),
    modeOf("NO_FALLBACK", {
      content: () => Promise.reject(new Error("away")),
      fallback: () => {
        throw new Error("nothing")
      },
    }),
    modeOf("SKIPS", { content: () => Promise.resolve({ skip: "nothing today" }) }),
  ),
)
test.before.each(() => away.clear())

async function configured(
  { device }: Pick<Core, "device">,
  modes: readonly string[],
  fields: object = {},
): Promise<CoreDevice> {
  const screen = device()
  await screen.save({ strategy: "cycle", modes, ...fields })
  return screen
}

/** What a render shows and says: its number, whether it is flagged, and the minutes to the next. */
function told(answer: Answer): readonly [number, boolean, string | undefined] {
  return [bar(answer), answer.headers["x-content-fallback"] === "1", answer.headers["x-refresh-minutes"]]
}

both(
  "shows the stand-in of a mode whose content fails: 200, of the size and format asked for, with the reason",
  async (core) => {
    away.add("ONE")
    for (const query of ["persona=ONE", "persona=ONE&w=400&h=300", "persona=ONE&w=101&h=103"]) {
      const answer = await core.render(query)
      assert.equal(
        [answer.status, answer.headers["content-type"], flags(answer), bar(answer)],
        [200, "image/bmp", FLAGGED, 101],
        query,
      )
    }
    const { width, height } = bmpPixels((await core.render("persona=ONE&w=101&h=103")).body)
    assert.equal([width, height], [101, 103])
    const raw = await core.render("persona=ONE&w=400&h=300&colors=4")
    assert.equal(
      [raw.status, raw.headers["content-type"], raw.body.length, flags(raw)],
      [200, "application/octet-stream", 30_000, FLAGGED],
    )
    const preview = await core.preview("persona=ONE")
    assert.equal(
      [preview.status, preview.headers["content-type"], preview.headers["x-render-error"], bar(preview)],
      [200, "image/png", "content-failed", 101],
    )
  },
)

both("says in the log and in the figures that content failed", async (core) => {
  away.add("TWO")
  const screen = await configured(core, ["TWO"])
  await screen.render()
  const lines = core.stage.log.lines.filter(
    ({ event, fields }) => event === "content.failed" && (fields as { mode?: string }).mode === "TWO",
  )
  assert.equal(
    lines.map(({ level }) => level),
    ["warn"],
  )
  const figures = (await core.at("/metrics")).text()
  assert.match(figures, /platen_render_failures_total\{edition="core",code="content-failed"\} [1-9]/)
  assert.match(figures, /platen_renders_total\{edition="core",mode="TWO",result="fallback"\} [1-9]/)
})

both("shows content that fails its own schema as one that failed", async ({ render }) => {
  const answer = await render("persona=SHAPELESS")
  assert.equal([answer.status, answer.headers["x-content-fallback"], bar(answer)], [200, "1", 7])
})

both("shows the last good content, marked, without the flag, at the configured interval", async (core) => {
  const screen = await configured(core, ["ONE"], { refresh_interval: 45 })
  const good = await screen.render()
  away.add("ONE")
  for (let i = 0; i < 4; i++) {
    core.clock.advance(MINUTE)
    const answer = await screen.render()
    assert.equal([answer.status, flags(answer), told(answer)], [200, UNFLAGGED, [1, false, "45"]])
    assert.not.ok(answer.body.equals(good.body), "the page says that it is old")
  }
  away.clear()
  const again = await screen.render()
  assert.equal([flags(again), again.body.equals(good.body)], [WELL, true], "and no more once it is new")
})

both("flags two stand-ins in a row, and shows the same without the flag at the third", async (core) => {
  away.add("ONE")
  const screen = await configured(core, ["ONE"])
  const answers = [await screen.render(), await screen.render(), await screen.render(), await screen.render()]
  assert.equal(answers.map(flags), [FLAGGED, FLAGGED, UNFLAGGED, UNFLAGGED])
  for (const answer of answers) assert.ok(answer.body.equals(answers[0]!.body), "the same page")
})

both("flags no more than the first two stand-ins since a good page, however far apart", async (core) => {
  away.add("ONE")
  const screen = await configured(core, ["ONE"])
  const flagged: boolean[] = []
  for (const minutes of [0, 60, 5, 15, 60, 600]) {
    core.clock.advance(minutes * MINUTE)
    flagged.push((await screen.render()).headers["x-content-fallback"] === "1")
  }
  assert.equal(flagged, [true, true, false, false, false, false])
})

both("counts anew after a good page", async (core) => {
  const screen = await configured(core, ["ONE", "GOOD"])
  away.add("ONE")
  assert.equal(
    [told(await screen.render()), told(await screen.render()), told(await screen.render())],
    [
      [101, true, "10"],
      [101, true, "20"],
      [101, false, "40"],
    ],
  )
  assert.equal(told(await screen.render()), [9, false, "60"])
  assert.equal(
    [told(await screen.render()), told(await screen.render())],
    [
      [101, true, "10"],
      [101, true, "20"],
    ],
  )
})

both("asks for the next refresh in 10, 20 and 40 minutes, and in 40 from then on", async (core) => {
  away.add("ONE")
  const screen = await configured(core, ["ONE"], { refresh_interval: 1440 })
  const minutes: unknown[] = []
  for (let i = 0; i < 6; i++) minutes.push(told(await screen.render())[2])
  assert.equal(minutes, ["10", "20", "40", "40", "40", "40"])
  away.clear()
  assert.is(told(await screen.render())[2], "1440")
})

for (const [interval, expected] of [
  [10, ["10", "10", "10"]],
  [15, ["10", "15", "15"]],
  [30, ["10", "20", "30"]],
  [40, ["10", "20", "40"]],
] as const) {
  both(`never asks for a refresh above the configured ${interval} minutes`, async (core) => {
    away.add("ONE")
    const screen = await configured(core, ["ONE"], { refresh_interval: interval })
    assert.equal(
      [told(await screen.render())[2], told(await screen.render())[2], told(await screen.render())[2]],
      expected,
    )
  })
}

both("counts the stand-ins of each device for itself, also of one that nobody has configured", async (core) => {
  away.add("ONE")
  const [mine, other, stranger, another] = [
    await configured(core, ["ONE"]),
    await configured(core, ["ONE"]),
    core.device(),
    core.device(),
  ]
  for (const screen of [mine, other, stranger, another]) {
    const answers = [
      await screen.render("persona=ONE"),
      await screen.render("persona=ONE"),
      await screen.render("persona=ONE"),
    ]
    assert.equal(answers.map(told), [
      [101, true, "10"],
      [101, true, "20"],
      [101, false, "40"],
    ])
  }
  away.clear()
  assert.equal(told(await stranger.render("persona=ONE")), [1, false, "60"])
  away.add("TWO")
  assert.equal(told(await stranger.render("persona=TWO")), [102, true, "10"])
})

both("draws the same mode at the same place within two minutes of a flagged stand-in", async (core) => {
  away.add("ONE")
  const screen = await configured(core, ["ONE", "TWO", "THREE"])
  assert.equal(told(await screen.render()), [101, true, "10"])
  core.clock.advance(1.9 * MINUTE)
  away.clear()
  assert.equal(told(await screen.render()), [1, false, "60"])
  assert.equal([bar(await screen.render()), bar(await screen.render()), bar(await screen.render())], [2, 3, 1])
})

both("goes on in the cycle when two minutes have gone by, or when it was not flagged", async (core) => {
  away.add("ONE")
  const [late, unflagged] = [
    await configured(core, ["ONE", "TWO", "THREE"]),
    await configured(core, ["ONE", "TWO", "THREE"]),
  ]
  await late.render()
  core.clock.advance(2 * MINUTE)
  assert.equal([bar(await late.render()), bar(await late.render()), bar(await late.render())], [2, 3, 101])
  for (const expected of [101, 101, 101, 2, 3]) assert.is(bar(await unflagged.render()), expected)
})

both("does not hold a device to a mode that its new config has no more", async (core) => {
  away.add("ONE")
  const screen = await configured(core, ["ONE", "TWO"])
  await screen.render()
  await screen.save({ modes: ["THREE", "TWO"] })
  assert.not.equal(bar(await screen.render()), 101)
})

for (const [id, code] of [
  ["BAD_VIEW", "draw-failed"],
  ["BAD_ICON", "invalid"],
  ["NO_FALLBACK", "draw-failed"],
] as const) {
  both(`shows the next mode of the list when ${id} cannot be drawn`, async (core) => {
    const screen = await configured(core, [id, "GOOD", "TWO"])
    const [first, second, third] = [await screen.render(), await screen.render(), await screen.render()]
    assert.equal(
      [first.status, told(first), flags(first)],
      [200, [9, false, "60"], { fallback: undefined, error: code }],
    )
    assert.equal([bar(second), bar(third)], [9, 2], "and the cycle goes on")
    assert.ok(
      core.stage.log.lines.some(
        ({ level, event, fields }) =>
          level === "error" && event === "page.failed" && (fields as { mode?: string }).mode === id,
      ),
    )
    const forced = await screen.render(`persona=${id}`)
    assert.equal([forced.status, flags(forced)], [200, { fallback: undefined, error: code }])
  })
}

both("shows the next mode of the list when one has nothing to show, and no error", async (core) => {
  const screen = await configured(core, ["SKIPS", "GOOD"])
  const answer = await screen.render()
  assert.equal([answer.status, told(answer), flags(answer)], [200, [9, false, "60"], WELL])
})

both("shows the next mode of the list when saved settings no longer fit a mode, on every call alike", async (core) => {
  const upTo = (most: number): ReturnType<typeof definePlugin> => ({
    id: "changing",
    sdk: SDK_VERSION,
    setup: () => [
      MODES.of(numberMode("CHANGING", 7, { settings: z.object({ size: z.number().max(most).default(1) }) })),
    ],
  })
  const remove = await core.stage.app.host.load(upTo(100))
  const screen = await configured(core, ["CHANGING", "GOOD"], { mode_overrides: { CHANGING: { size: 50 } } })
  assert.is(bar(await screen.preview()), 7)
  await remove()
  await core.stage.app.host.load(upTo(10))
  const [head, preview, device] = [
    await screen.render("", { method: "HEAD" }),
    await screen.preview(),
    await screen.render(),
  ]
  assert.equal([head.status, head.headers["x-render-error"]], [200, "invalid"])
  assert.equal([preview.status, bar(preview), flags(preview)], [200, 9, { fallback: undefined, error: "invalid" }])
  assert.equal([device.status, bar(device), flags(device)], [200, 9, { fallback: undefined, error: "invalid" }])
})

both("draws a notice when no mode of the list can be drawn: 200 to a device, 500 to a browser", async (core) => {
  const screen = await configured(core, ["BAD_VIEW"])
  const answers = [await screen.render(), await screen.render(), await screen.render()]
  assert.equal(
    answers.map((answer) => [answer.status, answer.headers["content-type"], flags(answer)]),
    [
      [200, "image/bmp", { fallback: "1", error: "draw-failed" }],
      [200, "image/bmp", { fallback: "1", error: "draw-failed" }],
      [200, "image/bmp", { fallback: undefined, error: "draw-failed" }],
    ],
  )
  assert.equal(
    answers.map(({ headers }) => headers["x-refresh-minutes"]),
    ["10", "20", "40"],
  )
  const [raw, browser] = [await screen.render("w=400&h=300&colors=4"), await screen.preview()]
  assert.equal(
    [
      raw.status,
      raw.body.length,
      browser.status,
      browser.headers["content-type"],
      browser.headers["x-content-fallback"],
    ],
    [200, 30_000, 500, "image/png", undefined],
  )
  samePixels(pngPixels(browser.body).colours, bmpPixels(answers[0]!.body).colours)
})

both("never flags a mode that is at home without key or network", async (core) => {
  const screen = core.device()
  for (const id of [
    "CALENDAR",
    "COUNTDOWN",
    "DAILY",
    "LIFEBAR",
    "MEMO",
    "MY_ADAPTIVE",
    "POETRY",
    "RECIPE",
    "STOIC",
    "ZEN",
  ]) {
    const answer = await screen.render(`persona=${id}`)
    assert.equal([answer.status, flags(answer)], [200, WELL], id)
  }
})

for (const mount of MOUNTS) {
  test(`counts stand-ins and keeps last good content over a restart (at ${mount.mount})`, async () => {
    const dataFolder = folderWith()
    const start = async (): Promise<Core> => {
      const core = await openCore(mount, { dataFolder })
      await load(core.stage, fickle("ONE", 1), fickle("TWO", 2))
      return core
    }
    const first = await start()
    const screen = await configured(first, ["TWO", "ONE"])
    await screen.render()
    away.add("ONE").add("TWO")
    const before = [told(await screen.render()), told(await screen.render())]
    await first.close()
    assert.equal(
      first.stage.log.lines.filter(({ level }) => level === "error"),
      [],
      "what the last answer meant was written before the end",
    )
    const second = await start()
    const again = second.device()
    const after = [told(await again.render()), told(await again.render())]
    await second.close()
    assert.equal(
      [before, after],
      [
        [
          [101, true, "10"],
          [101, true, "20"],
        ],
        [
          [101, false, "40"],
          [2, false, "60"],
        ],
      ],
    )
  })
}

test("answers in time when content never comes, with what there is", async () => {
  const clock = fakeClock()
  const never = (): Promise<never> => hangs(clock, 2_000)
  const modes = [
    numberMode("NEVER", never, { fallback: () => ({ number: 50 }) }),
    modeOf("NEVER_AT_ALL", {
      content: never,
      fallback: () => {
        throw new Error("nothing")
      },
    }),
  ]
  const core = await openCore(MOUNTS[0], {
    clock,
    plugins: [definePlugin({ id: "never", setup: () => [MODES.of(...modes)] })],
  })
  const screen = await configured(core, ["NEVER", "NEVER_AT_ALL", "ZEN"])
  const [late, next] = [await screen.render(), await screen.render("next=1")]
  await core.close()
  assert.equal(
    [late.status, told(late), flags(late)],
    [200, [50, true, "10"], { fallback: "1", error: "content-late" }],
  )
  assert.equal([next.status, flags(next)], [200, { fallback: undefined, error: "draw-failed" }])
})

test.run()
