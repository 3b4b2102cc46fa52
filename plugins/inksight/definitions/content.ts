import { fieldsOf, isFields, listOf, numberOf, own, textOf } from "./given.js"
import type { Fields } from "./given.js"
import { providerOf } from "./providers.js"
import type { Computed } from "./providers.js"
import type { Report } from "./report.js"

/** Entries of a pool, and steps of a composite content, that are read. */
const [MAX_ENTRIES, MAX_STEPS] = [200, 12]

/** What the content of a definition comes to: entries by InkSight's names of fields, and fields that the page computes. */
export interface Content {
  readonly entries: readonly Fields[]
  readonly computed: Computed
}

/** Keys that are read, of all types. */
const READ = new Set(["type", "fallback", "fallback_pool", "static_data", "output_schema", "provider", "steps"])
/** What a model was asked with. */
const ASKED = ["prompt_template", "prompt_hint", "output_schema", "output_format", "output_separator", "output_fields"]

/** The content of a definition. Every source and every model is reported, with what stands in its place. */
export function contentOf(content: Fields, report: Report): Content {
  const computed: Computed = { expressions: {}, variables: {}, settings: {} }
  const base = { ...stepsOf(content, computed, report), ...partOf(content, "content", computed, report) }
  const pool = poolOf(content, base, report)
  const entries = pool.length > 0 ? pool : [base]
  for (const key of Object.keys(content))
    if (!READ.has(key) && !ASKED.includes(key) && key !== "temperature" && key !== "config")
      report.refused(`content.${key}`, key === "post_process" ? POST_PROCESS : "is not known here: it is left out.")
  return { entries, computed }
}

const POST_PROCESS = "changes what a model wrote: it is left out with the model."

/** The fields that steps of a composite content make, those of later ones over those of earlier ones. */
function stepsOf(content: Fields, computed: Computed, report: Report): Fields {
  const made: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  listOf(content, "steps").forEach((step, i) => {
    const at = `content.steps.${i}`
    if (!isFields(step) || i >= MAX_STEPS) return report.refused(at, "is no step that can be read: it is left out.")
    Object.assign(made, partOf(step, at, computed, report))
    const first = listOf(step, "fallback_pool").find(isFields)
    if (first) {
      report.approximated(`${at}.fallback_pool`, "its first entry stands for all of them.")
      Object.assign(made, first)
    }
  })
  return made
}

/** The fields of one content or step: defaults of its schema, its fallback, its own data. Reports what made the content. */
function partOf(part: Fields, at: string, computed: Computed, report: Report): Fields {
  const type = textOf(part, "type") ?? ""
  if (type === "static") report.taken(`${at}.type`, "the data is the content.")
  else if (type === "llm" || type === "llm_json") refuseModel(part, at, report)
  else if (type === "composite") report.approximated(`${at}.type`, "what its steps make stands in one entry.")
  else providerOf(part, at, computed, report)
  const defaults: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fieldsOf(part, "output_schema")).slice(0, 64)) {
    const value = own(field, "default")
    if (value !== undefined) defaults[name] = value
  }
  for (const key of ["fallback", "static_data"])
    if (Object.keys(fieldsOf(part, key)).length > 0) report.taken(`${at}.${key}`, "is in the pool.")
  return { ...defaults, ...fieldsOf(part, "fallback"), ...fieldsOf(part, "static_data") }
}

function refuseModel(part: Fields, at: string, report: Report): void {
  const temperature = numberOf(part, "temperature", [0, 2])
  const asked = ASKED.filter((key) => own(part, key) !== undefined)
  const kept = [...asked, ...(temperature === undefined ? [] : [`temperature ${temperature}`])].join(", ")
  report.refused(
    at,
    `a text model wrote this: the entries of fallback and fallback_pool stand in its place. Keep the original for the day that a model writes here${kept === "" ? "" : `: it has ${kept}`}.`,
  )
}

/** The entries of the pool, each with the fields that it lacks from `base`. */
function poolOf(content: Fields, base: Fields, report: Report): readonly Fields[] {
  const given = listOf(content, "fallback_pool")
  const entries = given.filter(isFields).slice(0, MAX_ENTRIES)
  if (entries.length > 0) report.taken("content.fallback_pool", `has ${entries.length} entries: one is shown each day.`)
  if (entries.length < given.length)
    report.refused("content.fallback_pool", `${given.length - entries.length} of its entries cannot be read.`)
  return entries.map((entry) => ({ ...base, ...entry }))
}

/** The types of content of the format. */
export const CONTENT_TYPES: ReadonlySet<string> = new Set([
  "llm",
  "llm_json",
  "static",
  "external_data",
  "image_gen",
  "computed",
  "composite",
])

/** The words of all entries: what the language and the room of texts are guessed from. */
export function wordsIn(value: unknown, depth = 0): string {
  if (typeof value === "string") return `${value} `
  if (typeof value !== "object" || value === null || depth > 6) return ""
  return Object.values(value)
    .map((each) => wordsIn(each, depth + 1))
    .join("")
}
