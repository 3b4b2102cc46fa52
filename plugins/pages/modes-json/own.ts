import type { Report } from "./faults.js"
import type { ModeSpec } from "./spec.js"

type Data = Record<string, unknown>

/** The types of fields that settings can fill. */
const FILLED: Readonly<Record<string, string>> = {
  text: "text",
  select: "text",
  date: "text",
  number: "number",
  toggle: "boolean",
}
/** Characters of a text, without a maximum of its own, in a setting and in a field. */
const MAX_SETTING = 400
const MAX_FIELD = 4000

/** Reports a setting of `content.own` whose entries would not be entries of the pool. */
export function checkOwn({ content, fields, settings = {} }: ModeSpec, report: Report): void {
  const { own, by, source, write } = content
  if (own === undefined) return
  if (by || source || write)
    report("content.own", 'its entries take the place of a pool: leave "by", "source" and "write" out')
  const list = Object.hasOwn(settings, own) ? settings[own] : undefined
  if (list?.type !== "list" || typeof list.of !== "object")
    return report("content.own", `there is no setting "${own}" that is a list with fields: name one of "settings"`)
  const at = `settings.${own}.of`
  for (const [name, setting] of Object.entries(list.of)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field || FILLED[setting.type] !== field.type)
      report(`${at}.${name}`, `no field "${name}" takes a setting of this type: declare it in "fields"`)
    else if (setting.type === "text" && (setting.maxLength ?? MAX_SETTING) > (field.maxLength ?? MAX_FIELD))
      report(`${at}.${name}`, `it may be longer than the field: give it "maxLength": ${field.maxLength}`)
  }
  for (const [name, { optional }] of Object.entries(fields))
    if (!optional && !Object.hasOwn(list.of, name))
      report(at, `the field "${name}" is missing: add a setting for it, or make the field optional`)
}

/** The entries that a user has written in place of the pool, without those that lack a text which every entry has. */
export function ownEntries({ content: { own }, fields }: ModeSpec, settings: unknown): readonly Data[] {
  const written = own === undefined ? undefined : (settings as Data | undefined)?.[own]
  if (!Array.isArray(written)) return []
  const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === ""
  return (written as readonly Data[]).flatMap((entry) => {
    const filled = Object.entries(entry).filter(([, value]) => value !== undefined && !isBlank(value))
    const names = new Set(filled.map(([name]) => name))
    return Object.entries(fields).every(([name, { optional }]) => optional || names.has(name))
      ? [Object.fromEntries(filled)]
      : []
  })
}
