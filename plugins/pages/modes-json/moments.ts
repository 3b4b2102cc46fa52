import { clockTime, datePhrase, dayNumber, filled, localTime } from "platen/sdk/kit"
import type { LocalDay, LocalTime } from "platen/sdk"
import type { Scope } from "./scope.js"

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/
const LOCAL = /^(\d{4}-\d\d-\d\d)([T ][\d:.]+)?$/
/** Milliseconds since 1970 that a date can show. */
const MAX_EPOCH = 8.64e15

interface Locale {
  readonly digits?: string
  /** What follows an hour before noon, and one after it; "" where hours are counted to 24. */
  readonly periods?: readonly [string, string]
  readonly yearsAhead?: string
  readonly timeZone?: string
  readonly dates?: Readonly<Record<string, string>>
  readonly weather?: Readonly<Record<string, string>>
}

function localeOf({ locale = {} }: Scope): Required<Locale> {
  return {
    digits: "",
    periods: ["", ""],
    yearsAhead: "",
    timeZone: "UTC",
    dates: {},
    weather: {},
    ...(locale as Locale),
  }
}

/** The words of dates and times of a scope, by key. */
function wordsOf({ digits, periods, yearsAhead, dates }: Required<Locale>): (key: string) => string {
  const [am, pm] = periods
  const own: Readonly<Record<string, string>> = {
    "number.digits": digits,
    "time.am": am,
    "time.pm": pm,
    "years-ahead": yearsAhead,
  }
  return (key) => own[key] ?? dates[key] ?? ""
}

/** The local time of day of a moment: milliseconds since 1970, or a text as "2026-11-23T07:30:00Z"; one without an offset is local already. "" for anything else. */
export function shownTime(value: unknown, scope: Scope): string {
  const locale = localeOf(scope)
  const time = momentOf(value, locale.timeZone)
  return time ? clockTime(time, wordsOf(locale)) : ""
}

/** The local date of a moment, or of a date as "2026-11-23", in a form of the page's language: "short", "dayMonth", "full", "long", "monthYear", or the name "weekday" or "weekdayShort". */
export function shownDate(value: unknown, form: string, scope: Scope): string {
  const day = dayOf(value, scope)
  if (!day) return ""
  const words = wordsOf(localeOf(scope))
  const phrase = datePhrase(day, words)
  if (form === "weekday" || form === "weekdayShort") return String(phrase[form])
  return filled(words(`date.${form === "" ? "dayMonth" : form}`), phrase)
}

/** Days from the page's day to that of a moment or a date: 0 today, negative before; "" for anything else. */
export function daysUntil(value: unknown, scope: Scope): number | "" {
  const day = dayOf(value, scope)
  const today = scope.date as LocalDay | undefined
  if (!day || !today) return ""
  return dayNumber(day.year, day.month, day.day) - dayNumber(today.year, today.month, today.day)
}

/**
 * What the date filters of Liquid format: a moment on the clock of the screen, as "2026-11-25T10:42:00+01:00". A moment is a text with an offset, or a
 * number of seconds since 1970; a date or time without an offset is local already, and gets UTC: the server's own zone must not matter. Anything else stays.
 */
export function onTheClock(value: unknown, scope: Scope): unknown {
  const [, day, time = "T00:00:00"] = (typeof value === "string" && LOCAL.exec(value)) || []
  if (day !== undefined) return `${day}${time}Z`
  const epoch =
    typeof value === "number" ? value * 1000 : isMoment(value) ? Date.parse(value.replace(" ", "T")) : Number.NaN
  if (Number.isNaN(epoch) || Math.abs(epoch) > MAX_EPOCH) return value
  const { year, month, day: date, hour, minute } = localTime(epoch, localeOf(scope).timeZone)
  const local = Date.UTC(year, month - 1, date, hour, minute) + (epoch % 60_000)
  const offset = Math.round((local - epoch) / 60_000)
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60].map((each) =>
    String(each).padStart(2, "0"),
  )
  return `${new Date(local).toISOString().slice(0, 19)}${offset < 0 ? "-" : "+"}${hours}:${minutes}`
}

const isMoment = (value: unknown): value is string => typeof value === "string" && MOMENT.exec(value)?.[1] !== undefined

function dayOf(value: unknown, scope: Scope): LocalDay | undefined {
  const [, year, month, day] = (typeof value === "string" && DAY.exec(value)) || []
  if (year !== undefined) {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
    return { year: Number(year), month: Number(month), day: Number(day), weekday: date.getUTCDay() }
  }
  return momentOf(value, localeOf(scope).timeZone)
}

function momentOf(value: unknown, timeZone: string): LocalTime | undefined {
  if (typeof value === "number") return Math.abs(value) <= MAX_EPOCH ? localTime(value, timeZone) : undefined
  const [text, offset] = (typeof value === "string" && MOMENT.exec(value)) || []
  if (text === undefined) return undefined
  const epoch = Date.parse(text.replace(" ", "T") + (offset === undefined ? "Z" : ""))
  return Number.isNaN(epoch) ? undefined : localTime(epoch, offset === undefined ? "UTC" : timeZone)
}

/** What `words` has for a code of the weather; "" where there is none. */
export function weatherWords(code: unknown, prefix: string, scope: Scope, suffix = ""): string {
  return localeOf(scope).weather[`${prefix}${String(code)}${suffix}`] ?? ""
}
