import { z } from "platen/sdk"
import type { ContentContext } from "platen/sdk/mode"
import { fieldSchema } from "./fields.js"
import type { FieldSpec } from "./fields.js"
import type { Report } from "./faults.js"
import { poolLanguage } from "./pool.js"
import type { ModeSpec } from "./spec.js"
import type { SettingSpec } from "./spec-settings.js"

type Data = Readonly<Record<string, unknown>>

/** The variable that says whether a language model wrote the entry, and the setting that allows it. */
export const WRITTEN = "written"

export const isWritten = (data: Data): boolean => data[WRITTEN] === true

/** Characters that a text may always have. */
const MIN_LENGTH = 8

/** The setting of every mode with `content.write`. */
export const WRITTEN_SETTING: SettingSpec = {
  type: "toggle",
  label: {
    en: "Written by a language model",
    zh: "由语言模型撰写",
    de: "Von einem Sprachmodell geschrieben",
    es: "Escrito por un modelo de lenguaje",
    fr: "Écrit par un modèle de langage",
    it: "Scritto da un modello linguistico",
    ja: "言語モデルが書く",
    nl: "Geschreven door een taalmodel",
    "zh-Hant": "由語言模型撰寫",
  },
  help: {
    en: "Where one is set up it writes this page anew each day, and a pen marks it. Otherwise the collection is shown.",
    zh: "设置了语言模型后，每天由它撰写此页，并以笔形图标标明；否则显示内置的内容。",
  },
  default: true,
}

/** Reports what does not suit in `content.write`. */
export function checkWritten({ content, fields, settings }: ModeSpec, report: Report): void {
  const { write, pool } = content
  if (!write) return
  if (!pool || content.source)
    report("content.write", "it stands in for entries of a pool: add content.pool, and leave content.source out")
  if (content.days || content.previous || content.earlier)
    report("content.write", 'it writes an entry a day: leave "days", "previous" and "earlier" out')
  if (settings && Object.hasOwn(settings, WRITTEN))
    report(`settings.${WRITTEN}`, `"${WRITTEN}" is a setting of every page that a model writes: rename it`)
  if (!Object.hasOwn(write.instructions, "en")) report("content.write.instructions", "English is missing: add en")
  for (const key of ["fields", "blank"] as const)
    (write[key] ?? []).forEach((name, i) => {
      const at = `content.write.${key}.${i}`
      if (!Object.hasOwn(fields, name)) report(at, `there is no field "${name}": name one of "fields"`)
      else if (key === "blank" && fields[name]!.type !== "text") report(at, `"${name}" is no text: leave it out`)
    })
}

/** The text that a language model has written for the page, as fields of its entry; undefined where there is none. `instructions`: by language. */
export async function writtenText(
  spec: ModeSpec,
  pool: ReadonlyMap<string, readonly Data[]>,
  context: ContentContext<Data>,
  instructions: Data | null | undefined,
): Promise<Data | undefined> {
  if (!instructions || context.settings[WRITTEN] === false) return undefined
  const schema = schemaOf(spec, pool, context.language)
  const asked = { mode: spec.id, instructions, schema: z.toJSONSchema(schema, { io: "input" }) }
  const answer = (await context.source("writer", asked, { optional: true })) as { readonly text: unknown } | undefined
  const text = schema.safeParse(answer?.text ?? undefined)
  if (!text.success) return undefined
  const blank = Object.fromEntries((spec.content.write?.blank ?? []).map((name) => [name, ""]))
  return { ...blank, ...text.data, [WRITTEN]: true }
}

/** Schemas of what is written, by the language of the entries. */
const schemas = new WeakMap<ModeSpec, Map<string, z.ZodObject>>()

/** The schema of what is written: no longer than the longest entries of the pool, for which the page is made. */
function schemaOf(spec: ModeSpec, pool: ReadonlyMap<string, readonly Data[]>, language: string): z.ZodObject {
  const known = schemas.get(spec) ?? new Map<string, z.ZodObject>()
  schemas.set(spec, known)
  const tag = poolLanguage([...pool.keys()], language)
  let schema = known.get(tag)
  if (!schema) {
    const names = spec.content.write?.fields ?? Object.keys(spec.fields)
    const fields = names.map((name) => [
      name,
      bounded(
        spec.fields[name]!,
        pool.get(tag)!.map((entry) => entry[name]),
      ),
    ])
    known.set(tag, (schema = z.strictObject(Object.fromEntries(fields) as Record<string, z.ZodType>)))
  }
  return schema
}

/** The schema of a field, bounded by the values that the pool has of it. */
function bounded(field: FieldSpec, values: readonly unknown[]): z.ZodType {
  const lists = values.filter(Array.isArray)
  const texts = [...values, ...lists.flat()].flatMap((value) =>
    typeof value === "object" && value !== null ? Object.values(value) : [value],
  )
  const longest = Math.max(MIN_LENGTH, ...texts.map((value) => (typeof value === "string" ? value.length : 0)))
  const schema = fieldSchema(
    { ...field, maxLength: Math.min(longest, field.maxLength ?? Infinity) },
    Math.max(1, ...lists.map(({ length }) => length)),
  )
  return field.optional ? schema.optional() : schema
}
