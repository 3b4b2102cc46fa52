import { z } from "zod"

export { z }

/** Text in several languages, by BCP 47 tag. `en` is what any other language falls back to. */
export type Localised = Readonly<{ en: string } & Record<string, string>>

export const localised: z.ZodType<Localised> = z.object({ en: z.string().min(1) }).catchall(z.string().min(1))

/** What a form needs to know of a field beside its type. */
export interface FieldMeta {
  readonly label?: Localised
  readonly help?: Localised
  readonly widget?:
    "text" | "textarea" | "number" | "select" | "toggle" | "date" | "colour" | "place" | "picture" | "list"
  readonly unit?: string
  /** What the values of a select are called. */
  readonly options?: Readonly<Record<string, Localised>>
  /** Of a mode's setting: the field of a device's config that fills it when it is not set itself: "memoText". */
  readonly from?: string
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

/** A schema as JSON Schema (draft 2020-12) of its input, each field with what a form needs under "x-platen". */
export function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema: made }) => {
      const meta = fields.get(zodSchema as unknown as z.ZodType)
      if (meta) made["x-platen"] = meta
    },
  }) as Record<string, unknown>
}

/** The value with every secret of its schema replaced, so that it can be shown or logged. */
export function redacted(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (fields.get(schema)?.secret) return "[secret]"
  if (schema instanceof z.ZodObject && typeof value === "object") {
    const shape = schema.shape as Readonly<Record<string, z.ZodType>>
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, shape[key] ? redacted(shape[key], each) : each]),
    )
  }
  if (schema instanceof z.ZodTuple && Array.isArray(value)) {
    const { items, rest } = schema.def as unknown as { items: readonly z.ZodType[]; rest: z.ZodType | null }
    return value.map((each, i) => redacted(items[i] ?? rest ?? z.unknown(), each))
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((each) => redacted(schema.element as z.ZodType, each))
  if (schema instanceof z.ZodRecord && typeof value === "object") {
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, redacted(schema.valueType as z.ZodType, each)]),
    )
  }
  return within(schema).reduce<unknown>((shown, inner) => redacted(inner, shown), value)
}

/** The schemas that a schema is made of and that read the same value: what is optional, one of several, piped. */
function within(schema: z.ZodType): readonly z.ZodType[] {
  const {
    innerType,
    options,
    in: first,
    out,
    left,
    right,
  } = schema.def as unknown as Readonly<Record<string, z.ZodType | readonly z.ZodType[] | undefined>>
  return [innerType, options, first, out, left, right]
    .flat()
    .filter((inner): inner is z.ZodType => inner instanceof z.ZodType)
}
