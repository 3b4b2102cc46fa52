/** The part of JSON Schema that settings and configs have, with what `x-platen` says beside it. */
export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly propertyNames?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly default?: unknown
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly format?: string
  readonly "x-platen"?: {
    readonly label?: Readonly<Record<string, string>>
    readonly help?: Readonly<Record<string, string>>
    readonly widget?: string
    readonly unit?: string
    readonly options?: Readonly<Record<string, Readonly<Record<string, string>>>>
    readonly secret?: boolean
  }
}

/** What a field of a form is made as. */
export type Kind =
  | "secret"
  | "choice"
  | "choices"
  | "switch"
  | "number"
  | "text"
  | "long"
  | "date"
  | "picture"
  | "texts"
  | "list"
  | "group"
  | "mode"
  | "mode-settings"
  | "connection"
  | "album"
  | "map"
  | "json"

/** Names of settings whose values are granted by the operator. */
const GRANTED = new Set(["connection", "album"])

/** A schema without the alternatives that mean nothing to a person: "or an empty text", "or null". */
export function plain(schema: Schema): Schema {
  const { anyOf } = schema
  if (!anyOf) return schema
  const told = anyOf.find((each) => each["x-platen"]) ?? anyOf.find((each) => each.type !== "null")
  if (!told) return schema
  const { anyOf: _, ...rest } = schema
  return {
    ...plain(told),
    ...rest,
    ...(told["x-platen"] && { "x-platen": { ...told["x-platen"], ...schema["x-platen"] } }),
  }
}

/** The kind of a field. `schema`: as `plain` leaves it. `name`: of the field. */
export function kindOf(schema: Schema, name = ""): Kind {
  const { type, enum: values, items, properties, format, additionalProperties: more } = schema
  const { widget, secret } = schema["x-platen"] ?? {}
  if (secret) return "secret"
  if (widget === "mode") return type === "string" ? "mode" : "mode-settings"
  if (type === "string" && GRANTED.has(name)) return name as Kind
  if (values) return "choice"
  if (type === "boolean") return "switch"
  if (type === "number" || type === "integer") return "number"
  if (type === "string") {
    if (widget === "textarea") return "long"
    if (widget === "picture") return "picture"
    return format === "date" || widget === "date" ? "date" : "text"
  }
  if (type === "array" && items) {
    const item = plain(items)
    if (item.enum) return "choices"
    if (item.type === "string") return "texts"
    return item.properties ? "list" : "json"
  }
  if (type === "object" && properties) return "group"
  return type === "object" && typeof more === "object" && plain(more).type === "string" ? "map" : "json"
}

/** What a new item of a list begins with. */
export function emptyOf(schema: Schema): unknown {
  const node = plain(schema)
  if (node.default !== undefined) return structuredClone(node.default)
  switch (kindOf(node)) {
    case "switch":
      return false
    case "number":
      return node.minimum ?? 0
    case "choice":
      return node.enum?.[0]
    case "choices":
    case "texts":
    case "list":
      return []
    case "group":
      return Object.fromEntries(
        Object.entries(node.properties ?? {})
          .filter(([name]) => node.required?.includes(name))
          .map(([name, each]) => [name, emptyOf(each)]),
      )
    case "mode-settings":
    case "map":
      return {}
    default:
      return ""
  }
}

/** Whether a value is a secret that is set and cannot be read. */
export function isKept(value: unknown): value is { readonly set: true } {
  return typeof value === "object" && value !== null && (value as { set?: unknown }).set === true
}
