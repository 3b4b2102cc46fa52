/**
 * Makes plugins/pages/words/cldr.ts: the date words, date patterns, numbers and lists of CLDR, as this Node has them in Intl. They are pinned, because
 * the locale data of the runtime changes with every version, and pictures are compared byte by byte.
 *
 *     node vendor/dates/make.mjs > plugins/pages/words/cldr.ts
 *
 * Every calendar is the Gregorian one. The same Node makes the same bytes; the test of the table repeats this with the Node that runs it.
 */
import { pathToFileURL } from "node:url"

/** The languages that the engine can shape, and those of their scripts and regions that write dates in another way. */
const LANGUAGES =
  "af ar az be bg bn br bs ca cs cy da de el en en-US eo es et eu fa fi fil fo fr ga gl he hi hr hu hy id is it ja ka kk ko ky lb lt lv mk mn mr ms mt nb ne nl nn pl pt pt-PT ro ru sk sl sq sr sr-Latn sv sw ta th tr uk ur uz vi zh zh-HK zh-Hant"

/** Where the data of a language are those of a region: English as it is spelled here; "ar" has no digits of its own, but most of its readers do. */
const SOURCES = { ar: "ar-EG", en: "en-GB" }
/** Regions that a language is written in: some use European digits, begin their week on another day, or count hours to 12. */
const REGIONS = {
  ar: "AE BH DJ DZ EG EH ER IL IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SS SY TD TN YE",
  bn: "BD IN",
  el: "CY GR",
  en: "AE AG AS AU BB BM BS BZ CA DM FJ FM GD GH GM GU GY HK IE IN JM KI KN KY LC LR LS MH MO MP MT MW MY NA NZ PG PH PK PR PW SB SD SG SL SS SZ TC TO TT UM US VC VG VI VU WS ZA ZM ZW",
  es: "AR BO BR BZ CL CO CR CU DO EC GT HN MX NI PA PE PH PR PY SV US UY VE",
  fa: "AF",
  hi: "IN",
  ko: "KP KR",
  mr: "IN",
  ms: "BN MY SG",
  ne: "IN",
  sq: "AL MK XK",
  ta: "IN LK MY SG",
  ur: "IN PK",
  "zh-Hant": "TW",
}

/** Parts of the day whose short form in CLDR is the English one, in the wide form of CLDR. */
const WIDE = { AM: "오전", PM: "오후" }

const MONTHS = Array.from({ length: 12 }, (_, i) => i)
const WEEKDAYS = Array.from({ length: 7 }, (_, i) => i)
const YEAR = 2026

const SHORT = { weekday: "short", day: "numeric", month: "short" }
const LONG = { day: "numeric", month: "long", year: "numeric" }
const PATTERNS = {
  short: SHORT,
  shortYear: { ...SHORT, year: "numeric" },
  dayMonth: { day: "numeric", month: "short" },
  medium: { day: "numeric", month: "short", year: "numeric" },
  full: LONG,
  long: { ...LONG, weekday: "long" },
  monthYear: { month: "long", year: "numeric" },
}

/** The table as a module: one language a line. */
export function made() {
  const lines = LANGUAGES.split(" ").map((language) => `  ${key(language)}: ${literal(dataOf(language))},\n`)
  return `/** Version of the Unicode Common Locale Data Repository that the table holds. */
export const CLDR = ${JSON.stringify(process.versions.cldr)}

export interface Numbers {
  /** From 0 to 9, where they are not the European ones. */
  readonly digits?: string
  /** Decimal separator, separator of groups, sizes of the last group and of those before it, least digits before the first separator. */
  readonly number: string
  readonly percent: string
}

/** The week and the hours of a language or of a region. */
export interface Habits {
  /** The first day of the week: 0 Sunday to 6 Saturday. */
  readonly first: string
  /** The days of the weekend, such as "0|6". */
  readonly weekend: string
  /** What follows a time before noon, and one after it, where a region counts its hours to 12; with the time as "{}" where more stands before it. */
  readonly periods?: string
}

/** Words, patterns and numbers of a language. Lists are joined by "|". */
export interface LanguageData extends Numbers, Habits {
  /** Sunday first: in full, short, and one letter. \`...InDate\`: beside a day, where that differs. */
  readonly weekday: string
  readonly weekdayInDate?: string
  readonly weekdayShort: string
  readonly weekdayShortInDate?: string
  readonly weekdayLetter: string
  /** January first. \`...InDate\`: beside a day, such as the genitive, where that differs. */
  readonly month: string
  readonly monthInDate?: string
  readonly monthShort: string
  readonly monthShortInDate?: string
  /** One letter or number, for an axis. */
  readonly monthNarrow: string
  /** The patterns of dates, by name. */
  readonly date: Readonly<Record<${Object.keys(PATTERNS)
    .map((name) => `"${name}"`)
    .join(" | ")}, string>>
  /** The names of a week and of a day. */
  readonly units: string
  /** Years that a year of the language's own calendar is ahead of the Gregorian one. */
  readonly yearsAhead?: string
  /** Regions with other digits, another week or other hours than the language. */
  readonly regions?: Readonly<Record<string, Partial<Numbers & Habits>>>
  /** Two entries; what stands between entries, and before the last one. */
  readonly list: string
  /** The names of English and of Chinese. */
  readonly languages: string
}

export const DATA: Readonly<Record<string, LanguageData>> = {
${lines.join("")}}
`
}

function dataOf(language) {
  const source = SOURCES[language] ?? language
  const names = namesIn(source)
  const numbers = numbersOf(source)
  const habits = habitsOf(source)
  return {
    ...Object.fromEntries(Object.entries(names.lists).map(([name, list]) => [name, list.join("|")])),
    date: names.date,
    units: ["weekOfYear", "day"]
      .map((unit) => new Intl.DisplayNames(source, { type: "dateTimeField" }).of(unit))
      .map((name) => name[0].toLocaleUpperCase(source) + name.slice(1))
      .join("|"),
    ...yearsOf(source),
    ...habits,
    ...numbers,
    ...regionsOf(language, numbers, habits),
    list: listOf(source).join("|"),
    languages: ["en", "zh"].map((each) => new Intl.DisplayNames(source, { type: "language" }).of(each)).join("|"),
  }
}

/** Digits, separators and percentages. */
function numbersOf(source) {
  const digits = new Intl.NumberFormat(source, { useGrouping: false, minimumIntegerDigits: 10 }).format(123_456_789)
  return {
    ...(digits !== "0123456789" && { digits }),
    number: separatorsOf(source).join("|"),
    percent: new Intl.NumberFormat(source, { style: "percent" })
      .formatToParts(0.5)
      .map(({ type, value }) => (type === "integer" ? "{number}" : value))
      .join(""),
  }
}

/** The week, and the hours: of a language without a region they are always 24. `isRegion`: of one of its regions; American English is one, and the Chinese of Hong Kong. */
function habitsOf(source, isRegion = ["en-US", "zh-HK"].includes(source)) {
  const locale = new Intl.Locale(source)
  const { firstDay, weekend } = locale.getWeekInfo?.() ?? locale.weekInfo
  const clock = new Intl.DateTimeFormat(source, { hour: "numeric", minute: "2-digit", timeZone: "UTC" })
  const counts12 = isRegion && clock.resolvedOptions().hourCycle === "h12"
  return {
    first: String(firstDay % 7),
    weekend: weekend.map((day) => day % 7).sort().join("|"),
    ...(counts12 && { periods: [7, 19].map((hour) => periodOf(clock, Date.UTC(YEAR, 0, 1, hour))).join("|") }),
  }
}

/** The part of the day as a page writes it behind a time; where it stands before, with the time as "{}". */
function periodOf(clock, at) {
  const parts = clock.formatToParts(at)
  if (parts.at(-1).type === "dayPeriod") return parts.at(-1).value
  const { locale } = clock.resolvedOptions()
  const text = clock.format(at).replace(/\p{Nd}+.\p{Nd}+/u, "{}").replace(" ", "\u00a0")
  return locale.startsWith("ko") ? text.replace(/AM|PM/, (period) => WIDE[period]) : text
}

/** How far the years of a language's own calendar are ahead of the Gregorian ones, where its months and days are the same. */
function yearsOf(source) {
  const { calendar } = new Intl.DateTimeFormat(source).resolvedOptions()
  if (calendar !== "buddhist") return {}
  const own = new Intl.DateTimeFormat(source, { year: "numeric", numberingSystem: "latn", timeZone: "UTC" })
  return { yearsAhead: String(partOf(own, Date.UTC(YEAR, 5, 15), "year") - YEAR) }
}

/** What the regions of a language have that it has not: digits, the week and the hours. */
function regionsOf(language, numbers, habits) {
  const others = (REGIONS[language] ?? "").split(" ").filter(Boolean).flatMap((region) => {
    const tag = `${language.replace("-Hant", "")}-${region}`
    const own = numbersOf(tag)
    const week = Object.entries(habitsOf(tag, true)).filter(([name, value]) => habits[name] !== value)
    const entry = { ...(own.digits !== numbers.digits && own), ...Object.fromEntries(week) }
    return LANGUAGES.split(" ").includes(tag) || Object.keys(entry).length === 0 ? [] : [[tag, entry]]
  })
  return others.length > 0 ? { regions: Object.fromEntries(others) } : {}
}

/** Decimal separator, group separator, size of the last group, size of those before it, and digits before the first separator from which numbers are grouped. */
function separatorsOf(source) {
  const format = new Intl.NumberFormat(source)
  const parts = format.formatToParts(123_456_789.5)
  const groups = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length)
  const grouped = (value) => format.formatToParts(value).some(({ type }) => type === "group")
  return [
    parts.find(({ type }) => type === "decimal").value,
    parts.find(({ type }) => type === "group")?.value ?? "",
    groups.at(-1),
    groups.at(-2),
    grouped(1_000) ? 1 : 2,
  ]
}

function listOf(source) {
  const format = new Intl.ListFormat(source)
  const literals = (list) => format.formatToParts(list).flatMap(({ type, value }) => (type === "literal" ? [value] : []))
  const pair = format.formatToParts(["a", "b"]).map(({ type, value }) => (type === "element" ? `{${value}}` : value))
  const between = literals(["a", "b", "c", "d"])
  if (between.length !== 3 || between[0] !== between[1]) throw new Error(`${source}: lists are not joined by separators`)
  return [pair.join(""), between[0], between[2]]
}

/** Names and patterns. A pattern says which form of a name it holds. */
function namesIn(source) {
  const format = (options) =>
    new Intl.DateTimeFormat(source, { ...options, calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" })
  const months = (options) => MONTHS.map((month) => partOf(format(options), Date.UTC(YEAR, month, 5), "month"))
  // The whole text, since the sign after a number, as in Japanese, is no part of the month.
  const monthsAlone = (options) => MONTHS.map((month) => format(options).format(Date.UTC(YEAR, month, 5)))
  // 1 February 2026 is a Sunday.
  const weekdays = (options) => WEEKDAYS.map((day) => partOf(format(options), Date.UTC(YEAR, 1, 1 + day), "weekday"))
  const alone = monthsAlone({ month: "long" })
  const inDate = months(LONG)
  // Greek has its nominative only with a year.
  const withYear = months(PATTERNS.monthYear)
  const forms = {
    weekday: weekdays({ weekday: "long" }),
    weekdayInDate: weekdays(PATTERNS.long),
    weekdayShort: weekdays({ weekday: "short" }),
    weekdayShortInDate: weekdays(SHORT),
    month: same(alone, inDate) ? withYear : alone,
    monthInDate: inDate,
    monthShort: monthsAlone({ month: "short" }),
    monthShortInDate: months(PATTERNS.medium),
  }
  const known = { weekday: [], month: [] }
  const lists = { weekdayLetter: weekdays({ weekday: "narrow" }), monthNarrow: months({ month: "narrow" }) }
  for (const [name, list] of Object.entries(forms)) {
    const kind = name.startsWith("month") ? "month" : "weekday"
    const isAlike = name.endsWith("InDate") && (list.every((value) => NUMBER.test(value)) || known[kind].some(([, other]) => same(other, list)))
    if (isAlike) continue
    known[kind].push([name, list])
    lists[name] = list
  }
  const date = Object.fromEntries(
    Object.entries(PATTERNS).map(([name, options]) => [name, patternOf(format(options), known, `${source} ${name}`)]),
  )
  return { lists: inOrder(lists), date }
}

const ORDER = [
  ["weekday", "weekdayInDate", "weekdayShort", "weekdayShortInDate", "weekdayLetter"],
  ["month", "monthInDate", "monthShort", "monthShortInDate", "monthNarrow"],
].flat()

function inOrder(lists) {
  return Object.fromEntries(ORDER.flatMap((name) => (lists[name] ? [[name, lists[name]]] : [])))
}

/** The parameter that stands for a form of a name. */
const PARAMETERS = {
  weekday: "weekday",
  weekdayInDate: "weekdayInDate",
  weekdayShort: "weekdayShort",
  weekdayShortInDate: "weekdayShortInDate",
  month: "monthName",
  monthInDate: "monthNameInDate",
  monthShort: "monthShort",
  monthShortInDate: "monthShortInDate",
}

/** The pattern of a format: of all its dates, so that no part of one date is taken for a word of the pattern. Throws Error when the dates disagree. */
function patternOf(format, known, what) {
  const month = formOf(known.month, format, "month", MONTHS, (i) => Date.UTC(YEAR, i, 5))
  const weekday = formOf(known.weekday, format, "weekday", WEEKDAYS, (i) => Date.UTC(YEAR, 1, 1 + i))
  const patterns = new Set(
    MONTHS.flatMap((each) => DAYS.flatMap((day) => onePattern(format, each, day, { month, weekday }, what))),
  )
  if (patterns.size !== 1) throw new Error(`${what} has no one pattern: ${[...patterns].join(" / ")}`)
  return [...patterns][0]
}

/** Days of one digit: a tenth does not show whether a number is written with two. */
const DAYS = [3, 4, 5, 6, 7, 8, 9]
const NUMBER = /^\d+$/

/** The parameter of the form of a name that a format has; undefined when it has none, or a number. */
function formOf(forms, format, type, indices, timeOf) {
  const written = indices.map((index) => partOf(format, timeOf(index), type))
  const form = forms.find(([, list]) => same(list, written))
  return form && `{${PARAMETERS[form[0]]}}`
}

/** The pattern of a date, or none where the number of its month has two digits anyway. */
function onePattern(format, month, day, forms, what) {
  const parts = format.formatToParts(Date.UTC(YEAR, month, day))
  if (month >= 9 && parts.some(({ type, value }) => type === "month" && NUMBER.test(value))) return []
  return parts
    .map(({ type, value }) => {
      if (type === "year") return value === String(YEAR) ? "{year}" : fault(what, value)
      if (type === "day") return number("day", day, value, what)
      if (type === "month" && NUMBER.test(value)) return number("month", month + 1, value, what)
      return type === "month" || type === "weekday" ? (forms[type] ?? fault(what, value)) : value
    })
    .join("")
}

function number(name, value, written, what) {
  if (written === String(value)) return `{${name}}`
  return written === `0${value}` ? `{${name}TwoDigits}` : fault(what, written)
}

function fault(what, value) {
  throw new Error(`${what}: ${JSON.stringify(value)} is no form of the names`)
}

function partOf(format, time, wanted) {
  return format.formatToParts(time).find(({ type }) => type === wanted)?.value
}

function same(a, b) {
  return a.every((each, i) => each === b[i])
}

/** A value as source, as short as it can be. */
function literal(value) {
  if (typeof value !== "object") return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, each]) => `${key(name)}: ${literal(each)}`)
    .join(", ")} }`
}

function key(name) {
  return /^\w+$/.test(name) ? name : JSON.stringify(name)
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) process.stdout.write(made())
