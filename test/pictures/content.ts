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

/** What was made of a device's own, or of the world's, which these pages have not. */
export const DATA: Readonly<Record<string, unknown>> = {
  WEATHER: {
    weather: await answered(weatherSource("https://weather.example/"), forecastAnswer(BERLIN)),
    air: await answered(airSource("https://air.example/"), airAnswer(BERLIN)),
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
