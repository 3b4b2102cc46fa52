import { Upstream } from "platen/sdk"
import { screenClass } from "platen/sdk/mode"
import type { ContentContext, Scene, SceneNode } from "platen/sdk/mode"
import type { Calendar } from "platen/sdk/sources"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { layout } from "../../../kernel/engine/scene/layout.js"
import mode from "../../../modes/agenda/mode.js"
import type { AgendaData, AgendaSettings } from "../../../modes/agenda/mode.js"
import { DATA } from "../../pictures/content.js"
import { sceneEnv } from "../../setting.js"

/** Millimetres of a pixel of the panels of these sizes. */
const MM: Readonly<Record<string, number>> = { "400x300": 0.212, "648x480": 0.183, "800x480": 0.204 }
const test = suite("agenda")
const settings = (more: object): AgendaSettings => mode.settings!.parse(more) as AgendaSettings
const feed = (name: string, more: object = {}): object => ({ name, url: `https://c.example/${name}`, ...more })

const calendar = (name: string, ...titles: readonly string[]): Calendar => ({
  unread: 0,
  name,
  events: titles.map((title, i) => ({
    title,
    place: "",
    allDay: false,
    at: 1_000 * i,
    until: 1_000 * i + 500,
    first: "2026-11-21",
    last: "2026-11-21",
  })),
})

interface Asked {
  readonly calls: object[]
  content(settings: AgendaSettings, day?: number): Promise<AgendaData>
}

/** The content of a world of calendars, by their links; others fail. */
function asking(world: Readonly<Record<string, Calendar>>): Asked {
  const calls: object[] = []
  const source = ((_: unknown, parameters: { readonly url: string }) => {
    calls.push(parameters)
    const found = world[parameters.url]
    return found ? Promise.resolve(found) : Promise.reject(new Upstream("gone"))
  }) as ContentContext["source"]
  return {
    calls,
    content: async (own, day = 21) => {
      const context = { settings: own, source, day: { year: 2026, month: 11, day, weekday: 6 } }
      const outcome = await mode.content(context as unknown as ContentContext)
      return (outcome as { readonly data: AgendaData }).data
    },
  }
}

test("merges calendars by time, each event once, and names those that have no name by their own", async () => {
  const { content } = asking({
    "https://c.example/a": calendar("Own name", "one", "both"),
    "https://c.example/b": calendar("B", "zero", "both"),
  })
  const data = await content(settings({ feeds: [feed("a", { name: "" }), feed("b")] }))
  assert.equal(
    data.calendars.map(({ name, isRead }) => [name, isRead]),
    [
      ["Own name", true],
      ["b", true],
    ],
  )
  assert.equal(
    data.events.map(({ title, calendar: of }) => [title, of]),
    [
      ["one", 0],
      ["zero", 1],
      ["both", 0],
    ],
  )
})

test("shows what can be read when one calendar fails, and fails when none can", async () => {
  const { content } = asking({ "https://c.example/a": calendar("A", "one") })
  const data = await content(settings({ feeds: [feed("a"), feed("b")] }))
  assert.equal(
    data.calendars.map(({ isRead }) => isRead),
    [true, false],
  )
  assert.match(shown(data, { feeds: [feed("a"), feed("b")] }), /b cannot be read\./)
  let failure: unknown
  await content(settings({ feeds: [feed("b")] })).catch((error: unknown) => (failure = error))
  assert.instance(failure, Upstream)
})

test("says how many entries of a calendar cannot be read", async () => {
  const one = { ...calendar("Family", "one"), unread: 1 }
  const { content } = asking({ "https://c.example/a": one, "https://c.example/b": { ...one, unread: 2 } })
  const feeds = [feed("a", { name: "" }), feed("b"), feed("gone")]
  const data = await content(settings({ feeds: feeds.slice(0, 2) }))
  assert.equal(
    data.calendars.map(({ isRead, unread }) => [isRead, unread]),
    [
      [true, 1],
      [true, 2],
    ],
  )
  assert.match(shown(data, { feeds }), /An entry of Family cannot be read\..*2 entries of b cannot be read\./)
  const more = await content(settings({ feeds }))
  assert.match(shown(more, { feeds }), /gone cannot be read\..*An entry of Family cannot be read\.(?!.*entries of b)/)
})

for (const [range, day, from, days] of [
  ["day", 21, 0, 3],
  ["week", 21, 0, 7],
  ["month", 1, -6, 43],
  ["month", 21, -26, 43],
] as const)
  test(`asks for the days of a ${range} on the ${day}th`, async () => {
    const { content, calls } = asking({ "https://c.example/a": calendar("A") })
    await content(settings({ feeds: [feed("a", { connection: "home" })], range }), day)
    assert.equal(calls, [{ url: "https://c.example/a", connection: "home", from, days }])
  })

test("asks nobody without a link, and says what to enter", async () => {
  const { content, calls } = asking({})
  const data = await content(settings({ feeds: [feed("a", { url: "" })] }))
  assert.equal([data.missing, calls.length], ["feeds", 0])
  assert.match(shown(data, {}), /Enter the link/)
})

test("says why there is nothing when the calendars cannot be fetched", () => {
  const context = { settings: settings({ feeds: [feed("a")] }), day: { year: 2026, month: 11, day: 21, weekday: 6 } }
  const data = mode.fallback(context as unknown as ContentContext) as AgendaData
  assert.match(shown(data, { feeds: [feed("a")] }), /cannot be fetched/)
})

function textsOf(node: SceneNode): string[] {
  if (node.type === "text") return [node.text]
  return "children" in node ? (node.children as readonly SceneNode[]).flatMap(textsOf) : []
}

const recorded = mode.data.parse(DATA.AGENDA) as AgendaData

/** The texts of a page of 800 x 480, at a time of 21 November in Berlin. */
function shown(...page: Parameters<typeof pageOf>): string {
  return textsOf(pageOf(...page).body).join(" | ")
}

function pageOf(
  data: AgendaData,
  own: object,
  time = "09:40",
  size: readonly [number, number] = [800, 480],
  language = "en",
): Scene {
  const [width, height] = size
  const [hour, minute] = time.split(":").map(Number)
  return mode.view(data, {
    settings: settings(own),
    language,
    now: {
      year: 2026,
      month: 11,
      day: 21,
      weekday: 6,
      hour: hour!,
      minute: minute!,
      epoch: Date.parse(`2026-11-21T${time}:00+01:00`),
    },
    sky: () => ({ moon: { name: "full", phase: 0.5, lit: 1, age: 14 }, south: false }),
    timeZone: "Europe/Berlin",
    width,
    height,
    screen: screenClass(width, height, { mmPerPixel: MM[`${width}x${height}`] }),
    palette: "bw",
    words: (key) => key,
  })
}

test("leaves out what is over, and shows an event of several days on each of them", () => {
  const data = recorded
  const morning = shown(data, { feeds: [feed("a")] })
  assert.match(morning, /Market/)
  const noon = shown(data, { feeds: [feed("a")] }, "12:00")
  assert.not.match(noon, /Market/)
  assert.is(noon.match(/Grandma visits/g)?.length, 3)
  assert.match(shown(data, { feeds: [feed("a")] }, "21:00"), /Grandma visits.*WEEKDAY/s)
})

/** The words that are painted on a page. */
async function painted(data: AgendaData, own: object, size: readonly [number, number]): Promise<readonly string[]> {
  const placements = layout(pageOf(data, own, "09:40", size).body, size[0], size[1], await sceneEnv())
  return placements.flatMap(({ node, block }) =>
    node.type === "text" && block && block.glyphs.length > 0 ? [node.text] : [],
  )
}

test("says how many events it has no room for", async () => {
  const many = Array.from({ length: 40 }, (_, i) => ({ ...recorded.events[3]!, title: `Event ${i}` }))
  const data = { ...recorded, events: many }
  for (const [range, size] of [
    ["day", [800, 480]],
    ["week", [800, 480]],
    ["week", [480, 800]],
    ["week", [296, 128]],
  ] as const) {
    const words = await painted(data, { feeds: [feed("a")], range }, size)
    const shown = words.filter((each) => /^Event \d+$/.test(each)).length
    assert.ok(
      shown > 1 && words.includes(`${many.length - shown} more`),
      `${range} ${size.join("x")}: ${words.join(" | ")}`,
    )
  }
})

test("wraps a title before it cuts one, and never sets today below the next days", async () => {
  const title = "Brunch at Grandma Ragnheiður’s: bring the skyr cake and the waffle iron"
  const events = [recorded.events.find(({ allDay }) => !allDay)!].map((each) => ({ ...each, title }))
  for (const size of [
    [800, 480],
    [480, 800],
    [648, 480],
  ] as const) {
    const placements = layout(
      pageOf({ ...recorded, events }, { feeds: [feed("a")] }, "09:40", size).body,
      size[0],
      size[1],
      await sceneEnv(),
    )
    const set = placements.filter(({ node }) => node.type === "text" && node.text === title)
    assert.ok(set.length > 0 && set.every(({ block }) => block?.clipped === false), size.join("x"))
  }
  const placements = layout(
    pageOf(recorded, { feeds: [feed("a")], range: "day" }, "09:40", [800, 480]).body,
    800,
    480,
    await sceneEnv(),
  )
  const sizeOf = (end: string): number =>
    placements.find(({ node }) => node.type === "text" && node.text.endsWith(end))?.px ?? 0
  assert.ok(sizeOf("Market") >= sizeOf("动物园") && sizeOf("动物园") > 0)
})

test("shows the titles of a quiet week whole", () => {
  const titles = ["Choir", "Market", "Dentist", "Day trip", "Review"]
  const event = recorded.events.find(({ allDay }) => !allDay)!
  const week = titles.map((title, i) => {
    const date = `2026-11-${22 + i}`
    const at = Date.parse(`${date}T18:00:00Z`)
    return { ...event, title, first: date, last: date, at, until: at + 3_600_000 }
  })
  for (const events of [week.slice(0, 1), week])
    for (const size of [
      [400, 300],
      [648, 480],
      [800, 480],
    ] as const) {
      for (const language of ["en", "zh"]) {
        const page = shown({ ...recorded, events }, { feeds: [feed("a")] }, "09:40", size, language)
        for (const { title } of events) assert.ok(page.includes(title), `${title} at ${size.join(" x ")}: ${page}`)
      }
    }
})

test("has a line for a day without events", () => {
  const data = { ...recorded, events: [] }
  assert.match(shown(data, { feeds: [feed("a")] }), /Nothing planned/)
})

test.run()
