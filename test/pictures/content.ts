import { airSource } from "../../plugins/source-weather/air.js"
import { entityOf, stateAnswer } from "../../plugins/source-home-assistant/entity.js"
import { weatherSource } from "../../plugins/source-weather/forecast.js"
import type { Source, SourceContext } from "platen/sdk/mode"
import { HOUSEHOLD } from "../world/home-assistant.js"
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
  HOME: { connection: "house", entities: HOUSEHOLD.slice(0, 10).map(({ entity_id: id }) => id) },
  LIFEBAR: { birth: "1988-06-02" },
  MEMO: { memo_text: "# Saturday\n- [x] bread\n- [ ] lamp oil\n- [ ] 给安娜寄信" },
  MY_ADAPTIVE: { caption: "Still life, 静物" },
  NUMBERS: {
    requests: [{ url: "https://meter.example/now" }],
    pick: [{ label: "Roof", path: "$.roof[*]", unit: "kW" }],
    decimals: 2,
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

/** What was made of a device's own, or of the world's, which these pages have not. */
export const DATA: Readonly<Record<string, unknown>> = {
  WEATHER: {
    weather: await answered(weatherSource("https://weather.example/"), forecastAnswer(BERLIN)),
    air: await answered(airSource("https://air.example/"), airAnswer(BERLIN)),
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
