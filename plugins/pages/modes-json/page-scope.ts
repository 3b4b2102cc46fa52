import {
  clockTime,
  datePhrase,
  dayNumber,
  dayOfYear,
  daysInYear,
  isChinese,
  isoWeek,
  isRightToLeft,
  isTraditionalChinese,
  languageChain,
} from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { ContentContext, ScreenClass, ViewContext } from "platen/sdk/mode"
import type { Data, Read } from "./read.js"
import { sampleOf } from "./samples.js"
import type { Scope } from "./scope.js"
import { SHARED_WORDS } from "./shared-components.js"
import type { ModeSpec } from "./spec.js"

/** The number of inks of a palette, the paper among them. */
export const inksOf = (palette: string): number => (palette === "bw" ? 2 : palette === "bwr" ? 3 : 4)

type ScopeContext = Pick<
  ViewContext<Data>,
  | "now"
  | "screen"
  | "width"
  | "height"
  | "language"
  | "settings"
  | "sky"
  | "palette"
  | "words"
  | "timeZone"
  | "isFirstDay"
>

/** Sun and moon of the day. Without a place only the moon is known. */
function skyScope({ now, sky, words }: ScopeContext): object {
  const { moon, sun, south } = sky(now)
  const risen = sun && "rise" in sun ? sun : undefined
  return {
    moon: { ...moon, percent: Math.round(moon.lit * 100), name: words(`moon.${moon.name}`), south },
    sunrise: risen ? clockTime(risen.rise, words) : "",
    sunset: risen ? clockTime(risen.set, words) : "",
    polar: sun && "polar" in sun ? words(`sun.polar-${sun.polar}`) : "",
    labels: { rise: words("sun.rise"), set: words("sun.set"), moon: words("moon") },
  }
}

/** The months of a year: the day each begins with, from 0, and their first letters. */
function yearScope(year: number, words: ScopeContext["words"]): object {
  const months = Array.from({ length: 12 }, (_, i) => i + 1)
  return {
    days: daysInYear(year),
    starts: months.map((month) => dayNumber(year, month, 1) - dayNumber(year, 1, 1)),
    names: months.map((month) => words(`month.narrow.${month}`)),
  }
}

/** The keys of the words of dates, for filters that write times which the page has not written itself. */
const DATE_WORDS = [
  ...Array.from({ length: 7 }, (_, day) =>
    ["", "in-date.", "short.", "short.in-date."].map((form) => `weekday.${form}${day}`),
  ).flat(),
  ...Array.from({ length: 12 }, (_, i) =>
    ["", "in-date.", "short.", "short.in-date."].map((form) => `month.${form}${i + 1}`),
  ).flat(),
  ...["short", "dayMonth", "full", "long", "monthYear"].map((form) => `date.${form}`),
]

/** The keys of the words and the icons of the weather. */
const WEATHER_WORDS = Array.from({ length: 100 }, (_, code) => [
  `weather.${code}`,
  `weather.icon.${code}`,
  `weather.icon.${code}.night`,
]).flat()

/** Words that filters write: only a spec with such a filter is handed them. */
const FILTER_WORDS = [
  { name: "dates", filter: /\|\s*local_date/, keys: DATE_WORDS },
  { name: "weather", filter: /\|\s*weather_(?:words|icon)/, keys: WEATHER_WORDS },
]
const needed = new WeakMap<ModeSpec, typeof FILTER_WORDS>()

function filterWords(spec: ModeSpec, words: ScopeContext["words"]): object {
  let lists = needed.get(spec)
  if (!lists) {
    const text = JSON.stringify(spec)
    needed.set(spec, (lists = FILTER_WORDS.filter(({ filter }) => filter.test(text))))
  }
  return Object.fromEntries(
    lists.map(({ name, keys }) => [name, Object.fromEntries(keys.map((key) => [key, words(key)]))]),
  )
}

/** A spec's own texts in the language of the page, and as `platen` those of the shared components. */
function ownWords({ words = {} }: ModeSpec, language: string): Readonly<Record<string, unknown>> {
  return { ...inLanguage(words, language), platen: inLanguage(SHARED_WORDS, language) }
}

/** Texts by language, key by key along the language chain; English, then the first language, stand in. */
function inLanguage<T>(
  texts: Readonly<Record<string, Readonly<Record<string, T>>>>,
  language: string,
): Readonly<Record<string, T>> {
  const [first = {}] = Object.values(texts)
  const tags = ["en", ...languageChain(language).toReversed()].filter((tag) => Object.hasOwn(texts, tag))
  return Object.assign({}, first, ...tags.map((tag) => texts[tag]!)) as Readonly<Record<string, T>>
}

/** What a view sees of a secret that is set. */
const HIDDEN = "•••"

/** The settings of a page, with a mark in place of each secret: only sources are handed these. */
function shownSettings(settings: Data, declared: NonNullable<ModeSpec["settings"]>): Data {
  const shown = ([name, value]: readonly [string, unknown]): readonly [string, unknown] => {
    const field = declared[name] as { readonly type: string; readonly of?: typeof declared } | undefined
    if (field?.type === "secret" && value !== "") return [name, HIDDEN]
    if (!field?.of || !Array.isArray(value)) return [name, value]
    return [name, value.map((entry: Data) => shownSettings(entry, field.of!))]
  }
  return Object.fromEntries(Object.entries(settings).map(shown))
}

/** The scope of the templates of a view: plain data. */
export function viewScope(spec: ModeSpec, data: Data, context: ScopeContext): Scope {
  const { now, screen, width, height, language, settings, palette, words, timeZone, isFirstDay } = context
  const date = datePhrase(now, words)
  return {
    ...data,
    // Nobody has seen the entry before.
    ...(isFirstDay && spec.content.previous && { previous: null }),
    settings: shownSettings((settings ?? {}) as Data, spec.settings ?? {}),
    words: ownWords(spec, language),
    language,
    inks: inksOf(palette),
    sky: skyScope(context),
    screen: screenScope(screen, width, height),
    base: languageChain(language).at(-1),
    locale: {
      chinese: isChinese(language),
      traditional: isTraditionalChinese(language),
      rightToLeft: isRightToLeft(language),
      digits: words("number.digits"),
      periods: [words("time.am"), words("time.pm")],
      yearsAhead: words("years-ahead"),
      numberFormat: words("number.format"),
      percentFormat: words("number.percent", { number: "{number}" }),
      timeZone,
      ...filterWords(spec, words),
    },
    date: {
      ...date,
      // Numbers to compare; the filters `digits` and `number` write them in the page's language.
      year: now.year,
      month: now.month,
      day: now.day,
      hour: now.hour,
      minute: now.minute,
      weekdayNumber: now.weekday,
      week: isoWeek(now),
      dayOfYear: dayOfYear(now),
      daysInYear: daysInYear(now.year),
      yearProgress: dayOfYear(now) / daysInYear(now.year),
      short: words("date.short", date),
      dayMonth: words("date.dayMonth", date),
      full: words("date.full", date),
      long: words("date.long", date),
      monthYear: words("date.monthYear", date),
      ofYear: words("date.dayOfYear", date),
      weekOfYear: words("date.week", date),
    },
    year: yearScope(now.year, words),
  }
}

/** The screen: its class and its size, in pixels and in millimetres as they look at a desk. */
function screenScope({ id, shape, distance, perMm }: ScreenClass, width: number, height: number): Data {
  return { class: id, shape, width, height, distance, perMm, widthMm: width / perMm, heightMm: height / perMm }
}

/** The scope of a condition about content alone. */
export function dataScope(data: Data, day: ContentContext["day"]): Scope {
  return { ...data, date: day }
}

/** The scope of the parameters of a source. */
export function parameterScope(
  spec: ModeSpec,
  { settings, language, place }: Pick<ContentContext<Data>, "settings" | "language" | "place">,
): Scope {
  return { settings: settings ?? {}, language, place: place ?? {}, words: ownWords(spec, language) }
}

/** One sample scope for each language of the pool, to check the templates with. */
export function sampleScopes({ spec, pool, settings, sources }: Read): readonly Scope[] {
  const answers = Object.fromEntries([...sources].map(([variable, { result }]) => [variable, sampleOf(result)]))
  // A spec of sources and settings alone needs no pool; any other without one has been reported.
  const isBare = pool.size === 0 && (sources.size > 0 || Object.keys(spec.fields).length === 0)
  const entries = isBare ? [["en", [{}]] as const] : [...pool]
  const { days, previous, earlier, write } = spec.content
  return entries.map(([language, [entry]]) => {
    const ofPool = {
      ...(write && { written: false }),
      ...(days !== undefined && { part: 0 }),
      ...(previous && { previous: entry ?? null }),
      ...(earlier && { earlier: earlier.map((ago) => ({ ...unset(spec), ...entry, ago })) }),
    }
    return sampleScope(spec, { ...unset(spec), ...entry, ...ofPool, ...answers }, settings, language)
  })
}

/** Empty values of the optional fields: a template may name a field that the entry does not have. */
function unset({ fields }: ModeSpec): Data {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { optional }]) => optional)
      .map(([name, { type }]) => [name, type === "list" ? [] : ""]),
  )
}

function sampleScope(spec: ModeSpec, data: Data, settings: Read["settings"], language: string): Scope {
  const screen = screenClass(400, 300)
  const now = { year: 2026, month: 11, day: 21, weekday: 6, hour: 9, minute: 5, epoch: 0 }
  return viewScope(spec, data, {
    settings: sampleSettings(spec, settings),
    language,
    now,
    width: 400,
    height: 300,
    palette: "bw",
    sky: () => ({ moon: { name: "full", phase: 0.5, lit: 1, age: 14 }, south: false }),
    screen,
    timeZone: "UTC",
    words: (key) => key,
  })
}

/** The defaults of the settings, with an entry in each list. */
function sampleSettings(spec: ModeSpec, settings: Read["settings"]): Data {
  const known = settings?.safeParse({})
  if (!settings || !known?.success) return {}
  const lists = Object.entries(spec.settings ?? {}).filter(([, { type }]) => type === "list")
  if (lists.length === 0) return known.data
  const sample = sampleOf(settings) as Data
  return { ...known.data, ...Object.fromEntries(lists.map(([name]) => [name, sample[name]])) }
}
