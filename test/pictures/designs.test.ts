import { PALETTES } from "platen/sdk/drawing"
import type { Bitmap } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { Marks, Poster, SceneNode } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../kernel/engine/scene/layout.js"
import type { Placement } from "../../kernel/engine/scene/layout.js"
import { lint } from "../../kernel/lint/lint.js"
import { paint } from "../../kernel/engine/scene/paint.js"
import { turns } from "../depth.js"
import { envOf, screenOf } from "../preview.js"
import { fakeClock, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { INTERFACE_LANGUAGES } from "../words.js"
import { BERLIN } from "./atlas.js"
import { dataOf } from "./content.js"
import { golden } from "./golden.js"
import { SIZES } from "./sizes.js"

const test = suite("designs")
const SHOWN = [
  [800, 480],
  [400, 300],
  [480, 800],
] as const

type Size = readonly [number, number]
interface Design {
  readonly mode: string
  readonly at: string
  readonly settings?: object
  readonly data?: object
}

const lisbon = (date: string): object => ({ countdownEvents: [{ name: "Lisbon", date }] })
const DESIGNS: Readonly<Record<string, Design>> = {
  "moon-facts": { mode: "MOON", at: "2026-11-21", settings: { design: "facts" } },
  "moon-crescent": { mode: "MOON", at: "2026-12-14" },
  "moon-full": { mode: "MOON", at: "2026-11-24", settings: { design: "facts" } },
  "countdown-poster": { mode: "COUNTDOWN", at: "2026-11-21", settings: { ...lisbon("2026-12-19"), design: "poster" } },
  "countdown-poster-long": {
    mode: "COUNTDOWN",
    at: "2026-11-21",
    settings: { ...lisbon("2027-03-14"), design: "poster" },
  },
  "countdown-today": { mode: "COUNTDOWN", at: "2026-11-21", settings: lisbon("2026-11-21") },
  "calendar-poster": { mode: "CALENDAR", at: "2026-11-21", settings: { design: "poster" } },
  "daily-nameplate": { mode: "DAILY", at: "2027-02-28", settings: { nameplate: "The Hringbraut Post" } },
  "daily-solstice": { mode: "DAILY", at: "2026-12-21" },
  "feed-nameplate": {
    mode: "FEED",
    at: "2026-11-21",
    settings: { nameplate: "The Hringbraut Post", urls: ["https://a.example/"] },
  },
  "habit-year": { mode: "HABIT", at: "2026-11-21", settings: { design: "year" } },
  "lifebar-weeks": { mode: "LIFEBAR", at: "2026-11-21", settings: { birth: "1988-06-02", design: "weeks" } },
  "thisday-poster": { mode: "THISDAY", at: "2026-11-28", settings: { design: "poster" } },
}

/** Three habits with a year of marks, the second since the summer. */
const HABITS = {
  day: { year: 2026, month: 11, day: 21, weekday: 6 },
  of: "device",
  habits: ["Read before bed", "Swim", "Practise the cello"].map((name, at) => ({
    name,
    week: [true, at > 0, true, true, false, at < 2, false],
    past: Array.from({ length: at === 1 ? 22 : 52 }, (_, i) => (i * 37 + at * 29 + ((i * i) % 23)) % 128),
  })),
}

const clock = fakeClock("2026-11-21T09:05:00Z")
let stage: Stage
test.before(async () => {
  stage = await openStage({ clock })
})
test.after(() => stage.close())

async function pageOf(
  { mode, at, settings = {}, data = HABITS }: Design,
  [width, height]: Size,
  language: string,
): Promise<SceneNode> {
  clock.advance(Date.parse(`${at}T09:05Z`) - clock.now())
  const request = {
    ...requestFor(stage.app, mode, { width, height, palette: "bw" }, language),
    place: BERLIN,
    battery: { percent: 87 },
    settings: { [mode]: settings },
    ...(mode === "FEED" && { data: dataOf(mode, language) }),
    ...(mode === "HABIT" && { data }),
  }
  return (await stage.app.get(DRAW).page(stage.app.get(MODES).get(mode)!, request))!.page
}

async function drawn(page: SceneNode, [width, height]: Size, language: string, palette = "bw"): Promise<Bitmap> {
  const env = await envOf(stage.app, page, { width, height, language, palette })
  return paint(page, width, height, stage.app.get(PALETTES).get(palette)!, env)
}

function findings(page: SceneNode, [width, height]: Size, language: string): readonly string[] {
  const env = stage.app.engine.rasterizer.env(screenOf(stage.app, { width, height, language }))
  return lint(page, width, height, stage.app.get(PALETTES).get("bw")!, env).map(({ message }) => message)
}

/** Whether a pixel of a bitmap of one bit is ink. */
const isInk = ({ data, stride }: Bitmap, x: number, y: number): boolean =>
  ((data[y * stride + (x >> 3)]! >> (7 - (x & 7))) & 1) === 0

/** Share of the pixels that are ink. */
function inkOf(bitmap: Bitmap, [from, to] = [0, bitmap.height]): number {
  let count = 0
  for (let y = from; y < to; y++) for (let x = 0; x < bitmap.width; x++) if (isInk(bitmap, x, y)) count++
  return count / bitmap.width / (to - from)
}

for (const [name, design] of Object.entries(DESIGNS)) {
  test(`draws ${name} as its goldens show`, async () => {
    for (const size of SHOWN)
      golden(`design-${name}-${size.join("x")}`, await drawn(await pageOf(design, size, "en"), size, "en"))
  })

  test(`draws ${name} whole on every screen, in every language`, async () => {
    const next = turns(SIZES.length)
    for (const language of [...INTERFACE_LANGUAGES, "ar"])
      for (const size of next(SIZES, 4)) {
        const page = await pageOf(design, size, language)
        assert.equal(findings(page, size, language), [], `${size.join("x")} ${language}`)
      }
  })
}

test("lets a numeral of two digits be about 110 % of the height of the page, cut at its head and its foot", async () => {
  for (const name of ["countdown-poster", "calendar-poster"]) {
    const size = SHOWN[0]
    const page = await pageOf(DESIGNS[name]!, size, "en")
    const bitmap = await drawn(page, size, "en")
    const rows = [0, size[1] - 1].map((row) => inkOf(bitmap, [row, row + 1]))
    assert.ok(
      rows.every((share) => share > 0.03),
      `${name}: ink at the head and the foot: ${rows.join(", ")}`,
    )
    const [top = 0, , bottom = 0] = bleedOf(page, size)
    assert.ok(1 / (1 - top - bottom) >= 1.1 && top + bottom <= 0.15, "a small part is cut")
  }
})

test("lets a numeral be as large on the largest panels", async () => {
  const shares = await Promise.all(
    [SHOWN[0], [1600, 1200], [1872, 1404]].map(async (size) =>
      inkOf(await drawn(await pageOf(DESIGNS["countdown-poster"]!, size as Size, "en"), size as Size, "en")),
    ),
  )
  for (const share of shares) assert.ok(share > 0.2, shares.join(", "))
})

const layoutOf = (page: SceneNode, [width, height]: Size): readonly Placement[] =>
  layout(page, width, height, stage.app.engine.rasterizer.env(screenOf(stage.app, { width, height, language: "en" })))

/** The shares of the poster of a page that leave it. */
function bleedOf(page: SceneNode, size: Size): readonly number[] {
  const { node } = layoutOf(page, size).find((each) => each.node.type === "poster")!
  return (node as Poster).bleed ?? []
}

test("cuts no digit so that it could be another", async () => {
  const [width, height] = [300, 240]
  const digits = await Promise.all(
    Array.from({ length: 10 }, (_, digit) =>
      drawn(
        {
          type: "column",
          children: [{ type: "poster", text: String(digit), bleed: [0.05, 0.02, 0.06, 0.02], grow: 1 }],
        },
        [width, height],
        "en",
      ),
    ),
  )
  for (const [a, one] of digits.entries())
    for (const [b, other] of digits.entries()) {
      if (a >= b) continue
      let differ = 0
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++) if (isInk(one, x, y) !== isInk(other, x, y)) differ++
      assert.ok(differ / width / height > 0.06, `${a} and ${b} differ in ${differ} pixels`)
    }
})

test("prints the numeral in red where the panel has red", async () => {
  const page = await pageOf(DESIGNS["countdown-poster"]!, SHOWN[0], "en")
  const { data, palette } = await drawn(page, SHOWN[0], "en", "bwr")
  const red = palette.entries.findIndex(({ ink }) => ink === "red")
  const count = data.reduce((sum, byte) => sum + [0, 2, 4, 6].filter((at) => ((byte >> at) & 3) === red).length, 0)
  assert.ok(count / SHOWN[0][0] / SHOWN[0][1] > 0.2, `${count} pixels are red`)
})

test("turns the page black on the day, with its word, and its name in the description", async () => {
  for (const size of SHOWN) {
    const page = await pageOf(DESIGNS["countdown-today"]!, size, "en")
    assert.ok(inkOf(await drawn(page, size, "en")) > 0.7, size.join("x"))
    assert.match(stage.app.engine.rasterizer.describe(page), /Today[^]*Lisbon · Saturday 21 November 2026/)
  }
})

test("gives the disc of the moon 80 % of the height of a page without a masthead, and draws it alike each time", async () => {
  const [width, height] = SHOWN[0]
  const design = { mode: "MOON", at: "2026-11-23" }
  const page = await pageOf(design, SHOWN[0], "en")
  const bitmap = await drawn(page, SHOWN[0], "en")
  let [top, bottom]: [number, number] = [height, 0]
  for (let y = 0; y < height * 0.87; y++)
    if (inkOf(bitmap, [y, y + 1]) < 1) [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)]
  assert.ok(Math.abs((bottom - top) / height - 0.8) < 0.02, `${bottom - top} of ${height}`)
  for (const [x, y] of [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ] as const)
    assert.ok(isInk(bitmap, x, y), "black to the edge")
  assert.equal((await drawn(await pageOf(design, SHOWN[0], "en"), SHOWN[0], "en")).data, bitmap.data)
})

test("names the paper, and numbers the day of the year", async () => {
  for (const name of ["daily-nameplate", "feed-nameplate"]) {
    const words = stage.app.engine.rasterizer.describe(await pageOf(DESIGNS[name]!, SHOWN[0], "en"))
    assert.match(words, /^The Hringbraut Post\nNo. \d+/, words)
    assert.match(words, name.startsWith("daily") ? "No. 59" : "No. 325")
  }
  const titles = layoutOf(await pageOf(DESIGNS["feed-nameplate"]!, SHOWN[0], "en"), SHOWN[0]).filter(
    ({ node, px }) => node.type === "text" && node.family === "serif" && px === 20,
  )
  assert.ok(titles.length >= 3, `${titles.length} second headlines of 20 pixels`)
})

test("turns DAILY black on the days of the solstices and the equinoxes alone", async () => {
  for (const [at, word] of [
    ["2026-12-21", "Solstice"],
    ["2026-12-20", ""],
    ["2026-12-22", ""],
    ["2027-03-20", "Equinox"],
  ] as const) {
    const page = await pageOf({ mode: "DAILY", at }, SHOWN[0], "en")
    const isBlack = inkOf(await drawn(page, SHOWN[0], "en")) > 0.6
    assert.is(isBlack, word !== "", at)
    if (isBlack) assert.match(stage.app.engine.rasterizer.describe(page), new RegExp(`^${word}\\n[^]*\\d+ h \\d+ min`))
  }
})

test("gives the weeks of a life the most of a page: a row is a year, and on a wide one a column", async () => {
  for (const size of [...SHOWN, [1200, 1600]] as const) {
    const page = await pageOf(DESIGNS["lifebar-weeks"]!, size, "en")
    const { node, width, height } = layoutOf(page, size).find((each) => each.node.type === "marks")!
    const { columns, states } = node as Marks
    assert.is(states.length, 80 * 52)
    assert.is(columns, size[1] > size[0] ? 52 : 80)
    assert.is(states.replaceAll(/[^#]/g, "").length, 2000)
    const pitch = Math.floor(Math.min(width / columns, height / Math.ceil(states.length / columns)))
    const share = (pitch * columns * pitch * (states.length / columns)) / size[0] / size[1]
    assert.ok(share > 0.45, `${size.join("x")}: ${share}`)
  }
})

test("shows a year of each habit on one sheet: 53 weeks of seven days", async () => {
  const year = await pageOf(DESIGNS["habit-year"]!, SHOWN[0], "en")
  const walls = layoutOf(year, SHOWN[0]).flatMap(({ node }) => (node.type === "marks" ? [node] : []))
  assert.equal(
    walls.map(({ columns, states }) => [columns, states.length]),
    HABITS.habits.map(() => [53, 53 * 7]),
  )
  const bits = (mask: number): number => [...mask.toString(2)].filter((bit) => bit === "1").length
  for (const [i, { week, past }] of HABITS.habits.entries())
    assert.is(
      walls[i]!.states.replaceAll(/[^#]/g, "").length,
      past.reduce((sum, mask) => sum + bits(mask), week.filter(Boolean).length),
    )
  assert.match(walls[1]!.states.slice(0, 31), /^ {30}[#o]/, "nothing before the first mark")
})

test("keeps a year of many habits with long names whole", async () => {
  const names = [
    "Streichinstrumentenkonzertvorbereitung",
    "Read",
    "喝八杯水并且早睡",
    "Walk along the river before breakfast",
  ]
  const habits = Array.from({ length: 12 }, (_, i) => ({ ...HABITS.habits[i % 3]!, name: `${i} ${names[i % 4]}` }))
  const week = Array.from({ length: 7 }, () => true)
  for (const data of [
    { ...HABITS, habits },
    { ...HABITS, habits: habits.slice(0, 1).map((each) => ({ ...each, week })) },
  ])
    for (const size of SIZES.filter(([width, height]) => width * height > 100_000)) {
      const page = await pageOf({ ...DESIGNS["habit-year"]!, data }, size, "de")
      assert.equal(findings(page, size, "de"), [], size.join("x"))
    }
})

test("shows small screens the pages that suit them", async () => {
  for (const name of ["moon-crescent", "habit-year", "countdown-poster", "calendar-poster", "thisday-poster"]) {
    const { mode, at } = DESIGNS[name]!
    const own = await pageOf(DESIGNS[name]!, [296, 128], "en")
    const plain = await pageOf(
      { mode, at, settings: { ...DESIGNS[name]!.settings, design: { MOON: "facts", HABIT: "weeks" }[mode] ?? "page" } },
      [296, 128],
      "en",
    )
    assert.equal(own, plain, name)
  }
})

test.run()
