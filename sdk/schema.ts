import { z } from "zod"

export { z }

/** Text in several languages, by BCP 47 tag. `en` is what any other language falls back to. */
export type Localised = Readonly<{ en: string } & Record<string, string>>

export const localised: z.ZodType<Localised> = z.object({ en: z.string().min(1) }).catchall(z.string().min(1))

/** What a form needs to know of a field beside its type. */
export interface FieldMeta {
  readonly label?: Localised
  readonly help?: Localised
  readonly widget?: "text" | "textarea" | "number" | "select" | "toggle" | "date" | "colour" | "place" | "picture" | "list"
  readonly unit?: string
  /** True: the value is a credential: it is never logged or returned. */
  readonly secret?: boolean
}

/** The meta of every field that was given one through `field` or `secret`. */
export const fields = z.registry<FieldMeta>()

/** The schema, with what a form shows beside it. */
export function field<T extends z.ZodType>(schema: T, meta: FieldMeta): T {
  const described = schema.describe(meta.help?.en ?? meta.label?.en ?? "") as T
  fields.add(described, meta)
  return described
}

/** A credential: text that is never logged, listed or returned. */
export function secret(meta: FieldMeta = {}): z.ZodString {
  return field(z.string().min(1), { ...meta, secret: true })
}

/** `text` in `language`: the exact tag, else its base ("zh" for "zh-TW"), else English. */
export function inLanguage(text: Localised, language: string): string {
  return text[language] ?? text[language.split("-")[0] ?? ""] ?? text.en
}
