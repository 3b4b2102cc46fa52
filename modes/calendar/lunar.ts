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

/** The label of a day: festival, else solar term, else on the first lunar day the name of the month, else the lunar day. */
export function labelOf(year: number, month: number, day: number): DayLabel {
  const solar = SolarDay.fromYmd(year, month, day)
  const lunar = solar.getLunarDay()
  const festival = [lunar.getFestival()?.getName(), solar.getFestival()?.getName()].find(
    (name) => name !== undefined && !QUIET.has(name),
  )
  if (festival !== undefined) return { text: festival, kind: "festival" }
  const term = solar.getTermDay()
  if (term.getDayIndex() === 0) return { text: term.getSolarTerm().getName(), kind: "term" }
  if (lunar.getDay() === 1) return { text: lunar.getLunarMonth().getName(), kind: "month" }
  return { text: lunar.getName(), kind: "day" }
}

export function lunarDate(year: number, month: number, day: number): LunarDate {
  const solar = SolarDay.fromYmd(year, month, day)
  const lunar = solar.getLunarDay()
  const cycle = lunar.getLunarMonth().getLunarYear().getSixtyCycle()
  const next = solar.getTermDay().getSolarTerm().next(1)
  const on = next.getJulianDay().getSolarDay()
  return {
    year: `${cycle.getName()}${cycle.getEarthBranch().getZodiac().getName()}年`,
    monthDay: `${lunar.getLunarMonth().getName()}${lunar.getName()}`,
    nextTerm: { name: next.getName(), month: on.getMonth(), day: on.getDay() },
  }
}
