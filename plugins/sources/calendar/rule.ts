import { Invalid } from "platen/sdk"

/** How often a rule repeats, the rarest first. */
export const FREQUENCIES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"] as const
export type Frequency = (typeof FREQUENCIES)[number]

/** A weekday of a rule: 0 is Monday. `nth`: which of its month or year, from the end where it is negative; 0 is each. */
export interface Weekday {
  readonly weekday: number
  readonly nth: number
}

/** A rule of repetition as it is written. Numbers below 0 count from the end; a part that is not written is undefined. Source: RFC 5545, 3.3.10. */
export interface Rule {
  readonly frequency: Frequency
  readonly interval: number
  readonly count: number | undefined
  /** As it is written: a date or a time. */
  readonly until: string | undefined
  /** 0 is Monday. */
  readonly weekStart: number
  readonly weekdays: readonly Weekday[] | undefined
  readonly months: readonly number[] | undefined
  readonly monthDays: readonly number[] | undefined
  readonly yearDays: readonly number[] | undefined
  readonly weeks: readonly number[] | undefined
  readonly hours: readonly number[] | undefined
  readonly minutes: readonly number[] | undefined
  readonly seconds: readonly number[] | undefined
  readonly positions: readonly number[] | undefined
}

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
const NAMES = new Set(
  "FREQ|INTERVAL|COUNT|UNTIL|WKST|BYDAY|BYMONTH|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYHOUR|BYMINUTE|BYSECOND|BYSETPOS".split(
    "|",
  ),
)

/** A rule of its value, such as "FREQ=WEEKLY;BYDAY=MO". Throws Invalid for one that the standard does not have, or that readers understand in several ways. */
export function ruleIn(text: string): Rule {
  const parts = partsIn(text.toUpperCase())
  const list = (name: string, least: number, most: number): readonly number[] | undefined => {
    const value = parts.get(name)
    return value?.split(",").map((each) => numberIn(each, least, most))
  }
  const frequency = FREQUENCIES.find((each) => each === parts.get("FREQ")) ?? unknown()
  const rule: Rule = {
    frequency,
    // Some programs write 0, and mean 1.
    interval: Math.max(1, numberIn(parts.get("INTERVAL") ?? "1", 0, Number.MAX_SAFE_INTEGER)),
    count: parts.has("COUNT") ? numberIn(parts.get("COUNT")!, 1, Number.MAX_SAFE_INTEGER) : undefined,
    until: parts.get("UNTIL"),
    weekStart: weekdayIn(parts.get("WKST") ?? "MO").weekday,
    weekdays: parts.get("BYDAY")?.split(",").map(weekdayIn),
    months: list("BYMONTH", 1, 12),
    monthDays: list("BYMONTHDAY", -31, 31),
    yearDays: list("BYYEARDAY", -366, 366),
    weeks: list("BYWEEKNO", -53, 53),
    hours: list("BYHOUR", 0, 23),
    minutes: list("BYMINUTE", 0, 59),
    seconds: list("BYSECOND", 0, 59),
    positions: list("BYSETPOS", -366, 366),
  }
  if (isUnclear(rule)) unknown()
  return rule
}

/** The parts of a rule by their names. Such as the standard does not have may change the days, but for private ones. */
function partsIn(text: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  for (const part of text.split(";")) {
    const [name = "", value = "", more] = part.split("=").map((each) => each.trim())
    if (name === "" || name.startsWith("X-")) continue
    if (!NAMES.has(name) || parts.has(name) || value === "" || more !== undefined) unknown()
    parts.set(name, value)
  }
  return parts
}

/** Whether a rule has parts that the standard forbids beside each other, or for which readers choose different days. */
function isUnclear({ frequency, weekdays, monthDays, yearDays, weeks }: Rule): boolean {
  const isNumbered = weekdays?.some(({ nth }) => nth !== 0) ?? false
  // One weekday of a week is the first one.
  const hasNumbers = isNumbered && frequency !== "WEEKLY"
  return (
    (hasNumbers && frequency !== "MONTHLY" && (frequency !== "YEARLY" || weeks !== undefined)) ||
    (weeks !== undefined && (frequency !== "YEARLY" || !(weekdays ?? monthDays ?? yearDays))) ||
    (monthDays !== undefined && frequency === "WEEKLY") ||
    (yearDays !== undefined && ["MONTHLY", "WEEKLY", "DAILY"].includes(frequency))
  )
}

function weekdayIn(text: string): Weekday {
  const [, nth = "0", name = ""] = /^([+-]?\d{1,2})?([A-Z]{2})$/.exec(text.trim()) ?? []
  const weekday = WEEKDAYS.indexOf(name)
  return weekday < 0 || Math.abs(Number(nth)) > 53 ? unknown() : { weekday, nth: Number(nth) }
}

/** A whole number within bounds; where they reach below 0, it is not 0. */
function numberIn(text: string, least: number, most: number): number {
  const number = /^\s*[+-]?\d{1,15}\s*$/.test(text) ? Number(text) : NaN
  return number >= least && number <= most && (least >= 0 || number !== 0) ? number : unknown()
}

function unknown(): never {
  throw new Invalid("The rule of a series cannot be read.", { code: "calendar-unreadable" })
}
