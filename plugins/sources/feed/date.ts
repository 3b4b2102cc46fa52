/** Dates before it are mistakes, such as 1 January 0001 or 1970. Milliseconds since 1970 in UTC. */
const EARLIEST = Date.UTC(1990, 0, 1)
const MAX_CHARS = 80
const MINUTE_MS = 60_000

/** Beginnings of the names of months, in English, German, French, Spanish, Italian, Portuguese and Dutch. */
const MONTHS: readonly RegExp[] = [
  /^(?:jan|jän|ene|gen)/,
  /^(?:feb|fev|fév|fèv)/,
  /^(?:mar(?!di)|mär|mrz|maa)/,
  /^(?:apr|avr|abr)/,
  /^(?:may|mai|mag|mei)/,
  /^(?:jun|juin|giu)/,
  /^(?:jul|juil|lug)/,
  /^(?:aug|aoû|aou|ago)/,
  /^(?:sep|set)/,
  /^(?:oct|okt|ott|out)/,
  /^(?:nov)/,
  /^(?:dec|dez|déc|dic)/,
]
/** Hours east of Greenwich. Source: RFC 822, 5, and names in use. */
const ZONES: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  wet: 0,
  west: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mez: 1,
  mesz: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  hkt: 8,
  sgt: 8,
  jst: 9,
  kst: 9,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
}

const TIME = /(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?:\s?([ap])\.?m\b\.?)?/
const YEAR_FIRST = /(\d{4})\s?[-/.年]\s?(\d{1,2})\s?[-/.月]\s?(\d{1,2})/
const BASIC = /^(\d{4})(\d{2})(\d{2})(?:t(\d{2})(\d{2})(\d{2})?)?/
const DAY_FIRST =
  /(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]{1,3}(?:de\s)?(\p{L}{3,12})\.?,?[\s-]{1,3}(?:de\s)?(\d{4}|\d{2})(?![:\d])/u
const MONTH_FIRST = /(\p{L}{3,12})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?\b[^]*?(?<![:\d+-])(\d{4})(?!\d)/u
const SLASHED = /(\d{1,2})\/(\d{1,2})\/(\d{4})/

/**
 * The time that a date of a feed names, milliseconds since 1970 in UTC; null for one that cannot be read, or that lies before 1990. Reads RFC 822, ISO 8601,
 * seconds since 1970, and what else is found in feeds. A time without a zone is in UTC.
 */
export function timeOf(given: string | undefined): number | null {
  const text = given?.trim().toLowerCase() ?? ""
  if (text === "" || text.length > MAX_CHARS) return null
  const at = /^\d{9,13}$/.test(text) ? sinceEpoch(text) : written(text)
  return at !== null && at >= EARLIEST && Number.isSafeInteger(at) ? at : null
}

/** Seconds since 1970, or milliseconds. */
function sinceEpoch(text: string): number {
  return text.length > 10 ? Number(text) : Number(text) * 1000
}

function written(text: string): number | null {
  const basic = BASIC.exec(text)
  if (basic) {
    const [, year, month, day, hour = 0, minute = 0, second = 0] = basic
    const rest = text.slice(basic[0].length)
    return utc([year, month, day].map(Number), [hour, minute, second].map(Number), offsetOf(rest))
  }
  const date = dateIn(text)
  if (!date) return null
  const time = TIME.exec(text)
  if (!time) return utc(date, [0, 0, 0], 0)
  const [all, hour, minute, second = 0, half] = time
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0)
  return utc(date, [hours, Number(minute), Number(second)], offsetOf(text.slice(time.index + all.length)))
}

/** Year, month from 1 on, day. */
function dateIn(text: string): readonly number[] | undefined {
  const iso = YEAR_FIRST.exec(text) ?? /^(\d{4})-(\d{2})$/.exec(text) ?? /^(\d{4})$/.exec(text)
  if (iso) return [Number(iso[1]), Number(iso[2] ?? 1), Number(iso[3] ?? 1)]
  const day = DAY_FIRST.exec(text)
  if (day && monthOf(day[2]!) > 0) return [yearOf(day[3]!), monthOf(day[2]!), Number(day[1])]
  const month = MONTH_FIRST.exec(text.replace(/^\p{L}{2,12}\.?,?\s+(?=\p{L})/u, ""))
  if (month && monthOf(month[1]!) > 0) return [Number(month[3]), monthOf(month[1]!), Number(month[2])]
  return slashed(text)
}

/** Month first with "AM" or "PM", as it is written in America; day first where it can be no month. Otherwise nobody knows. */
function slashed(text: string): readonly number[] | undefined {
  const [, first, second, year] = SLASHED.exec(text) ?? []
  if (year === undefined) return undefined
  if (Number(first) > 12) return [Number(year), Number(second), Number(first)]
  const isAmerican = Number(second) > 12 || /\d\s?[ap]\.?m\b/.test(text)
  return isAmerican ? [Number(year), Number(first), Number(second)] : undefined
}

/** 1 to 12; 0 for a word that names no month. */
function monthOf(word: string): number {
  return MONTHS.findIndex((month) => month.test(word)) + 1
}

/** A year of two digits is one from 1950 to 2049. Source: RFC 2822, 4.3. */
function yearOf(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year + (year < 50 ? 2000 : 1900)
}

/** Minutes east of Greenwich, of the text behind a time. */
function offsetOf(rest: string): number {
  const sign = /^\s{0,3}(?:gmt|utc?|z)?\s?([+-])(\d{1,2}):?(\d{2})?(?!\d)/.exec(rest)
  if (sign) return (sign[1] === "-" ? -1 : 1) * (Number(sign[2]) * 60 + Number(sign[3] ?? 0))
  const name = /^\s{0,3}\(?([a-z]{1,4})\b/.exec(rest)?.[1]
  return name === undefined ? 0 : (ZONES[name] ?? 0) * 60
}

function utc(
  [year = 0, month = 0, day = 0]: readonly number[],
  [hour = 0, minute = 0, second = 0]: readonly number[],
  offset: number,
): number | null {
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  if (Math.abs(offset) > 14 * 60 + 59) return Date.UTC(year, month - 1, day, hour, minute, second)
  return Date.UTC(year, month - 1, day, hour, minute, second) - offset * MINUTE_MS
}
