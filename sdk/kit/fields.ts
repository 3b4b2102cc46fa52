import { fields, z } from "../schema.js"
import type { FieldMeta, Localised } from "../schema.js"

/** Gives a schema the information that a form shows. Returns the schema to use. */
export function field<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  const described = schema.describe(meta.help?.en ?? meta.label?.en ?? "") as T
  fields.add(described, meta)
  return described
}

/** The schema of a credential: text that is never logged, listed or returned. */
export function secret(meta: FieldMeta = {}): z.ZodString {
  return field(z.string().min(1), { ...meta, secret: true })
}

/** `text` in `language`: the exact tag, else its base ("zh" for "zh-TW"), else English. */
export function inLanguage(text: Localised, language: string): string {
  return text[language] ?? text[language.split("-")[0] ?? ""] ?? text.en
}
