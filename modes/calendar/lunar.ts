import { isTraditionalChinese, toTraditional } from "platen/sdk/kit"
import { SolarDay } from "tyme4ts"

/** The label under a day of the Chinese calendar. "festival" and "term" may use a second ink. */
export interface DayLabel {
  readonly text: string
  readonly kind: "festival" | "term" | "month" | "day"
}

/** The lunar date of a day, 丙午马年 十月十三, and the next solar term. */
export interface LunarDate {
  readonly year: string
  readonly monthDay: string
  readonly nextTerm: { readonly name: string; readonly month: number; readonly day: number }
}

/** Festivals that printed calendars leave out: rarely celebrated, or the same as a solar term. */
const QUIET = new Set(["清明节", "冬至节", "上巳节", "龙头节"])

/** Festivals of the solar year that all readers of Chinese know; the others are those of the mainland. */
const COMMON = new Set(["元旦", "劳动节"])

/** Labels by day and characters: each page of a month asks for the same 42, whose computing takes longer than its drawing. */
const known = new Map<string, DayLabel>()
const MAX_KNOWN = 1_000

/** The label of a day in the characters of a language: festival, else solar term, else on the first lunar day the name of the month, else the lunar day. */
export function labelOf(year: number, month: number, day: number, language = "zh"): DayLabel {
  const isAbroad = isTraditionalChinese(language)
  const key = `${year}-${month}-${day}/${isAbroad}`
  let label = known.get(key)
  if (!label) {
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, (label = simplifiedLabel(year, month, day, isAbroad)))
  }
  return { text: toTraditional(label.text, language), kind: label.kind }
}

function simplifiedLabel(year: number, month: number, day: number, isAbroad: boolean): DayLabel {
  const solar = SolarDay.fromYmd(year, month, day)
  const lunar = solar.getLunarDay()
  const ofYear = solar.getFestival()?.getName() ?? ""
  const festival = [lunar.getFestival()?.getName(), isAbroad && !COMMON.has(ofYear) ? "" : ofYear].find(
    (name) => name && !QUIET.has(name),
  )
  if (festival !== undefined) return { text: festival, kind: "festival" }
  const term = solar.getTermDay()
  if (term.getDayIndex() === 0) return { text: term.getSolarTerm().getName(), kind: "term" }
  if (lunar.getDay() === 1) return { text: lunar.getLunarMonth().getName(), kind: "month" }
  return { text: lunar.getName(), kind: "day" }
}

/** `language`: that of the characters. */
export function lunarDate(year: number, month: number, day: number, language = "zh"): LunarDate {
  const solar = SolarDay.fromYmd(year, month, day)
  const lunar = solar.getLunarDay()
  const cycle = lunar.getLunarMonth().getLunarYear().getSixtyCycle()
  const next = solar.getTermDay().getSolarTerm().next(1)
  const on = next.getJulianDay().getSolarDay()
  return {
    year: toTraditional(`${cycle.getName()}${cycle.getEarthBranch().getZodiac().getName()}年`, language),
    monthDay: toTraditional(`${lunar.getLunarMonth().getName()}${lunar.getName()}`, language),
    nextTerm: { name: toTraditional(next.getName(), language), month: on.getMonth(), day: on.getDay() },
  }
}
