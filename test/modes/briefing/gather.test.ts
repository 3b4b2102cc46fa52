import { Upstream } from "platen/sdk"
import type { AskOptions, ContentContext, SourceShape } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import briefing from "../../../modes/briefing/mode.js"
import type { BriefingData } from "../../../modes/briefing/mode.js"
import { DATA } from "../../pictures/content.js"
import { contentContext } from "../../plugins/pages/modes-json/specs.js"

const test = suite("briefing content")

const PLACE = { name: "Berlin", latitude: 52.52, longitude: 13.4 }
const { weather: FORECAST } = DATA.WEATHER as { weather: object }
const event = (title: string, first: string, parts: object = {}): object => ({
  title,
  place: "",
  allDay: false,
  at: Date.parse(`${first}T09:00:00Z`),
  until: Date.parse(`${first}T10:00:00Z`),
  first,
  last: first,
  ...parts,
})
const CALENDARS: Readonly<Record<string, object>> = {
  "https://odd.example/": { name: "Odd", events: [], unread: 2 },
  "https://a.example/1": { name: "A", events: [event("Tuesday", "2026-11-24"), event("Today", "2026-11-21")] },
  "https://b.example/2": {
    name: "B",
    events: [
      event("Early", "2026-11-21", { at: Date.parse("2026-11-21T07:00:00Z") }),
      event("All day", "2026-11-21", { allDay: true }),
    ],
  },
}
const STORIES = { items: [1, 2, 3].map((n) => ({ title: `Story ${n}`, host: "example.org", points: n })) }
const ITEMS = { items: [1, 2, 3, 4].map((n) => ({ title: `Item ${n}`, source: "The Post", at: null })), feeds: [] }

interface Asked {
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  readonly optional: boolean
}

/** The content for settings, and what was asked. `down`: sources that fail. */
async function made(
  given: object,
  { hasPlace = true, down = [] as readonly string[], answers = {} as Record<string, unknown> },
): Promise<{ readonly data: BriefingData; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = []
  const source = (which: string | SourceShape, parameters: object = {}, { optional = false }: AskOptions = {}) => {
    const name = typeof which === "string" ? which : which.name
    const question = parameters as Readonly<Record<string, unknown>>
    asked.push({ name, parameters: question, optional })
    const known: Readonly<Record<string, unknown>> = {
      weather: FORECAST,
      calendar: CALENDARS[String(question.url)],
      "hacker-news": STORIES,
      feed: ITEMS,
      ...answers,
    }
    const answer = down.includes(name) ? undefined : known[name]
    return answer === undefined && !optional
      ? Promise.reject(new Upstream(`${name} is down.`))
      : Promise.resolve(answer)
  }
  const context = contentContext({
    settings: briefing.settings!.parse({ written: false, ...given }),
    source: source as ContentContext["source"],
    ...(hasPlace && { place: PLACE }),
  })
  const outcome = await briefing.content(context)
  if ("skip" in outcome) throw new Error(outcome.skip)
  return { data: briefing.data.parse(outcome.data) as BriefingData, asked }
}

const FEEDS = [
  { name: "Work", url: "https://a.example/1" },
  { name: "Home", url: "https://b.example/2" },
]
const titles = ({ events }: BriefingData): string[] => events.map(({ title }) => title)

test("asks for the weather, every calendar and the news of the settings, all but the weather as optional", async () => {
  const { data, asked } = await made({ feeds: FEEDS, urls: ["https://news.example/rss"] }, {})
  assert.equal(
    asked.map(({ name, optional }) => `${name}${optional ? " optional" : ""}`),
    ["weather", "calendar optional", "calendar optional", "feed optional"],
  )
  assert.equal(asked[1]!.parameters, { url: "https://a.example/1", connection: "", days: 7 })
  assert.equal(asked[3]!.parameters, { urls: ["https://news.example/rss"], items: 3 })
  assert.equal(Object.keys(data.weather!).sort(), ["apparent", "code", "high", "isDay", "low", "temperature"])
  assert.equal(titles(data), ["All day", "Early", "Today", "Tuesday"])
  assert.equal(
    data.news,
    [1, 2, 3].map((n) => ({ title: `Item ${n}`, source: "The Post" })),
  )
  assert.equal(data.unread, [])
})

test("has stories of Hacker News where no feed is chosen", async () => {
  const { data, asked } = await made({}, {})
  assert.equal(asked.at(-1), { name: "hacker-news", parameters: { items: 3 }, optional: true })
  assert.equal(data.news[0], { title: "Story 1", source: "example.org" })
})

test("leaves out a calendar that fails, and names it", async () => {
  const { data } = await made({ feeds: [...FEEDS, { name: "Gone", url: "https://c.example/" }] }, {})
  assert.equal([titles(data).length, data.unread], [4, ["Gone"]])
})

test("counts the entries of a calendar that could not be read", async () => {
  const { data } = await made({ feeds: [...FEEDS, { name: "", url: "https://odd.example/" }] }, {})
  assert.equal([data.unread, data.incomplete], [[], [{ name: "Odd", entries: 2 }]])
})

test("asks no calendar without a link", async () => {
  const { asked, data } = await made({ feeds: [{ name: "Later", url: "" }] }, {})
  assert.equal(
    asked.map(({ name }) => name),
    ["weather", "hacker-news"],
  )
  assert.equal(data.unread, [])
})

for (const [what, answer] of [
  ["nothing", undefined],
  ["something else", { stories: [] }],
  ["items without titles", { items: [{ title: "" }] }],
] as const)
  test(`has no headlines where the news answer with ${what}`, async () => {
    const { data } = await made({}, { answers: { "hacker-news": answer } })
    assert.equal(data.news, [])
    assert.ok(data.weather)
  })

test("waits for the first part where there is no place", async () => {
  const calendars = await made({ feeds: FEEDS }, { hasPlace: false })
  assert.equal(
    calendars.asked.map(({ name, optional }) => [name, optional]),
    [
      ["calendar", false],
      ["calendar", false],
      ["hacker-news", true],
    ],
  )
  const news = await made({}, { hasPlace: false })
  assert.equal(
    news.asked.map(({ name, optional }) => [name, optional]),
    [["hacker-news", false]],
  )
  assert.equal([news.data.weather, news.data.missing, news.data.news.length], [null, "place", 3])
})

test("has the other parts where the weather fails, and asks for it again", async () => {
  const { data, asked } = await made({ feeds: FEEDS }, { down: ["weather"] })
  assert.equal([data.weather, data.missing, titles(data).length, data.news.length], [null, "network", 4, 3])
  assert.equal(asked.at(-1), { name: "weather", parameters: { days: 2 }, optional: true })
})

test("fails as the weather does where there is nothing else, so that the last good page is shown", async () => {
  const all = ["weather", "calendar", "hacker-news"]
  let error: unknown
  await made({ feeds: FEEDS }, { down: all }).catch((caught: unknown) => (error = caught))
  assert.match(String((error as Error).message), /weather is down/)
})

test("shows a screen on which nothing is set up without news where they fail, and asks again", async () => {
  const { data, asked } = await made({}, { hasPlace: false, down: ["hacker-news"] })
  assert.equal([data.missing, data.news], ["place", []])
  assert.equal(
    asked.map(({ optional }) => optional),
    [false, true],
  )
})

test("keeps at most forty appointments", async () => {
  const events = Array.from({ length: 300 }, (_, i) => event(`${i}`, `2026-11-2${1 + (i % 7)}`))
  const { data } = await made({ feeds: FEEDS }, { answers: { calendar: { name: "", events } } })
  assert.is(data.events.length, 40)
  assert.ok(
    data.events.every(({ first }) => first === "2026-11-21"),
    "the first day comes first",
  )
})

test("shows the line that a language model wrote, and tells it nothing of the page", async () => {
  const line = "Tea first, opinions later."
  const { data, asked } = await made({ feeds: FEEDS, written: true }, { answers: { writer: { text: { line } } } })
  assert.is(data.line, line)
  const { parameters, optional } = asked.find(({ name }) => name === "writer")!
  assert.ok(optional)
  assert.equal(Object.keys(parameters), ["mode", "instructions", "schema"])
  for (const answer of [{ text: null }, { text: { line: "x".repeat(200) } }, undefined])
    assert.is((await made({ written: true }, { answers: { writer: answer } })).data.line, undefined)
})

test("leaves out settings with which other servers make their page", () => {
  const given = { hn_limit: 2, v2ex_limit: 1, summarize: true, include_insight: false, units: "us" }
  const day = { year: 2026, month: 11, day: 21, weekday: 6 }
  assert.equal(briefing.dialect!.read(given, day), { units: "us" })
  assert.equal(briefing.dialect!.write({ units: "us" }, day), {})
})

test("depends on the person, whose connections the calendars may use", () => {
  assert.ok(briefing.perUser)
})

test.run()
