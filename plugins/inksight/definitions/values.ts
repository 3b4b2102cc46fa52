import { isFields } from "./given.js"
import type { Fields } from "./given.js"

type Scalar = "text" | "number" | "boolean"

/** The type of a field of a spec. */
export interface Kind {
  readonly type: Scalar | "list"
  readonly of?: Scalar | Readonly<Record<string, Scalar>>
}

/** Characters of a text, entries of a list, and fields of an entry. */
const [MAX_TEXT, MAX_ITEMS, MAX_KEYS] = [4000, 100, 24]

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value))

/** The type of a field, from its values in all entries. `inside`: names of an entry's fields; `loss`: a sentence where a value is changed. */
export function kindOf(values: readonly unknown[]): {
  readonly kind: Kind
  readonly inside: ReadonlyMap<string, string>
  readonly loss?: string
} {
  const inside = new Map<string, string>()
  if (values.some(Array.isArray)) {
    const items = values.flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : []))
    if (items.some(isFields)) return ofEntries(items.filter(isFields), items, inside)
    const isLost = items.some((item) => !isScalar(item))
    return {
      kind: { type: "list" },
      inside,
      ...(isLost && { loss: "lists within its list are left out." }),
    }
  }
  if (values.some(isFields)) {
    inside.set("name", "name").set("value", "value")
    return {
      kind: { type: "list", of: { name: "text", value: "text" } },
      inside,
      loss: "is an object: it is a list of its names and values here.",
    }
  }
  return { kind: { type: scalarOf(values) }, inside }
}

function ofEntries(
  entries: readonly Fields[],
  items: readonly unknown[],
  inside: Map<string, string>,
): ReturnType<typeof kindOf> {
  const keys = [...new Set(entries.flatMap((entry) => Object.keys(entry)))]
  const plain = keys.filter((key) => entries.every((entry) => !Object.hasOwn(entry, key) || isScalar(entry[key])))
  for (const key of plain.slice(0, MAX_KEYS)) {
    const name = key
      .replaceAll(/\W+/g, "_")
      .replace(/^[\d_]+/, "")
      .slice(0, 30)
    if (name !== "" && !(name in Object.prototype) && ![...inside.values()].includes(name)) inside.set(key, name)
  }
  const of = Object.fromEntries(
    [...inside].map(([key, name]) => [
      name,
      scalarOf(entries.flatMap((entry) => (Object.hasOwn(entry, key) ? [entry[key]] : [""]))),
    ]),
  )
  const isLost = inside.size < keys.length || entries.length < items.length
  return {
    kind: { type: "list", of },
    inside,
    ...(isLost && { loss: "parts of its entries that are no texts or numbers are left out." }),
  }
}

function scalarOf(values: readonly unknown[]): Scalar {
  const all = (type: string): boolean => values.length > 0 && values.every((value) => typeof value === type)
  if (all("number") && values.every(isScalar)) return "number"
  return all("boolean") ? "boolean" : "text"
}

/** The value of a field in an entry, as its type says; undefined where it has none. */
export function valueAs(
  { kind, inside }: { readonly kind: Kind; readonly inside: ReadonlyMap<string, string> },
  entry: Fields,
  key: string,
): unknown {
  if (!Object.hasOwn(entry, key)) return undefined
  const value = entry[key]
  const { type, of } = kind
  if (type !== "list") return scalarAs(type, value)
  if (typeof of !== "object") return itemsOf(value).flatMap((item) => (isScalar(item) ? [asText(item)] : []))
  if (isFields(value))
    return Object.entries(value).flatMap(([name, each]) =>
      isScalar(each) || Array.isArray(each) ? [{ name: name.slice(0, MAX_TEXT), value: asText(each) }] : [],
    )
  return itemsOf(value)
    .filter(isFields)
    .map((item) =>
      Object.fromEntries(
        [...inside].map(([theirs, ours]) => [
          ours,
          scalarAs(of[ours]!, Object.hasOwn(item, theirs) ? item[theirs] : "") ?? "",
        ]),
      ),
    )
}

const itemsOf = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : [value]).slice(0, MAX_ITEMS)

function scalarAs(type: Scalar, value: unknown): unknown {
  if (type === "number") return typeof value === "number" ? value : undefined
  if (type === "boolean") return typeof value === "boolean" ? value : undefined
  return isScalar(value) || Array.isArray(value) ? asText(value) : undefined
}

function asText(value: unknown): string {
  const words = Array.isArray(value) ? value.filter(isScalar).join(", ") : String(value)
  return words.slice(0, MAX_TEXT)
}
