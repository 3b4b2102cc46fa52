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
import type { Data, Read, Report } from "./read.js"
import type { ModeSpec } from "./spec.js"
import type { SpecKind } from "./spec-nodes.js"
import { bounded, budgetError, template } from "./template.js"
import type { Scope, Template } from "./template.js"
import { view } from "./view.js"
import type { View } from "./view.js"

/** The executable parts of a spec: templates, conditions and views. */
export interface Evaluator {
  /** Renders every template with each scope; reports unknown names, and fields of nodes that their kinds refuse. Throws Invalid when the view exceeds a budget. */
  check(scopes: readonly Scope[], report: Report, kinds: readonly SpecKind[]): void
  /** Throws Invalid when the view exceeds a budget. */
  scene(scope: Scope, on: Surface): Scene
  /** The parameters of the spec's source. */
  parameters(scope: Scope): Readonly<Data>
}

/** The target of a scene. Sizes in pixels. */
export type Surface = Pick<ViewContext, "width" | "height" | "language" | "screen">

/** The evaluator of a spec. Parses every template and passes faults to `report`. */
export function evaluator(spec: ModeSpec, report: Report): Evaluator {
  const tools = { report }
  const base = view(spec.view, "view", tools)
  const variants = (spec.variants ?? []).map((variant, i) => ({
    when: variant.when,
    view: view(variant.view, `variants.${i}.view`, tools),
  }))
  const footer = Object.entries(spec.footer ?? {}).map(
    ([key, source]) => [key, tried(source ?? "", `footer.${key}`, report)] as const,
  )
  const parameters = Object.entries(spec.content.source?.parameters ?? {}).map(
    ([key, value]) =>
      [
        key,
        typeof value === "string" ? tried(value, `content.source.parameters.${key}`, report) : () => value,
      ] as const,
  )
  return {
    check: (scopes, found, kinds) => {
      for (const each of scopes) {
        const scope = bounded(each)
        for (const tree of [base, ...variants.map((variant) => variant.view)] satisfies View[])
          tree.check(scope, found, kinds)
        for (const [key, line] of footer) checkLine(line, scope, `footer.${key}`, found)
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
    parameters: (given) => {
      const scope = bounded(given)
      return Object.fromEntries(parameters.map(([key, value]) => [key, value(scope)]))
    },
  }
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

function checkLine(line: Template, scope: Scope, path: string, report: Report): void {
  try {
    line.check(scope)
  } catch (error) {
    if (budgetError(error)) throw error
    report(path, (error as Error).message.split("\n")[0]!)
  }
}

type ScopeContext = Pick<
  ViewContext<Data>,
  "now" | "screen" | "width" | "height" | "language" | "settings" | "sky" | "palette" | "words"
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

/** The scope of the templates of a view: plain data. */
export function viewScope(data: Data, context: ScopeContext): Scope {
  const { now, screen, width, height, language, settings, palette, words } = context
  const date = datePhrase(now, words)
  return {
    ...data,
    settings: settings ?? {},
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

/** The scope of the parameters of a source. */
export function parameterScope({
  settings,
  language,
  place,
}: Pick<ContentContext<Data>, "settings" | "language" | "place">): Scope {
  return { settings: settings ?? {}, language, place: place ?? {} }
}

/** One sample scope for each language of the pool, to check the templates with. */
export function sampleScopes({ spec, pool, settings }: Read): readonly Scope[] {
  return [...pool].map(([language, entries]) => sampleScope({ ...unset(spec), ...entries[0] }, settings, language))
}

/** Empty values of the optional fields: a template may name a field that the entry does not have. */
function unset({ fields }: ModeSpec): Data {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, { optional }]) => optional)
      .map(([name, { type }]) => [name, type === "list" ? [] : ""]),
  )
}

function sampleScope(data: Data, settings: Read["settings"], language: string): Scope {
  const screen = screenClass(400, 300)
  const now = { year: 2026, month: 11, day: 21, weekday: 6, hour: 9, minute: 5, epoch: 0 }
  const known = settings?.safeParse({})
  return viewScope(data, {
    settings: known?.success ? known.data : {},
    language,
    now,
    width: 400,
    height: 300,
    palette: "bw",
    sky: () => ({ moon: { name: "full", phase: 0.5, lit: 1, age: 14 }, south: false }),
    screen,
    words: (key) => key,
  })
}
