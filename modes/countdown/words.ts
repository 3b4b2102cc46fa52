import { inLanguage } from "platen/sdk"
import { datePhrase } from "platen/sdk/kit"
import type { Localised } from "platen/sdk"
import type { ViewContext } from "platen/sdk/mode"
import type { Counted } from "./days.js"

type Context = Pick<ViewContext, "language" | "words">

const TODAY = { en: "Today", zh: "今天" }
const NEW_YEAR = { en: "New Year’s Day", zh: "元旦" }

/** The units after a number of days: singular and plural. */
const UNITS: Readonly<Record<Counted["kind"], readonly [Localised, Localised]>> = {
  coming: [
    { en: "day", zh: "天" },
    { en: "days", zh: "天" },
  ],
  past: [
    { en: "day ago", zh: "天前" },
    { en: "days ago", zh: "天前" },
  ],
  since: [
    { en: "day", zh: "天" },
    { en: "days", zh: "天" },
  ],
}

const DATES = {
  long: { en: "{weekday} {day} {monthName} {year}", zh: "{year}年{month}月{day}日 {weekday}" },
  short: { en: "{weekdayShort} {day} {monthShort} {year}", zh: "{year}年{month}月{day}日 {weekdayShort}" },
  brief: { en: "{day} {monthShort} {year}", zh: "{year}年{month}月{day}日" },
} as const
const SINCE = { en: "since {date}", zh: "始于{date}" }
const MORE = { en: "{count} more", zh: "另有{count}项" }

export const newYear = (language: string): string => inLanguage(NEW_YEAR, language)

export const today = (language: string): string => inLanguage(TODAY, language)

export function unitOf({ kind, days }: Counted, language: string): string {
  return inLanguage(UNITS[kind][days === 1 ? 0 : 1], language)
}

/** A number with thousands separators: "36,500". */
export function digits(days: number): string {
  return String(days).replace(/\B(?=(\d{3})+$)/g, ",")
}

/** The date of an event; "since" and the date for a count up. */
export function dateOf({ kind, date }: Counted, form: keyof typeof DATES, { language, words }: Context): string {
  const said = filled(inLanguage(DATES[form], language), datePhrase(date, words))
  return kind === "since" ? filled(inLanguage(SINCE, language), { date: said }) : said
}

export const more = (count: number, language: string): string => filled(inLanguage(MORE, language), { count })

function filled(phrase: string, parameters: Readonly<Record<string, string | number>>): string {
  return phrase.replace(/\{(\w+)\}/g, (whole, name: string) => String(parameters[name] ?? whole))
}
