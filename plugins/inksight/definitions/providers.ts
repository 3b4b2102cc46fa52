import { textOf } from "./given.js"
import type { Fields } from "./given.js"
import { quoted } from "./report.js"
import type { Report } from "./report.js"

/** Fields that the page computes, as Liquid expressions by InkSight's names, with the variables and settings that these need. */
export interface Computed {
  readonly expressions: Record<string, string>
  readonly variables: Record<string, string>
  readonly settings: Record<string, object>
}

/** The fields of the provider daily_meta: the page's own day. */
const DAY: Readonly<Record<string, string>> = {
  year: "date.year",
  month: "date.month",
  day: "date.day",
  month_cn: "date.monthName",
  month_name: "date.monthName",
  weekday: "date.weekday",
  weekday_cn: "date.weekday",
  weekday_name: "date.weekday",
  day_of_year: "date.dayOfYear",
  days_in_year: "date.daysInYear",
}

/** Those of the provider lifebar that are not of daily_meta. */
const LIFE: Readonly<Record<string, string>> = {
  year_pct: "date.yearProgress | times: 100 | round: 1",
  year_label: "date.year",
  month_pct: "date.day | times: 100.0 | divided_by: days_in_this_month | round: 1",
  month_label: "date.monthName",
  days_in_month: "days_in_this_month",
  week_pct: "day_of_week | times: 100.0 | divided_by: 7 | round: 1",
  week_label: "date.weekOfYear",
  weekday_num: "day_of_week",
  week_total: "7",
  age: "date.year | minus: settings.birth_year",
  life_expect: "settings.life_expect",
  life_pct: "date.year | minus: settings.birth_year | times: 100.0 | divided_by: settings.life_expect | round: 1",
}
const LIFE_VARIABLES: Readonly<Record<string, string>> = {
  day_of_week: "{% if date.weekdayNumber == 0 %}7{% else %}{{ date.weekdayNumber }}{% endif %}",
  days_in_this_month:
    "{% if date.month == 12 %}31{% else %}{% assign before = date.month | minus: 1 %}{{ year.starts[date.month] | minus: year.starts[before] }}{% endif %}",
}
const LIFE_SETTINGS: Readonly<Record<string, object>> = {
  birth_year: {
    type: "number",
    label: { en: "Year of birth", zh: "出生年份" },
    default: 1990,
    min: 1900,
    max: 2100,
  },
  life_expect: { type: "number", label: { en: "Years of a life", zh: "预期寿命" }, default: 80, min: 1, max: 150 },
}

/** Modes of the server that show what a provider made. */
const MODES: Readonly<Record<string, string>> = {
  briefing: "BRIEFING",
  weather_forecast: "WEATHER",
  calendar_grid: "CALENDAR",
  countdown: "COUNTDOWN",
  habit: "HABIT",
  timetable: "TIMETABLE",
}

/** Reports a provider, and adds what the page computes in its place. */
export function providerOf(part: Fields, at: string, computed: Computed, report: Report): void {
  const name = textOf(part, "provider") ?? ""
  if (name === "daily_meta" || name === "lifebar") {
    Object.assign(computed.expressions, DAY)
    if (name === "lifebar") {
      Object.assign(computed.expressions, LIFE)
      Object.assign(computed.variables, LIFE_VARIABLES)
      Object.assign(computed.settings, LIFE_SETTINGS)
    }
    return report.approximated(
      `${at}.provider`,
      name === "daily_meta"
        ? "the page's own day stands in its place."
        : "the page's own day, and the settings birth_year and life_expect, stand in its place.",
    )
  }
  if (name === "memo") return report.approximated(`${at}.provider`, "the settings stand in its place.")
  const mode = Object.hasOwn(MODES, name) ? `, and the mode ${MODES[name]} shows the like` : ""
  report.refused(
    `${at}.provider`,
    `${name === "" ? "a source without a name" : quoted(name)} made this: the entries of fallback and fallback_pool stand in its place${mode}.`,
  )
}
