import { checkOwn } from "./own.js"
import { entryOf } from "./pool.js"
import { SEASONS } from "./seasons.js"
import { Invalid, z } from "platen/sdk"
import type { NodeKind } from "platen/sdk/drawing"
import type { ContentContext, Mode, Source } from "platen/sdk/mode"
import { dataSchema, settingsSchema } from "./fields.js"
import { checkedSources, reportSource } from "./spec-sources.js"
import { sentences } from "./sentences.js"
import { faults, issueList, MAX_ISSUES } from "./faults.js"
import type { Report } from "./faults.js"
import { checkedPlans, checkIcon, Plans } from "./plans.js"
import { HINTS, modeSpec } from "./spec.js"
import type { ModeSpec } from "./spec.js"
import { RESERVED } from "./reserved.js"
import type { nodeSchema } from "./spec-nodes.js"
import { checkWritten, WRITTEN, WRITTEN_SETTING, writtenText } from "./written.js"

export type Data = Record<string, unknown>
/** Maximum nesting of objects and lists in the JSON, and names in one object, checked before the schema walks it. */
const MAX_LEVELS = 64
const MAX_NAMES = 1_000
/** The sources, icons and kinds of nodes that a spec can name. */
export interface Catalogs {
  /** Schema of a node, also of those of plugins. */
  schema(): ReturnType<typeof nodeSchema>
  /** Kinds of nodes that plugins contribute. */
  kinds(): readonly NodeKind[]
  source(name: string): Source | undefined
  sourceNames(): readonly string[]
  hasIcon(name: string): boolean
  iconNames(): readonly string[]
}

/** A checked spec, nothing of it evaluated yet. */
export interface Read {
  readonly spec: ModeSpec
  readonly plans: Plans
  /** Whether all views can be drawn: else their templates are not looked at. */
  readonly areWhole: boolean
  readonly data: z.ZodType<Data>
  /** Entries by language. */
  readonly pool: ReadonlyMap<string, readonly Data[]>
  readonly settings: z.ZodType<Data> | undefined
  /** Sources whose answers are variables, by variable. */
  readonly sources: ReadonlyMap<string, Source>
  /** The source of what language models write; undefined where the spec wants none, or the server has none. */
  readonly writer?: Source
}

/** Checks a spec and passes faults of names and entries to `report`. Throws Invalid, with the path of every fault, for input that fails the schema. */
export function read(input: unknown, catalogs: Catalogs, report: Report): Read {
  const spec = checkedSpec(input, catalogs)
  for (const name of Object.keys(spec.fields))
    if (RESERVED.has(name) || isOfPool(spec, name))
      report(`fields.${name}`, `"${name}" is a reserved name: rename the field`)
  checkWritten(spec, report)
  checkOwn(spec, report)
  for (const key of ["days", "previous", "earlier"] as const)
    if (spec.content[key] && spec.content.source)
      report(`content.${key}`, "only entries of a pool have it: leave the source out, or put it under sources")
  const pool = checkedPool(spec, dataSchema(spec.fields), report)
  checkSourceAndIcons(spec, catalogs, report)
  return { ...readParts(spec, catalogs, report), ...checkedPlans(spec, catalogs, report), pool }
}

/** A spec that a test has read whole: what depends on the plugins of this server is checked alone. */
export function readProven(input: object, catalogs: Catalogs, report: Report): Read {
  const spec = { fields: {}, content: {}, ...input } as ModeSpec
  const pool = new Map(Object.entries(spec.content.pool ?? {}))
  return { ...readParts(spec, catalogs, report), plans: new Plans(spec, catalogs.kinds()), areWhole: true, pool }
}

/** Whether a name is what the choice from the pool adds to an entry. */
const isOfPool = ({ content }: ModeSpec, name: string): boolean =>
  (name === "part" && content.days !== undefined) ||
  (name === "previous" && content.previous === true) ||
  ((name === "earlier" || name === "ago") && content.earlier !== undefined) ||
  (name === WRITTEN && content.write !== undefined)

function readParts(
  spec: ModeSpec,
  catalogs: Catalogs,
  report: Report,
): Pick<Read, "spec" | "data" | "settings" | "sources"> {
  const own = dataSchema(spec.fields)
  const { days, previous, earlier, write } = spec.content
  const fields = own.extend({
    ...(write && { [WRITTEN]: z.boolean().optional() }),
    ...(days !== undefined && { part: z.number() }),
    ...(previous && { previous: own.nullable() }),
    ...(earlier && { earlier: z.array(own.extend({ ago: z.number() })) }),
  })
  const sources = checkedSources(spec, catalogs, report)
  const answers = [...sources].map(([variable, { result }]) => [variable, result.nullable()] as const)
  const data = answers.length === 0 ? fields : fields.extend(Object.fromEntries(answers))
  const writer = write && catalogs.source("writer")
  return { spec, data, settings: checkedSettings(spec, report), sources, ...(writer && { writer }) }
}

/** Throws Invalid, with the path of every fault, for input that fails the schema. */
function checkedSpec(input: unknown, catalogs: Catalogs): ModeSpec {
  if (widerThan(input, MAX_NAMES))
    throw faults(idOf(input), [{ path: "", message: `an object has more than ${MAX_NAMES} names: remove some` }])
  if (deeperThan(input, MAX_LEVELS))
    throw faults(
      idOf(input),
      [{ path: "", message: `it is nested more than ${MAX_LEVELS} levels deep: nest fewer boxes` }],
      { code: "budget-nesting" },
    )
  const parsed = modeSpec.safeParse(input, { error: sentences(HINTS) })
  if (!parsed.success) {
    const { issues, report: add } = issueList()
    for (const { path, message } of parsed.error.issues.slice(0, MAX_ISSUES)) add(path.join("."), message)
    const views = drawable(parsed.error.issues, input)
    if (views) checkedPlans(views, catalogs, add)
    throw faults(idOf(input), issues)
  }
  return parsed.data
}

/** The parameters of a spec's sources, by their variables; those of `content.source` under "". Null: it is not asked now. */
export type Parameters = Readonly<Record<string, Readonly<Data> | null>>

/** Whether a spec asks any source. */
export function asksSources({ spec: { content } }: Read): boolean {
  return content.source !== undefined || content.sources !== undefined || content.write !== undefined
}

/** The mode of a spec without its view. `parameters`: computes the parameters of its sources; undefined for a spec without any. */
export function modeOf(
  { spec, data, pool, settings, sources, writer }: Read,
  parameters: ((context: ContentContext<Data>) => Promise<Parameters>) | undefined,
): Omit<Mode<Data, Data>, "view"> {
  const ofPool = (context: ContentContext<Data>): Data => entryOf(spec, pool, context)
  const unanswered = Object.fromEntries([...sources.keys()].map((variable) => [variable, null]))
  const fallback = (context: ContentContext<Data>): Data => ({ ...ofPool(context), ...unanswered })
  const { source, sources: asked = {} } = spec.content
  const isPersonal = [...sources.values(), ...(writer ? [writer] : [])].some(({ dependsOn }) =>
    dependsOn?.includes("user"),
  )
  const answered = async (context: ContentContext<Data>, all: Parameters): Promise<Data> => {
    if (source) return data.parse(await context.source(source.name, all[""]!))
    const answers = await Promise.all(
      Object.entries(asked).map(async ([variable, { name, optional = false }]) => {
        const own = all[variable]
        if (!own) return [variable, null] as const
        return [variable, (await unlessPlaceless(context.source(name, own, { optional }))) ?? null] as const
      }),
    )
    const text = writer && (await writtenText(spec, pool, context, all[WRITTEN]))
    return { ...ofPool(context), ...text, ...Object.fromEntries(answers) }
  }
  const asks = [
    ...(source ? [["content.source.name", source.name] as const] : []),
    ...Object.entries(asked).map(([variable, { name }]) => [`content.sources.${variable}.name`, name] as const),
  ]
  return {
    id: spec.id,
    title: spec.title,
    compiled: true,
    ...(asks.length > 0 && { asks }),
    ...(spec.description && { description: spec.description }),
    ...(spec.icon && { icon: spec.icon }),
    ...(settings && { settings }),
    ...(spec.cacheFor !== undefined && { cacheFor: spec.cacheFor }),
    ...(spec.version !== undefined && { version: spec.version }),
    ...(isPersonal && { perUser: true }),
    ...(spec.hourly !== undefined && { hourly: spec.hourly }),
    ...(spec.group !== undefined && { group: spec.group }),
    ...(spec.suits && { suits: spec.suits as NonNullable<Mode["suits"]> }),
    data,
    content: async (context) => ({
      data: parameters ? await answered(context, await parameters(context)) : fallback(context),
    }),
    fallback,
  }
}

const DRAWN = new Set(["screens", "styles", "components", "variables", "filters", "variants", "view", "footer"])

/** The views of what does not fit the schema, where nothing of them is at fault: then all faults are told at once. */
function drawable(issues: readonly z.core.$ZodIssue[], input: unknown): ModeSpec | undefined {
  if (typeof input !== "object" || input === null || !("view" in input)) return undefined
  if (issues.some(({ path }) => DRAWN.has(String(path[0])))) return undefined
  const parts = Object.entries(input).filter(([key]) => DRAWN.has(key))
  return {
    spec: 1,
    id: idOf(input),
    title: { en: "" },
    fields: {},
    content: {},
    ...Object.fromEntries(parts),
  } as ModeSpec
}

/** Reports an unknown source, and unknown icons of the mode itself. */
function checkSourceAndIcons(
  { content: { source }, icon, footer }: ModeSpec,
  catalogs: Catalogs,
  report: Report,
): void {
  if (source && !catalogs.source(source.name)) reportSource(source.name, "content.source.name", catalogs, report)
  if (icon !== undefined) checkIcon(icon, "icon", catalogs, report)
  if (footer?.icon !== undefined) checkIcon(footer.icon, "footer.icon", catalogs, report)
}

function checkedPool(spec: ModeSpec, data: z.ZodType<Data>, report: Report): Map<string, readonly Data[]> {
  const pool = new Map<string, readonly Data[]>()
  const error = sentences()
  let faulty = 0
  for (const [language, entries] of Object.entries(spec.content.pool ?? {})) {
    pool.set(
      language,
      entries.map((entry, i) => {
        // The list of faults is full, and checking thousands of entries takes seconds.
        if (faulty >= MAX_ISSUES) return entry
        const checked = data.safeParse(entry, { error })
        if (checked.success) return checked.data
        faulty++
        for (const { path, message } of checked.error.issues)
          report(["content.pool", language, i, ...path].join("."), message)
        return entry
      }),
    )
  }
  if (spec.content.by) {
    for (const [language, entries] of pool) {
      const lacking = SEASONS.filter((season) => !entries.some((entry) => entry.season === season))
      if (lacking.length > 0)
        report(`content.pool.${language}`, `no entry has the season ${lacking.join(" or ")}: add an entry for each`)
    }
  }
  if (pool.size === 0 && (spec.content.source || Object.keys(spec.fields).length > 0))
    report(
      "content.pool",
      "the pool is empty: add at least one entry in one language; screens show it when there is nothing else",
    )
  return pool
}

/** The schema of the settings. Reports each default that fails the schema of its own setting. */
function checkedSettings({ settings: own, content }: ModeSpec, report: Report): Read["settings"] {
  const settings = content.write ? { ...own, [WRITTEN]: WRITTEN_SETTING } : own
  if (!settings) return undefined
  const schema = settingsSchema(settings)
  const checked = schema.safeParse(schema.parse({}), { error: sentences() })
  for (const { path, message } of checked.error?.issues ?? [])
    report(["settings", ...path, "default"].join("."), message)
  return schema
}

/** Whether an object has more names. What is nested too deep to be walked is left to `deeperThan`. */
function widerThan(value: unknown, names: number, levels = MAX_LEVELS): boolean {
  if (typeof value !== "object" || value === null || levels === 0) return false
  const inner = Object.values(value)
  return (inner.length > names && !Array.isArray(value)) || inner.some((each) => widerThan(each, names, levels - 1))
}

function deeperThan(value: unknown, levels: number): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    (levels === 0 || Object.values(value).some((inner) => deeperThan(inner, levels - 1)))
  )
}

function idOf(input: unknown): string {
  const id = (input as { id?: unknown } | null)?.id
  return typeof id === "string" ? id.slice(0, 60) : "the spec"
}

/** The answer of a source; undefined where it needs a place and the screen has none: the view says so. */
async function unlessPlaceless(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Invalid && error.code === "place-missing") return undefined
    throw error
  }
}
