import { Liquid } from "liquidjs"
import type { Context } from "liquidjs"
import { filled, localDigits, localNumber, localPercent } from "platen/sdk/kit"
import { cut } from "./cut.js"
import { daysUntil, onTheClock, shownDate, shownTime, weatherWords } from "./moments.js"
import { rounded } from "./rounded.js"
import type { Scope } from "./scope.js"

const OPTIONS = {
  ownPropertyOnly: true,
  strictFilters: true,
  templates: {},
  parseLimit: 20_000,
  timezoneOffset: 0,
  preserveTimezones: true,
  locale: "en-US",
} as const
/** Removed filters: they evaluate an expression for each item or nest lists, and the budget cannot count what they cost. */
const UNBOUNDED = [
  "where_exp",
  "reject_exp",
  "group_by",
  "group_by_exp",
  "has_exp",
  "find_exp",
  "find_index_exp",
  "push",
  "unshift",
]

/** Columns to which a text can be cut. */
const MAX_COLUMNS = 400

/** An engine of Liquid for templates of anybody. */
export const liquid = (more: { readonly strictVariables?: boolean } = {}): Liquid =>
  tamed(new Liquid({ ...OPTIONS, ...more }))

/** Removes all tags and filters that depend on files, chance or the clock: the same scope must give the same text. */
function tamed(liquid: Liquid): Liquid {
  for (const tag of ["include", "render", "layout", "block"]) delete liquid.tags[tag]
  for (const name of ["sample", ...UNBOUNDED]) delete liquid.filters[name]
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!name.startsWith("date")) continue
    const handler = typeof filter === "function" ? filter : filter.handler
    liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      if (value === "now" || value === "today")
        throw new Error(`"${value}" reads the server's clock: use \`date\`, the day on the screen`)
      return handler.call(this, onTheClock(value, this.context.environments as Scope), ...rest)
    })
  }
  addTexts(liquid)
  addMoments(liquid)
  return liquid
}

/** Filters that write numbers and texts as the language of the page does. */
function addTexts(liquid: Liquid): void {
  liquid.registerFilter("digits", function (value: unknown) {
    return localDigits(written(value), wordsOf(this.context))
  })
  liquid.registerFilter("percent", function (value: unknown) {
    return Number.isFinite(Number(value)) ? localPercent(Number(value), wordsOf(this.context)) : written(value)
  })
  liquid.registerFilter("cut", (value: unknown, columns: unknown) => {
    const most = Number(columns)
    return cut(written(value), most >= 1 ? Math.min(most, MAX_COLUMNS) : MAX_COLUMNS)
  })
  liquid.registerFilter("rounded", (value: unknown, decimals: unknown) => {
    const number = typeof value === "number" ? value : Number(written(value) || Number.NaN)
    return Number.isFinite(number) ? rounded(number, typeof decimals === "number" ? decimals : undefined) : value
  })
  liquid.registerFilter("number", function (value: unknown) {
    return Number.isFinite(Number(value)) ? localNumber(Number(value), wordsOf(this.context)) : written(value)
  })
}

/** Filters that write moments on the clock of the screen, and codes of the weather. */
function addMoments(liquid: Liquid): void {
  liquid.registerFilter("local_time", function (value: unknown) {
    return shownTime(value, this.context.environments as Scope)
  })
  liquid.registerFilter("local_date", function (value: unknown, form?: unknown) {
    return shownDate(value, written(form), this.context.environments as Scope)
  })
  liquid.registerFilter("weather_words", function (value: unknown) {
    return weatherWords(value, "weather.", this.context.environments as Scope)
  })
  liquid.registerFilter("weather_icon", function (value: unknown, isDay: unknown = true) {
    // Of weather that is not known there is no sign.
    if (written(value) === "") return "thermometer"
    const icon = weatherWords(
      value,
      "weather.icon.",
      this.context.environments as Scope,
      isDay === false ? ".night" : "",
    )
    return icon === "" ? "cloudy" : icon
  })
  liquid.registerFilter("days_until", function (value: unknown) {
    return daysUntil(value, this.context.environments as Scope)
  })
}

/** The words for numbers of a page. */
function wordsOf({
  environments,
}: Context): (key: string, parameters?: Readonly<Record<string, string | number>>) => string {
  const {
    digits,
    numberFormat,
    percentFormat = "{number}%",
  } = ((environments as Scope).locale ?? {}) as Readonly<Record<string, string>>
  const words: Readonly<Record<string, string | undefined>> = {
    "number.digits": digits,
    "number.format": numberFormat,
    "number.percent": percentFormat,
  }
  return (key, parameters = {}) => filled(words[key] ?? "", parameters)
}

/** A value as Liquid writes it in a text; nothing for lists and objects. */
export function written(value: unknown): string {
  return value === undefined || value === null ? "" : typeof value === "object" ? "" : String(value)
}
