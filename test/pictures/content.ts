import { airSource } from "../../plugins/source-weather/air.js"
import { weatherSource } from "../../plugins/source-weather/forecast.js"
import type { Source, SourceContext } from "platen/sdk/mode"
import { airAnswer, forecastAnswer, PLACES } from "../world/open-meteo.js"

/** What somebody would set: without it these pages are nearly empty. */
export const SETTINGS: Readonly<Record<string, object>> = {
  COUNTDOWN: {
    countdownEvents: [
      { name: "Lisbon", date: "2027-03-14" },
      { name: "妈妈的生日", date: "1961-01-09", yearly: true },
      { name: "Since the first run", date: "2024-05-01", type: "countup" },
    ],
  },
  LIFEBAR: { birth: "1988-06-02" },
  MEMO: { memo_text: "# Saturday\n- [x] bread\n- [ ] lamp oil\n- [ ] 给安娜寄信" },
  MY_ADAPTIVE: { caption: "Still life, 静物" },
}

const BERLIN = {
  ...PLACES.find(({ name }) => name === "Berlin")!,
  at: "2026-11-21T09:05:00Z",
  codes: [61, 3, 80, 2, 71],
}

/** What a source makes of an answer of the world. */
function answered(source: Source, answer: object): Promise<unknown> {
  const { latitude, longitude, timeZone, at } = BERLIN
  const body = JSON.stringify(answer)
  const context: SourceContext = {
    language: "en",
    timeZone,
    place: { latitude, longitude },
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    deadline: new AbortController().signal,
    now: Date.parse(at),
    fetch: (url) =>
      Promise.resolve({
        status: 200,
        url: String(url),
        headers: {},
        bytes: new TextEncoder().encode(body),
        text: () => body,
        json: () => JSON.parse(body) as unknown,
      }),
  }
  return source.read(source.parameters.parse({}), context)
}

/** Milliseconds since 1970 of a time on the day of the pictures, or on one of the days round it. */
const timeOn = (day: number, hour: number, minute = 0): number => Date.UTC(2026, 10, 21 + day, hour, minute)
const dateOn = (day: number): string => new Date(timeOn(day, 0)).toISOString().slice(0, 10)

/** Headlines of no newspaper: title, summary, source, day and time. */
const HEADLINES = [
  [
    "Harbour reopens after the longest freeze in forty years",
    "The first ferry left at dawn with bread, post and eleven passengers. The ice breaker had worked through the night, and half the town stood on the quay.",
    "The Quay Post",
    timeOn(0, 7, 40),
  ],
  ["Library lends its ten thousandth umbrella", "Three have come back.", "Northern Courier", timeOn(0, 6, 55)],
  ["夜班列车将再开五年", "投票结果比预想的更接近。", "码头日报", timeOn(0, 5, 10)],
  ["Why bakers are getting up later", "A slow dough lets them sleep until five.", "Bread & Grain", timeOn(-1, 17)],
  ["Lighthouse keeper wanted, must like gulls", "", "Coast Gazette", timeOn(-3, 9)],
] as const

/** An appointment; without an hour, of all day. */
function appointment(title: string, place: string, day: number, hour?: number): object {
  const at = timeOn(day, hour ?? 0)
  const length = (hour === undefined ? 24 : 1) * 3_600_000
  return {
    title,
    place,
    allDay: hour === undefined,
    at,
    until: at + length,
    first: dateOn(day),
    last: dateOn(day),
  }
}

/** What was made of a device's own, or of the world's, which these pages have not. */
export const DATA: Readonly<Record<string, unknown>> = {
  WEATHER: {
    weather: await answered(weatherSource("https://weather.example/"), forecastAnswer(BERLIN)),
    air: await answered(airSource("https://air.example/"), airAnswer(BERLIN)),
  },
  FEED: {
    feed: {
      feeds: [...new Set(HEADLINES.map(([, , source]) => source))].map((title) => ({ title, ok: true })),
      items: HEADLINES.map(([title, summary, source, at]) => ({ title, summary, author: "", source, at, link: "" })),
    },
  },
  BRIEFING: {
    weather: { temperature: 9.6, apparent: 7.1, code: 61, isDay: true, low: 3.2, high: 13.8 },
    events: [
      appointment("Dentist", "12 Chestnut Row", 0, 13),
      appointment("Choir rehearsal", "", 0, 18),
      appointment("妈妈的生日", "", 2),
      appointment("Parents’ evening", "School, room 204", 3, 19),
      appointment("Train to Lübeck", "Platform 7", 5, 8),
    ],
    unread: [],
    news: HEADLINES.slice(0, 3).map(([title, , source]) => ({ title, source })),
  },
  HABIT: {
    day: { year: 2026, month: 11, day: 21, weekday: 6 },
    of: "device",
    habits: [
      ["Run", "1101010"],
      ["Read 20 pages", "1111110"],
      ["喝水", "0111010"],
      ["Practise the violin", "0000000"],
      ["Up by seven", "1010100"],
      ["Write to Anna", "0000010"],
    ].map(([name, days]) => ({ name, week: [...days!].map((day) => day === "1") })),
  },
}
