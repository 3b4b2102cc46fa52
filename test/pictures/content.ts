import { airSource } from "../../plugins/sources/weather/air.js"
import { entityOf, stateAnswer } from "../../plugins/sources/home-assistant/entity.js"
import { weatherSource } from "../../plugins/sources/weather/forecast.js"
import type { Source, SourceContext } from "platen/sdk/mode"
import type { Air } from "platen/sdk/sources"
import { HOUSEHOLD } from "../world/home-assistant.js"
import { airAnswer, forecastAnswer, PLACES } from "../world/open-meteo.js"

/** What somebody would set: without it these pages are nearly empty. */
export const SETTINGS: Readonly<Record<string, object>> = {
  COLLAGE: { cells: [{ mode: "WEATHER" }, { mode: "AGENDA", settings: { feeds: [{ url: "https://a.example/" }] } }] },
  AGENDA: { feeds: [{ url: "https://calendar.example/work.ics" }] },
  COUNTDOWN: {
    countdownEvents: [
      { name: "Lisbon", date: "2027-03-14" },
      { name: "妈妈的生日", date: "1961-01-09", yearly: true },
      { name: "Since the first run", date: "2024-05-01", type: "countup" },
    ],
  },
  HOME: { connection: "house", entities: HOUSEHOLD.slice(0, 10).map(({ entity_id: id }) => id) },
  LIFEBAR: { birth: "1988-06-02" },
  PHOTOS: { album: "family" },
  MEMO: { memo_text: "# Saturday\n- [x] bread\n- [ ] lamp oil\n- [ ] 给安娜寄信" },
  TIMETABLE: {
    periods: ["08:00-09:30", "09:45-11:15", "11:30-13:00", "14:00-15:30", "15:45-17:15", "18:30-20:00"],
    courses: {
      "0-0": "Algebra/A201",
      "0-1": "Algebra/A201",
      "0-3": "English/B305",
      "0-4": "Physics/P1",
      "1-0": "Music/M2",
      "1-1": "Statistics/C102",
      "1-2": "Physics/P1",
      "1-3": "Sports/Gym",
      "2-0": "Analysis/A201",
      "2-1": "Chemistry/Lab 2",
      "2-3": "Chemistry/Lab 2",
      "2-4": "Chemistry/Lab 2",
      "3-1": "Statistics/C102",
      "3-2": "History/D4",
      "3-3": "Algebra/A201",
      "3-5": "Choir/Aula",
      "4-0": "Physics/P1",
      "4-1": "English/B305",
      "4-3": "Networks/C102",
      "5-0": "Drawing/Studio",
      "5-1": "Drawing/Studio",
    },
  },
  MY_ADAPTIVE: { caption: "Still life, 静物" },
  NUMBERS: {
    requests: [{ url: "https://meter.example/now" }],
    pick: [{ label: "Roof", path: "$.roof[*]", unit: "kW" }],
    decimals: 2,
    hours: 24,
  },
}

const BERLIN = {
  ...PLACES.find(({ name }) => name === "Berlin")!,
  at: "2026-11-21T09:05:00Z",
  codes: [61, 3, 80, 2, 71],
}

/** A day of a number, one value in a quarter of an hour. */
function dayOf(mean: number, swing: number): readonly number[] {
  return Array.from(
    { length: 96 },
    (_, i) => Math.round((mean + swing * Math.sin(i / 15 - 2) + swing * 0.15 * Math.sin(i / 2.6)) * 10) / 10,
  )
}

const DAYS: Readonly<Record<string, readonly number[]>> = {
  "sensor.living_room_temperature": dayOf(20.6, 0.9),
  "sensor.outdoor_temperature": dayOf(-0.8, 3.4),
  "sensor.power": dayOf(380, 190),
  "sensor.bathroom_humidity": dayOf(55, 9),
  "sensor.study_co2": dayOf(610, 120),
}

/** A value of the source "json". */
function picked(label: string, number: number | null, unit = "", list: readonly number[] = [], text = ""): object {
  return { label, text: number === null ? text : String(number), number, list, unit }
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
    release: () => {},
    askAgainIn: () => {},
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

/** An event of an agenda; all day where it has no hours. `to`: the day after which, or the time at which it ends. */
function event(title: string, day: number, from: string, to: string, calendar: number, place = ""): object {
  const allDay = from === ""
  const date = (of: number): string => `2026-11-${of}`
  const last = allDay ? Number(to) : day
  return {
    title,
    place,
    allDay,
    at: Date.parse(`${date(day)}T${allDay ? "00:00" : from}:00+01:00`),
    until: Date.parse(allDay ? `${date(last + 1)}T00:00:00+01:00` : `${date(day)}T${to}:00+01:00`),
    first: date(day),
    last: date(last),
    calendar,
  }
}
const AIR = (await answered(airSource("https://air.example/"), airAnswer(BERLIN))) as Air
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
  AIR: { air: { ...AIR, index: AIR.hours[0]!.index, pollen: { ...AIR.pollen, birch: 0, grass: 12, olive: null } } },
  WEATHER: {
    weather: await answered(weatherSource("https://weather.example/"), forecastAnswer(BERLIN)),
    air: AIR,
  },
  AGENDA: {
    day: { year: 2026, month: 11, day: 21 },
    calendars: [
      { name: "Work", ink: "black", isRead: true },
      { name: "Family", ink: "red", isRead: true },
      { name: "Choir", ink: "black", isRead: true },
    ],
    events: [
      event("Grandma visits", 21, "", "23", 1),
      event("Market", 21, "09:30", "11:00", 1, "Winterfeldtplatz"),
      event("Lunch with Ines", 21, "13:00", "14:30", 1, "Café Krone"),
      event("Rehearsal", 21, "18:00", "20:30", 2, "St. Matthias, choir loft"),
      event("动物园", 22, "10:00", "15:00", 1),
      event("Team week: planning", 23, "09:00", "10:00", 0, "Room 4"),
      event("Dentist", 23, "14:15", "15:00", 1),
      event("Review of the autumn release", 24, "11:00", "12:30", 0),
      event("Parents' evening", 24, "19:00", "21:00", 1, "School"),
      event("Piano lesson", 25, "16:00", "17:00", 1),
      event("Interview", 26, "10:00", "11:00", 0),
      event("1:1 with Sam", 26, "11:30", "12:00", 0),
      event("Rehearsal", 26, "19:30", "22:00", 2),
      event("Day off", 27, "", "27", 0),
      event("Bin day", 27, "07:00", "07:15", 1),
    ],
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
  HOME: {
    home: {
      entities: HOUSEHOLD.slice(0, 10).map((each) => ({
        ...entityOf(each.entity_id, stateAnswer.parse(each)),
        history: DAYS[each.entity_id] ?? [],
      })),
    },
  },
  NUMBERS: {
    numbers: {
      values: [
        picked("Roof", 4.27, "kW", dayOf(3.1, 2.6)),
        picked("Household", 1.86, "kW"),
        picked("Into the grid", 2.41, "kW"),
        picked("Battery", 78, "%"),
        picked("Since January", 3986, "kWh"),
        picked("Car", null, "", [], "charging"),
        picked("Price", 0.2834, "€/kWh"),
        picked("Ground water", -3.42, "m"),
        picked("Rain butt", 412, "l"),
      ],
    },
  },
  PHOTOS: {
    photos: {
      first: "my-adaptive/still-life",
      wide: "my-adaptive/still-life",
      upright: ["my-adaptive/still-life"],
      count: 1,
    },
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

/** A page of others, as they are. */
Object.assign(DATA, {
  COLLAGE: { cells: ["WEATHER", "AGENDA"].map((mode) => ({ mode, data: DATA[mode] })), fault: "" },
})

/** Content that is written in a language. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  THISDAY: {
    en: {
      event: "The Montgolfier brothers' balloon carried two people over Paris, the first free flight of human beings.",
      since: 1783,
      years: 243,
      oldStyle: false,
      from: "Wikipedia",
    },
    zh: {
      event: "蒙戈尔菲耶兄弟的热气球载着两人飞越巴黎，这是人类首次自由飞行。",
      since: 1783,
      years: 243,
      oldStyle: false,
      from: "",
    },
  },
}

/** The content with which a mode is drawn in a language. */
export function dataOf(id: string, language: string): unknown {
  return WRITTEN[id]?.[language] ?? WRITTEN[id]?.en ?? DATA[id]
}
