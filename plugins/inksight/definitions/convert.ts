import type { Conversion } from "platen/sdk/mode"
import { CONTENT_TYPES, contentOf, wordsIn } from "./content.js"
import { Looks } from "./context.js"
import { checkSize, fieldsOf, isChinese, isFields, own } from "./given.js"
import type { Fields } from "./given.js"
import { identityOf } from "./identity.js"
import { footerOf, viewsOf } from "./layout.js"
import { Names } from "./names.js"
import { Report } from "./report.js"
import { settingsOf } from "./settings.js"
import { SCREENS, withNarrow } from "./sizes.js"

/** A converted definition. */
export interface Converted {
  readonly spec: object
  readonly report: readonly Conversion[]
}

/** Fields of a definition that are read, and those that a request adds. */
const READ = new Set(
  "mode_id id display_name icon cacheable description settings_schema content layout layout_overrides mac source w h colors lang panel at responseType response_type settings mode_def".split(
    " ",
  ),
)

/** Whether a definition is in InkSight's format: no `spec`, an object `layout`, a `content` of a type of that format. */
export function isInkSight(definition: unknown): definition is Fields {
  const type = own(own(definition, "content"), "type")
  return (
    isFields(definition) &&
    own(definition, "spec") === undefined &&
    typeof own(definition, "layout") === "object" &&
    own(definition, "layout") !== null &&
    typeof type === "string" &&
    CONTENT_TYPES.has(type)
  )
}

/**
 * A definition in InkSight's format as a mode spec, with a report; undefined for another format. What has no counterpart is left out, and the report
 * says so. Throws Invalid ("mode-invalid") for a definition that is too deep or too large.
 */
export function convert(definition: unknown): Converted | undefined {
  if (!isInkSight(definition)) return undefined
  checkSize(definition)
  const report = new Report()
  const content = contentOf(fieldsOf(definition, "content"), report)
  const chinese = isChinese(wordsIn(content.entries) + wordsIn(own(definition, "layout")))
  const identity = identityOf(definition, chinese, report)
  const settings = { ...content.computed.settings, ...settingsOf(definition, report) }
  for (const key of Object.keys(definition).slice(0, 60))
    if (!READ.has(key) && !key.startsWith("_")) report.refused(key.slice(0, 40), "is not known here: it is left out.")
  const names = new Names(content.entries, content.computed, new Set(Object.keys(settings)), report)
  const shared = { names, report, looks: new Looks() }
  const layout = fieldsOf(definition, "layout")
  const views = viewsOf(layout, own(definition, "layout_overrides"), shared)
  const footer = footerOf(layout, identity.title.en!, identity.id, shared)
  return { spec: specOf({ identity, settings, names, views, footer, chinese }, shared.looks), report: report.lines }
}

interface Parts {
  readonly identity: ReturnType<typeof identityOf>
  readonly settings: Readonly<Record<string, object>>
  readonly names: Names
  readonly views: ReturnType<typeof viewsOf>
  readonly footer: ReturnType<typeof footerOf>
  readonly chinese: boolean
}

function specOf({ identity, settings, names, views, footer, chinese }: Parts, looks: Looks): object {
  const fields = names.fields()
  const pool = names.pool()
  const [view, variants, styles] = [views.view, views.variants, looks.styles()].map(withNarrow) as [
    object,
    object[],
    object,
  ]
  const text = JSON.stringify([footer, view, variants, styles])
  const variables = withNeeded(names, text)
  const used = settingsUsed(settings, text + JSON.stringify(variables))
  return {
    spec: 1,
    ...identity,
    ...(Object.keys(used).length > 0 && { settings: used }),
    ...(Object.keys(fields).length > 0 && {
      fields,
      content: { pool: chinese ? { en: pool, zh: pool } : { en: pool } },
    }),
    screens: screensIn(text),
    ...(Object.keys(variables).length > 0 && { variables }),
    ...(Object.keys(names.filters).length > 0 && { filters: names.filters }),
    styles,
    ...(footer && { footer }),
    view,
    ...(variants.length > 0 && { variants }),
  }
}

/** The variables that the views use, and those that these use. */
function withNeeded(names: Names, text: string): Record<string, string> {
  let all = text
  for (let i = 0; i < 3; i++) all = text + JSON.stringify(names.variables(all))
  return names.variables(all)
}

/** All settings of the definition; those that a provider needs only where a template reads them. */
function settingsUsed(settings: Readonly<Record<string, object>>, text: string): Record<string, object> {
  const isOurs = (key: string): boolean => key === "birth_year" || key === "life_expect"
  return Object.fromEntries(
    Object.entries(settings).filter(([key]) => !isOurs(key) || new RegExp(`settings\\.${key}\\b`).test(text)),
  )
}

/** The kinds of screens that a value names. */
function screensIn(text: string): Record<string, object> {
  const isNamed = (name: string): boolean => new RegExp(`"[a-z, ]*\\b${name}\\b[a-z, ]*":`).test(text)
  return Object.fromEntries(Object.entries(SCREENS).filter(([name]) => isNamed(name)))
}
