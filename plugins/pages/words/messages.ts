import type { Messages } from "platen/sdk/mode"
import { BY_HAND } from "./by-hand.js"
import { DATA } from "./cldr.js"
import type { Habits, LanguageData, Numbers } from "./cldr.js"
import { sky } from "./sky.js"

/** The phrases of every language of the table, made when they are read: those of CLDR, with those by hand in their place. Regions have what they write in another way alone. */
export function messages(): Messages {
  const regions = Object.values(DATA).flatMap(({ regions: own = {} }) => Object.entries(own))
  return {
    ...Object.fromEntries(regions.map(([tag, region]) => [tag, () => regionPhrases(region)])),
    ...Object.fromEntries(
      Object.entries(DATA).map(([language, data]) => [
        language,
        () => ({ ...phrasesOf(data), ...BY_HAND[language], ...sky[language] }),
      ]),
    ),
  }
}

function numberPhrases({ digits = "0123456789", number, percent }: Numbers): Readonly<Record<string, string>> {
  return { "number.digits": digits, "number.format": broad(number), "number.percent": broad(percent) }
}

/** What follows an hour; "" where hours are counted to 24. */
function timePhrases(periods = "|"): Readonly<Record<string, string>> {
  const [am, pm] = parts(periods)
  return { "time.am": broad(am), "time.pm": broad(pm) }
}

function regionPhrases(region: Partial<Numbers & Habits>): Readonly<Record<string, string>> {
  const { number, percent, first, weekend, periods } = region
  return {
    ...(number !== undefined && percent !== undefined && numberPhrases({ ...region, number, percent })),
    ...(first !== undefined && { "first-day-of-week": first }),
    ...(weekend !== undefined && { weekend }),
    ...(periods !== undefined && timePhrases(periods)),
  }
}

/** The faces that are drawn for the pixel have no narrow no-break space: a number with one would be set in another face. */
function broad(text: string): string {
  return text.replaceAll("\u202f", "\u00a0")
}

function phrasesOf(data: LanguageData): Readonly<Record<string, string>> {
  const { weekday, weekdayShort, month, monthShort, date } = data
  const [week, day] = parts(data.units)
  const [pair, separator, last] = parts(data.list)
  const [english, chinese] = parts(data.languages)
  return {
    ...numbered("weekday", 0, weekday),
    ...numbered("weekday.in-date", 0, data.weekdayInDate ?? weekday),
    ...numbered("weekday.short", 0, weekdayShort),
    ...numbered("weekday.short.in-date", 0, data.weekdayShortInDate ?? weekdayShort),
    ...numbered("weekday.letter", 0, data.weekdayLetter),
    ...numbered("month", 1, month),
    ...numbered("month.in-date", 1, data.monthInDate ?? month),
    ...numbered("month.short", 1, monthShort),
    ...numbered("month.short.in-date", 1, data.monthShortInDate ?? monthShort),
    ...numbered("month.narrow", 1, data.monthNarrow),
    ...Object.fromEntries(Object.entries(date).map(([name, pattern]) => [`date.${name}`, broad(pattern)])),
    "date.week": `${week} {week}`,
    "date.dayOfYear": `${day} {dayOfYear}/{daysInYear}`,
    ...brief(data),
    "years-ahead": data.yearsAhead ?? "0",
    "first-day-of-week": data.first,
    weekend: data.weekend,
    ...timePhrases(data.periods),
    ...numberPhrases(data),
    "list.pair": pair,
    "list.separator": separator,
    "list.last": last,
    "language.en": english,
    "language.zh": chinese,
    "content-language": "{language}",
  }
}

/** Most letters of a brief name of a day. */
const BRIEF = 5

/** The names of the days over a column: letters, where all are different, else short names. */
function brief({ weekdayLetter, weekdayShort }: LanguageData): Readonly<Record<string, string>> {
  const short = weekdayShort.split("|").map((name) => name.replace(/\.$/, ""))
  const letters = weekdayLetter.split("|")
  const isClear = new Set(letters).size === letters.length || short.some((name) => name.length > BRIEF)
  return numbered("weekday.brief", 0, isClear ? weekdayLetter : short.join("|"))
}

/** The entries of a list of the table. */
function parts(list: string): [string, string, string] {
  return list.split("|") as [string, string, string]
}

function numbered(prefix: string, first: number, list: string): Readonly<Record<string, string>> {
  return Object.fromEntries(list.split("|").map((word, i) => [`${prefix}.${first + i}`, word]))
}
