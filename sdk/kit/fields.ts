import { fields, z } from "../schema.js"
import type { FieldMeta } from "../schema.js"
import { languageChain } from "./language.js"

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

/** The entry of `text` for `language`: that of its closest tag ("zh-Hant", then "zh" for "zh-TW"), else English. `text`: words by tag, or tables of words. */
export function inLanguage<T>(text: Readonly<Record<string, T>> & { readonly en: T }, language: string): T {
  const tag = languageChain(language).find((each) => Object.hasOwn(text, each))
  return tag === undefined ? text.en : text[tag]!
}
