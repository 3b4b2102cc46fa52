import { datePhrase, dayOfYear, daysInYear, Invalid, isoWeek, ofTheDay, seasonOf, SEASONS, z } from "platen/sdk"
import type { ContentContext, Issue, Mode, Scene, ScreenClass, Source, ViewContext } from "platen/sdk"
import { dataSchema, settingsSchema } from "./fields.js"
import { modeSpec } from "./spec.js"
import type { ModeSpec } from "./spec.js"
import { bounded, template } from "./template.js"
import type { Scope, Template } from "./template.js"
import { view } from "./view.js"
import type { View } from "./view.js"

type Data = Record<string, unknown>

/** Of very many faults so many are told, in so many characters each: a short spec can hold thousands. */
const MOST_ISSUES = 50
const MOST_PATH = 200
const MOST_MESSAGE = 400

/** Of objects and lists within one another: what a schema, a view and a layout can walk. */
const MOST_LEVELS = 64
/** What templates see beside the fields, and words of Liquid. */
const TAKEN = new Set(["settings", "language", "screen", "date", "item", "index", "true", "false", "nil", "null", "empty", "blank"])

/** What the catalogs have. */
export interface Catalogs {
  source(name: string): Source | undefined
  hasIcon(name: string): boolean
}

/**
 * A spec as a mode. Every name, template and parameter is checked here, once, so that a spec that compiles can draw.
 * Throws Invalid with the path of every fault.
 */
export function compile(input: unknown, catalogs: Catalogs): Mode {
  if (deeperThan(input, MOST_LEVELS)) throw faults(idOf(input), [{ path: "", message: `it is nested more than ${MOST_LEVELS} levels deep: put fewer boxes into one another` }])
  const parsed = modeSpec.safeParse(input)
  if (!parsed.success) throw faults(idOf(input), parsed.error.issues.slice(0, MOST_ISSUES).map((issue) => ({ path: issue.path.join("."), message: messageOf(issue) })))
  const spec = parsed.data
  const issues: Issue[] = []
  const report = (path: string, message: string): void => {
    if (issues.length < MOST_ISSUES && !issues.some((issue) => issue.path === path && issue.message === message)) issues.push({ path, message })
  }
  for (const name of Object.keys(spec.fields)) if (TAKEN.has(name)) report(`fields.${name}`, `"${name}" means something to every template already: call it something else`)
  const data = dataSchema(spec.fields)
  const pool = checkedPool(spec, data, report)
  const source = checkedSource(spec, catalogs, report)
  const views = compiledViews(spec, { hasIcon: catalogs.hasIcon, report })
  const footer = compiledFooter(spec, catalogs, report)
  const settings = checkedSettings(spec, report)
  const samples = [...pool].map(([language, entries]) => sampleScope({ ...unset(spec), ...entries[0]! }, settings, language))
  for (const sample of samples) tryViews(views, footer, sample, report)
  if (issues.length > 0) throw faults(spec.id, issues)
  return mode(spec, { data, pool, source, views, footer, settings })
}

interface Parts {
  readonly data: z.ZodType<Data>
  readonly pool: ReadonlyMap<string, readonly Data[]>
  readonly source: ((context: ContentContext<Data>) => Promise<unknown>) | undefined
  readonly views: Views
  readonly footer: Readonly<Record<string, Template>> & { readonly icon?: Template }
  readonly settings: z.ZodType<Data> | undefined
}

function mode(spec: ModeSpec, parts: Parts): Mode {
  const fallback = (context: ContentContext<Data>): Data => {
    const entries = inPool(parts.pool, context.language)
    const season = spec.content.by && seasonOf(context.day, context.place?.latitude)
    const suited = season ? entries.filter((entry) => entry.season === season) : entries
    return ofTheDay(suited, context.day, `${spec.id}/${context.language}`)
  }
  const built: Mode<Data, Data> = {
    id: spec.id,
    title: spec.title,
    compiled: true,
    ...(spec.description && { description: spec.description }),
    ...(spec.icon && { icon: spec.icon }),
    ...(parts.settings && { settings: parts.settings }),
    ...(spec.cacheFor !== undefined && { cacheFor: spec.cacheFor }),
    ...(spec.version !== undefined && { version: spec.version }),
    ...(spec.hourly !== undefined && { hourly: spec.hourly }),
    ...(spec.suits && { suits: spec.suits as NonNullable<Mode["suits"]> }),
    data: parts.data,
    content: async (context) => {
      if (!parts.source) return { data: fallback(context) }
      return { data: parts.data.parse(await parts.source(context)) }
    },
    fallback,
    view: (data, context) => scene(spec, parts, data, context),
  }
  return built as unknown as Mode
}

function scene(spec: ModeSpec, { views, footer }: Parts, data: Data, context: ViewContext<Data>): Scene {
  const scope = viewScope(data, context)
  const chosen = views.variants.find(({ when }) => suits(when, context))?.view ?? views.base
  const [body] = chosen(scope, context.screen)
  const lines = Object.fromEntries(Object.entries(footer).map(([key, line]) => [key, line(scope)]).filter(([, line]) => line !== ""))
  return {
    body: body ?? { type: "spacer" },
    language: context.language,
    frame: spec.frame ?? "full",
    footer: { ...(spec.icon && { icon: spec.icon }), ...lines },
  }
}

function viewScope(data: Data, context: ViewContext<Data>): Scope {
  const { now, screen, width, height, language, settings } = context
  const words = (key: string): string => context.words(key)
  const date = datePhrase(now, words)
  return bounded({
    ...data,
    settings: settings ?? {},
    language,
    screen: { class: screen.id, width, height },
    date: {
      ...date,
      hour: now.hour,
      minute: now.minute,
      week: isoWeek(now),
      yearProgress: dayOfYear(now) / daysInYear(now.year),
      short: context.words("date.short", date),
      dayMonth: context.words("date.dayMonth", date),
      monthYear: context.words("date.monthYear", date),
      ofYear: context.words("date.dayOfYear", date),
      weekOfYear: context.words("date.week", date),
    },
  })
}

type When = NonNullable<ModeSpec["variants"]>[number]["when"]

function suits(when: When, { width, height, language }: Pick<ViewContext, "width" | "height" | "language">): boolean {
  const aspect = width / height
  return width >= (when.minWidth ?? 0) && width <= (when.maxWidth ?? Infinity)
    && height >= (when.minHeight ?? 0) && height <= (when.maxHeight ?? Infinity)
    && aspect >= (when.minAspect ?? 0) && aspect <= (when.maxAspect ?? Infinity)
    && (when.languages === undefined || when.languages.includes(language) || when.languages.includes(language.split("-")[0]!))
}

/** The language's own entries, else its base language's, else English, else the first there are. */
function inPool(pool: ReadonlyMap<string, readonly Data[]>, language: string): readonly Data[] {
  return pool.get(language) ?? pool.get(language.split("-")[0]!) ?? pool.get("en") ?? [...pool.values()][0]!
}

function checkedPool(spec: ModeSpec, data: z.ZodType<Data>, report: Report): Map<string, readonly Data[]> {
  const pool = new Map<string, readonly Data[]>()
  let faulty = 0
  for (const [language, entries] of Object.entries(spec.content.pool ?? {})) {
    pool.set(language, entries.map((entry, i) => {
      // Nobody reads on, and finding each fault of thousands of entries takes seconds.
      if (faulty >= MOST_ISSUES) return entry
      const checked = data.safeParse(entry)
      if (checked.success) return checked.data
      faulty++
      for (const { path, message } of checked.error.issues) report(["content.pool", language, i, ...path].join("."), message)
      return entry
    }))
  }
  if (spec.content.by) {
    for (const [language, entries] of pool) {
      const lacking = SEASONS.filter((season) => !entries.some((entry) => entry.season === season))
      if (lacking.length > 0) report(`content.pool.${language}`, `no entry's field "season" is ${lacking.join(" or ")}: give one for each`)
    }
  }
  if (pool.size === 0) report("content.pool", "give at least one entry in one language: it is what is shown when nothing else is there")
  return pool
}

/** A default stands in for what a user sets, so it must be something that a user could. */
function checkedSettings({ settings }: ModeSpec, report: Report): Parts["settings"] {
  if (!settings) return undefined
  const schema = settingsSchema(settings)
  const checked = schema.safeParse(schema.parse({}))
  for (const issue of checked.error?.issues ?? []) report(["settings", ...issue.path, "default"].join("."), messageOf(issue))
  return schema
}

function checkedSource(spec: ModeSpec, catalogs: Catalogs, report: Report): Parts["source"] {
  const wanted = spec.content.source
  if (!wanted) return undefined
  const source = catalogs.source(wanted.name)
  if (!source) {
    report("content.source.name", `there is no source "${wanted.name}": enable the plugin that has it`)
    return undefined
  }
  const parameters = Object.entries(wanted.parameters ?? {}).map(([key, value]) => [key, typeof value === "string" ? tried(value, `content.source.parameters.${key}`, report) : () => value] as const)
  return (context) => {
    const scope = { settings: context.settings ?? {}, language: context.language, place: context.place ?? {} }
    return context.source(wanted.name, Object.fromEntries(parameters.map(([key, value]) => [key, value(scope)])))
  }
}

interface Views {
  readonly base: View
  readonly variants: readonly { readonly when: When; readonly view: View }[]
}

function compiledViews(spec: ModeSpec, tools: { hasIcon(name: string): boolean; report: Report }): Views {
  return {
    base: view(spec.view, "view", tools),
    variants: (spec.variants ?? []).map((variant, i) => ({ when: variant.when, view: view(variant.view, `variants.${i}.view`, tools) })),
  }
}

function compiledFooter({ footer, icon }: ModeSpec, catalogs: Catalogs, report: Report): Parts["footer"] {
  for (const [path, name] of [["icon", icon], ["footer.icon", footer?.icon]] as const) {
    if (name !== undefined && !catalogs.hasIcon(name)) report(path, `there is no icon "${name}"`)
  }
  return Object.fromEntries(Object.entries(footer ?? {}).map(([key, source]) => [key, tried(source ?? "", `footer.${key}`, report)]))
}

function tried(source: string, path: string, report: Report): Template {
  try {
    return template(source)
  } catch (error) {
    report(path, (error as Error).message.split("\n")[0]!)
    return template("")
  }
}

/** Every template against one entry of the pool: a name that does not exist is found here, not on the wall. */
function tryViews(views: Views, footer: Parts["footer"], scope: Scope, report: Report): void {
  for (const each of [views.base, ...views.variants.map((variant) => variant.view)]) each.check(scope, report)
  for (const [key, line] of Object.entries(footer)) {
    try {
      line.check(scope)
    } catch (error) {
      report(`footer.${key}`, (error as Error).message.split("\n")[0]!)
    }
  }
}

/** Optional fields may be named by a template that nothing fills. */
function unset({ fields }: ModeSpec): Data {
  return Object.fromEntries(Object.entries(fields).filter(([, { optional }]) => optional).map(([name, { type }]) => [name, type === "list" ? [] : ""]))
}

function sampleScope(data: Data, settings: z.ZodType<Data> | undefined, language: string): Scope {
  const screen: ScreenClass = { id: "s", unit: 1 }
  const now = { year: 2026, month: 11, day: 21, weekday: 6, hour: 9, minute: 5, epoch: 0 }
  const known = settings?.safeParse({})
  return viewScope(data, {
    settings: known?.success ? known.data : {}, language, now, timeZone: "UTC", width: 400, height: 300, screen, palette: "bw", words: (key) => key,
  })
}

type Report = (path: string, message: string) => void

function deeperThan(value: unknown, levels: number): boolean {
  return typeof value === "object" && value !== null && (levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1)))
}

/** What is wrong, not only that something is. */
function messageOf(issue: z.core.$ZodIssue): string {
  const inner = issue.code === "invalid_key" ? [issue.issues] : issue.code === "invalid_union" ? issue.errors : []
  const messages = inner.flatMap(([first]) => first ? [messageOf(first)] : [])
  return [...new Set(messages)].join(", or ") || issue.message
}

function idOf(input: unknown): string {
  const id = (input as { id?: unknown } | null)?.id
  return typeof id === "string" ? id.slice(0, 60) : "the spec"
}

function faults(id: string, found: readonly Issue[]): Invalid {
  const issues = found.map(({ path, message }) => ({ path: path.slice(0, MOST_PATH), message: message.slice(0, MOST_MESSAGE) }))
  const [first] = issues
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : ""
  return new Invalid(`Mode ${id} does not compile: ${first?.path || "the spec"}: ${first?.message}${more}.`, { code: "mode-invalid", issues })
}
