import fc from "fast-check"
import { encoded, garbage } from "./garbage.js"
import { ONE_PIXEL } from "./one-pixel.js"

type Json = Readonly<Record<string, unknown>>
/** Good values of what a schema does not tell, by the field's name. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Stands for a number that JSON.stringify cannot write. */
const HUGE = "a number beyond all bounds"
const deep = (levels: number): unknown => JSON.parse(`${"[".repeat(levels)}${"]".repeat(levels)}`)
const junk = fc.oneof(
  // What somebody forgot, or took for another type, is likelier than nonsense, and finds more.
  { arbitrary: fc.constantFrom<unknown>(null, null, "", 0, true, [], {}), weight: 4 },
  fc.jsonValue({ maxDepth: 3 }),
  garbage,
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom<unknown>(
    HUGE,
    -0,
    1e308,
    "\ud800",
    "x".repeat(3_000),
    deep(60),
    [null],
    [{}],
    Object.fromEntries([
      ["__proto__", { a: 1 }],
      ["constructor", {}],
      ["toString", 1],
    ]),
  ),
)

/** What fits a schema of a document, as far as the schema tells; here and there something else. */
export function valueOf(schema: Json, known: Known, name = ""): fc.Arbitrary<unknown> {
  const fitting = fittingOf(schema, known, name)
  return fc.oneof({ arbitrary: fitting, weight: schema.type === "object" ? 20 : 9 }, { arbitrary: junk, weight: 1 })
}

function fittingOf(schema: Json, known: Known, name: string): fc.Arbitrary<unknown> {
  const {
    type,
    anyOf,
    properties,
    items,
    required = [],
  } = schema as {
    type?: string | string[]
    anyOf?: Json[]
    properties?: Record<string, Json>
    items?: Json
    required?: string[]
  }
  if ("const" in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]))
  if (known[name]) return type === "array" ? fc.constant(known[name]) : fc.constantFrom(...known[name])
  if (anyOf) return fc.oneof(...anyOf.map((each) => valueOf(each, known, name)))
  if (Array.isArray(type)) return fc.oneof(...type.map((each) => valueOf({ ...schema, type: each }, known, name)))
  if (type === "object") {
    const fields = Object.entries(properties ?? {}).map(([key, each]) => [key, valueOf(each, known, key)] as const)
    if (fields.length === 0)
      return fc.dictionary(
        fc.constantFrom("MEMO", "ZEN", "a", "memo_text", "city", "__proto__"),
        fc.jsonValue({ maxDepth: 2 }),
        { maxKeys: 3 },
      )
    const others = fields.filter(([key]) => !required.includes(key))
    return fc
      .subarray(others, { maxLength: Math.min(4, others.length) })
      .chain((some) => fc.record(Object.fromEntries([...fields.filter(([key]) => required.includes(key)), ...some])))
  }
  if (type === "array") return fc.array(valueOf(items ?? {}, known, name), { maxLength: 4 })
  if (type === "integer" || type === "number") return numberOf(schema)
  if (type === "boolean") return fc.boolean()
  if (type === "null") return fc.constant(null)
  if (type === "string") return textOf(schema)
  return fc.jsonValue({ maxDepth: 2 })
}

function numberOf({
  type,
  minimum = -1_000,
  maximum = 2_000,
}: {
  readonly type?: unknown
  readonly minimum?: number
  readonly maximum?: number
}): fc.Arbitrary<number> {
  const within =
    type === "integer"
      ? fc.integer({ min: minimum, max: Math.min(maximum, minimum + 400) })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(
    { arbitrary: within, weight: 6 },
    { arbitrary: fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1), weight: 1 },
  )
}

function textOf({
  format,
  maxLength = 60,
}: {
  readonly format?: string
  readonly maxLength?: number
}): fc.Arbitrary<string> {
  if (format === "date") return fc.constantFrom("2026-11-21", "2026-11-20", "2024-02-29", "0000-01-01", "9999-12-31")
  const most = Math.min(maxLength, 60)
  return fc.oneof(
    fc.string({ unit: "grapheme", maxLength: most }),
    fc.constantFrom(
      "",
      "厨房",
      "👨‍👩‍👧",
      "a\ud800b",
      "<b>&amp;",
      "{{ date.day }}",
      "\0\u2028\u202e",
      "x".repeat(maxLength > 5_000 ? 61 : maxLength + 1),
    ),
  )
}

export function written(json: unknown): string {
  return (JSON.stringify(json) ?? "null").replaceAll(JSON.stringify(HUGE), "1e999")
}

/** Bodies that are no JSON, or too much of it. */
export const broken: fc.Arbitrary<string | Uint8Array> = fc.oneof<fc.Arbitrary<string | Uint8Array>[]>(
  fc.jsonValue({ maxDepth: 4 }).map(written),
  garbage,
  fc.uint8Array({ maxLength: 60 }),
  fc.constantFrom(
    "",
    "{",
    "[",
    "null",
    "\ufeff{}",
    '{"mac":1,"mac":2}',
    '{"__proto__":{"admin":true}}',
    `${'{"a":'.repeat(4_000)}1${"}".repeat(4_000)}`,
    "[".repeat(60_000),
    " ".repeat(70_000),
  ),
)

const cut = (bytes: Buffer, at: number): Uint8Array => bytes.subarray(0, Math.max(1, Math.floor(bytes.length * at)))
const flipped = (bytes: Buffer, at: number, bit: number): Uint8Array => {
  const copy = Buffer.from(bytes)
  copy[Math.min(copy.length - 1, Math.floor(copy.length * at))]! ^= 1 << bit
  return copy
}
const share = fc.double({ min: 0, max: 1, noNaN: true })
/** What begins like a picture. */
const HEADS = [
  "89504e470d0a1a0a0000000d49484452ffffffffffffffff08060000",
  "ffd8ffe000104a46494600",
  "474946383961ffffffff",
  "52494646ffffffff57454250565038",
  "424d3e00000000",
  "3c737667",
  "49492a00",
].map((hex) => Buffer.from(hex, "hex"))

/** Pictures, and what is nearly one. */
export const pictureBytes: fc.Arbitrary<Uint8Array> = fc.oneof<fc.Arbitrary<Uint8Array>[]>(
  fc.constant(ONE_PIXEL),
  share.map((at) => cut(ONE_PIXEL, at)),
  fc.tuple(share, fc.nat(7)).map(([at, bit]) => flipped(ONE_PIXEL, at, bit)),
  fc
    .tuple(fc.constantFrom(...HEADS), fc.uint8Array({ maxLength: 60 }))
    .map(([head, rest]) => Buffer.concat([head, rest])),
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(Buffer.alloc((4 << 20) + 1)),
)

/** A part of a path as it goes out: mostly one that there is, oddly written now and then. */
export function partOf(good: readonly string[]): fc.Arbitrary<string> {
  const odd = fc.constantFrom(
    "%2F",
    "%00",
    "%zz",
    "%",
    "..%2f..",
    "%252e",
    "%C0%AF",
    "a%20b",
    "__proto__",
    "constructor",
    "x".repeat(500),
    "%E2%80%AE",
  )
  return fc.oneof(
    { arbitrary: fc.constantFrom(...good), weight: 10 },
    { arbitrary: fc.constantFrom(...good).map((each) => encodeURIComponent(each).toLowerCase()), weight: 1 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: garbage.map((text) => encoded(text) || "x"), weight: 1 },
  )
}

/** A parameter of a query as text. */
export function parameterOf(name: string, schema: Json, known: Known): fc.Arbitrary<readonly [string, string]> {
  const meant = valueOf(schema, known, name).map((value) => (typeof value === "string" ? value : written(value)))
  return fc
    .oneof({ arbitrary: meant, weight: 9 }, { arbitrary: garbage, weight: 1 })
    .map((value) => [name, value] as const)
}
