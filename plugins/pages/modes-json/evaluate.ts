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
  localDigits,
} from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { ContentContext, Scene, ViewContext } from "platen/sdk/mode"
import { poolLanguage } from "./read.js"
import type { Data, Parameters, Read, Report } from "./read.js"
import type { ModeSpec } from "./spec.js"
import { sampleOf } from "./samples.js"
import type { SpecKind } from "./spec-nodes.js"
import { bounded, budgetError, condition, lookup, template } from "./template.js"
import type { Parsed, Scope, Template } from "./template.js"
import { view } from "./view.js"
import type { View } from "./view.js"

/** The executable parts of a spec: templates, conditions and views. */
export interface Evaluator {
  /** Renders every template with each scope; reports unknown names, and fields of nodes that their kinds refuse. Throws Invalid when the view exceeds a budget. */
  check(scopes: readonly Scope[], report: Report, kinds: readonly SpecKind[]): void
  /** Throws Invalid when the view exceeds a budget. */
  scene(scope: Scope, on: Surface): Scene
  /** Whether content says nothing. */
  isEmpty(scope: Scope): boolean
  /** The parameters of the spec's sources. */
  parameters(scope: Scope): Parameters
}

/** The target of a scene. Sizes in pixels. */
export type Surface = Pick<ViewContext, "width" | "height" | "language" | "screen">

/** The evaluator of a spec. Parses every template and passes faults to `report`. */
export function evaluator({ spec, lengths }: Pick<Read, "spec" | "lengths">, report: Report): Evaluator {
  const tools = { report, lengths }
  const base = view(spec.view, "view", tools)
  const variants = (spec.variants ?? []).map((variant, i) => ({
    when: variant.when,
    view: view(variant.view, `variants.${i}.view`, tools),
  }))
  const footer = Object.entries(spec.footer ?? {}).map(
    ([key, source]) => [key, tried(source ?? "", `footer.${key}`, report)] as const,
  )
  const parameters = sourceParameters(spec, report)
  const empty = spec.empty === undefined ? undefined : triedCondition(spec.empty, "empty", report)
  return {
    check: (scopes, found, kinds) => {
      for (const each of scopes) {
        const scope = bounded(each)
        for (const tree of [base, ...variants.map((variant) => variant.view)] satisfies View[])
          tree.check(scope, found, kinds)
        for (const [key, line] of footer) checkLine(line, scope, `footer.${key}`, found)
        if (empty) checkLine(empty, scope, "empty", found)
      }
    },
    scene: (given, { width, height, language, screen }) => {
      const scope = bounded(given)
      const chosen = variants.find(({ when }) => suits(when, { width, height, language, screen }))?.view ?? base
      const [body] = chosen(scope, screen)
      const lines = Object.fromEntries(
        footer.map(([key, line]) => [key, line(scope)] as const).filter(([, line]) => line !== ""),
      )
      return {
        body: body ?? { type: "spacer" },
        language,
        frame: spec.frame ?? "full",
        footer: { ...(spec.icon && { icon: spec.icon }), ...lines },
        ...contentLanguage(spec, language),
      }
    },
    isEmpty: (given) => empty?.(bounded(given)) ?? false,
    parameters: (given) => {
      const scope = bounded(given)
      return Object.fromEntries(
        parameters.map(({ variable, when, values }) => [
          variable,
          when && !when(scope) ? null : Object.fromEntries(values.map(([key, value]) => [key, value(scope)])),
        ]),
      )
    },
  }
}

type Value = (scope: Scope) => unknown

/** How a source is asked: by its variable, whether it is, and with which parameters. */
interface Asking {
  readonly variable: string
  readonly when: Parsed<boolean> | undefined
  readonly values: readonly (readonly [string, Value])[]
}

/** How each source is asked; that of `content.source` has the variable "". */
function sourceParameters({ content: { source, sources = {} } }: ModeSpec, report: Report): readonly Asking[] {
  const all = [
    ...(source ? [{ variable: "", path: "content.source", parameters: source.parameters, when: undefined }] : []),
    ...Object.entries(sources).map(([variable, { parameters, when }]) => ({
      variable,
      path: `content.sources.${variable}`,
      parameters,
      when,
    })),
  ]
  return all.map(({ variable, path, parameters = {}, when }) => ({
    variable,
    when: when === undefined ? undefined : triedCondition(when, `${path}.when`, report),
    values: Object.entries(parameters).map(([key, value]): readonly [string, Value] => {
      if (typeof value === "string") return [key, tried(value, `${path}.parameters.${key}`, report)]
      if (typeof value !== "object") return [key, () => value]
      const names = value.from.split(".")
      return [key, (scope) => lookup(scope, names)]
    }),
  }))
}

/** The language of a spec's entries, where it is not the page's. That of a source is unknown. */
function contentLanguage({ content }: ModeSpec, language: string): Pick<Scene, "contentLanguage"> {
  const tags = Object.keys(content.pool ?? {})
  if (content.source || tags.length === 0) return {}
  const tag = poolLanguage(tags, language)
  return languageChain(tag).at(-1) === languageChain(language).at(-1) ? {} : { contentLanguage: tag }
}

type When = NonNullable<ModeSpec["variants"]>[number]["when"]

function suits(when: When, { width, height, language, screen }: Surface): boolean {
  const aspect = width / height
  return (
    width >= (when.minWidth ?? 0) &&
    width <= (when.maxWidth ?? Infinity) &&
    height >= (when.minHeight ?? 0) &&
    height <= (when.maxHeight ?? Infinity) &&
    aspect >= (when.minAspect ?? 0) &&
    aspect <= (when.maxAspect ?? Infinity) &&
    (when.shapes?.includes(screen.shape) ?? true) &&
    (when.classes?.includes(screen.id) ?? true) &&
    (when.languages === undefined || languageChain(language).some((tag) => when.languages!.includes(tag)))
  )
}

function tried(source: string, path: string, report: Report): Template {
  try {
    return template(source)
  } catch (error) {
    report(path, (error as Error).message.split("\n")[0]!)
    return template("")
  }
}

function triedCondition(source: string, path: string, report: Report): Parsed<boolean> | undefined {
  try {
    return condition(source)
  } catch (error) {
    report(path, (error as Error).message.split("\n")[0]!)
    return undefined
  }
}

function checkLine(line: Parsed<unknown>, scope: Scope, path: string, report: Report): void {
  try {
    line.check(scope)
  } catch (error) {
    if (budgetError(error)) throw error
    report(path, (error as Error).message.split("\n")[0]!)
  }
}

type ScopeContext = Pick<
  ViewContext<Data>,
  "now" | "screen" | "width" | "height" | "language" | "settings" | "sky" | "palette" | "words" | "timeZone"
>

/** Sun and moon of the day. Without a place only the moon is known. */
function skyScope({ now, sky, words }: ScopeContext): object {
  const { moon, sun, south } = sky(now)
  const risen = sun && "rise" in sun ? sun : undefined
  return {
    moon: { ...moon, percent: Math.round(moon.lit * 100), name: words(`moon.${moon.name}`), south },
    sunrise: risen ? localDigits(clockTime(risen.rise), words) : "",
    sunset: risen ? localDigits(clockTime(risen.set), words) : "",
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

/** Whether a template of a spec writes a date: only then its words are handed to it. */
const writesDates = new WeakMap<ModeSpec, boolean>()

function dateWords(spec: ModeSpec, words: ScopeContext["words"]): object {
  let writes = writesDates.get(spec)
  if (writes === undefined) writesDates.set(spec, (writes = /\|\s*local_date/.test(JSON.stringify(spec))))
  return writes ? { dates: Object.fromEntries(DATE_WORDS.map((key) => [key, words(key)])) } : {}
}

/** A spec's own texts in the language of the page. */
function ownWords({ words = {} }: ModeSpec, language: string): Readonly<Record<string, string>> {
  const [first = {}] = Object.values(words)
  const of = (tag: string): Readonly<Record<string, string>> => (Object.hasOwn(words, tag) ? words[tag]! : {})
  const tag = languageChain(language).find((each) => Object.hasOwn(words, each))
  return { ...first, ...of("en"), ...(tag !== undefined && of(tag)) }
}

/** The scope of the templates of a view: plain data. */
export function viewScope(spec: ModeSpec, data: Data, context: ScopeContext): Scope {
  const { now, screen, width, height, language, settings, palette, words, timeZone } = context
  const date = datePhrase(now, words)
  return {
    ...data,
    settings: settings ?? {},
    words: ownWords(spec, language),
    language,
    inks: palette === "bw" ? 2 : palette === "bwr" ? 3 : 4,
    sky: skyScope(context),
    screen: { class: screen.id, shape: screen.shape, width, height },
    base: languageChain(language).at(-1),
    locale: {
      chinese: isChinese(language),
      traditional: isTraditionalChinese(language),
      rightToLeft: isRightToLeft(language),
      digits: words("number.digits"),
      numberFormat: words("number.format"),
      timeZone,
      ...dateWords(spec, words),
    },
    date: {
      ...date,
      // Numbers to compare; the filters `digits` and `number` write them in the page's language.
      year: now.year,
      month: now.month,
      day: now.day,
      hour: now.hour,
      minute: now.minute,
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
  // A spec of sources alone needs no pool; any other without one has been reported.
  const entries = pool.size === 0 && sources.size > 0 ? [["en", [{}]] as const] : [...pool]
  return entries.map(([language, [entry]]) =>
    sampleScope(spec, { ...unset(spec), ...entry, ...answers }, settings, language),
  )
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
