import { fields, inLanguage, z } from "platen/sdk"
import { jsonSchema } from "platen/sdk/kit"
import type { FieldMeta } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"

/** A setting in the format that the forms of existing pages read. */
export const settingShown = z
  .strictObject({
    key: z.string(),
    label: z.string(),
    type: z.enum(["text", "textarea", "number", "select", "boolean"]),
    description: z.string().optional(),
    placeholder: z.string().optional(),
    default: z.unknown().optional(),
    min: z.number().optional(),
    max: z.number().optional(),
    step: z.number().optional(),
    as_json: z.literal(true).optional().describe("The text is JSON."),
    options: z.array(z.strictObject({ value: z.string(), label: z.string() })).optional(),
  })
  .meta({ id: "Setting" })
export type SettingShown = z.output<typeof settingShown>

/** JSON schemas by zod schema: every list of modes needs them again. */
const described = new WeakMap<z.ZodType, Described>()

function describe(schema: z.ZodType): Described {
  let known = described.get(schema)
  if (!known) described.set(schema, (known = jsonSchema(schema)))
  return known
}

/** Larger bounds are those of the number type, not of the setting. */
const MAX_BOUND = 1e9

/** The settings of a mode, from its schema and the field metadata. Secret settings are left out. */
export function settingsShown({ settings: schema }: Pick<Mode, "settings">, language: string): readonly SettingShown[] {
  if (!(schema instanceof z.ZodObject)) return []
  return Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>).flatMap(([key, each]) => {
    const meta = fields.get(each) ?? {}
    return meta.secret ? [] : [shown(key, meta, describe(each), language)]
  })
}

interface Described {
  readonly type?: string
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly enum?: readonly unknown[]
}

function shown(key: string, meta: FieldMeta, described: Described, language: string): SettingShown {
  const type = typeOf(meta, described)
  const { minimum = -Infinity, maximum = Infinity } = described
  return {
    key,
    label: meta.label ? inLanguage(meta.label, language) : key,
    type,
    ...(meta.help && { description: inLanguage(meta.help, language) }),
    ...(meta.widget === "date" && { placeholder: "YYYY-MM-DD" }),
    ...(described.default !== undefined && { default: described.default }),
    ...(type === "number" && {
      ...(minimum > -MAX_BOUND && { min: minimum }),
      ...(maximum < MAX_BOUND && { max: maximum }),
      ...(described.type === "integer" && { step: 1 }),
    }),
    ...(isNested(described) && { as_json: true }),
    ...(type === "select" && {
      options: (described.enum ?? [])
        .map(String)
        .map((value) => ({ value, label: meta.options?.[value] ? inLanguage(meta.options[value], language) : value })),
    }),
  }
}

function isNested({ type }: Described): boolean {
  return type === "array" || type === "object"
}

function typeOf({ widget }: FieldMeta, described: Described): SettingShown["type"] {
  if (described.enum) return "select"
  if (isNested(described) || widget === "textarea") return "textarea"
  if (described.type === "boolean") return "boolean"
  return described.type === "number" || described.type === "integer" ? "number" : "text"
}
