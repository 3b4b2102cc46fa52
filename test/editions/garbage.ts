import fc from "fast-check"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels } from "../devices/pixels.js"

/** Text that a query may hold and none should. */
export const garbage = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.integer().map(String),
  fc.double().map(String),
  fc.constantFrom(
    "",
    " ",
    "0",
    "-1",
    "NaN",
    "1e9",
    "null",
    "true",
    "[]",
    "{}",
    "\0",
    "%",
    "%zz",
    "../..",
    "__proto__",
    "x".repeat(700),
    "9".repeat(400),
  ),
)
export const mostly = <T>(good: fc.Arbitrary<T>, bad: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: bad, weight: 1 })
const text = (good: fc.Arbitrary<string>): fc.Arbitrary<string> => mostly(good, garbage)

const size = fc.constantFrom(
  "100",
  "128",
  "200",
  "296",
  "300",
  "400",
  "101",
  "333",
  "99",
  "1600",
  "1200",
  "1601",
  " 300 ",
  "0300",
)
const VALUES: Readonly<Record<string, fc.Arbitrary<string>>> = {
  v: text(fc.double({ min: -1, max: 5, noNaN: true }).map((volts) => volts.toFixed(2))),
  mac: text(fc.constantFrom("", "AA:BB:CC:DD:EE:FF", "aabbccddeeff")),
  persona: text(fc.constantFrom("DAILY", "zen", "CALENDAR", "STOIC", "POETRY", "NOBODY")),
  rssi: text(fc.integer({ min: -150, max: 10 }).map(String)),
  refresh_min: text(fc.integer({ min: 1, max: 1440 }).map(String)),
  w: text(size),
  h: text(size),
  next: text(fc.constantFrom("0", "1")),
  colors: text(fc.constantFrom("2", "3", "4", "5")),
  bpp: text(fc.constantFrom("1", "2")),
  lang: text(fc.constantFrom("en", "zh", "zh-Hant", "ar", "ja", "xx")),
  mode_override: text(fc.json({ maxDepth: 3 })),
  no_cache: text(fc.constantFrom("0", "1")),
  city_override: garbage,
  memo_text: garbage,
  intent: garbage,
  ui_language: garbage,
}

/** A parameter of the picture calls: mostly one that there is, with a value that is mostly right. */
export const parameter = fc.oneof(
  {
    arbitrary: fc
      .constantFrom(...Object.keys(VALUES))
      .chain((name) => VALUES[name]!.map((value) => [name, value] as const)),
    weight: 12,
  },
  { arbitrary: fc.tuple(garbage, garbage), weight: 1 },
)
export type Parameter = readonly [string, string]

/** What a header may hold: visible ASCII, spaces and Latin-1. */
const field = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
})
const header = (...good: readonly string[]): fc.Arbitrary<string> => fc.oneof(fc.constantFrom(...good), field)
export const headers = fc.record(
  {
    "x-device-token": header("", "secret"),
    authorization: header("Bearer x", "Basic =="),
    cookie: header("ink_session=x", "=;=;;"),
    accept: header("image/webp"),
    "accept-language": header("zh-CN,zh;q=0.9", "*"),
    "accept-encoding": header("gzip, br", "identity;q=0"),
    "if-none-match": header("*", '"x"'),
    "if-modified-since": header("yesterday"),
    range: header("bytes=0-0", "bytes=9-1"),
    "x-forwarded-for": header("1.2.3.4, 5.6.7.8"),
    "x-forwarded-proto": header("https"),
    "x-http-method-override": header("DELETE"),
    origin: header("null", "http://evil.example"),
    "user-agent": header("ESP32HTTPClient", ""),
    "content-type": header("application/json"),
  },
  { requiredKeys: [] },
)

/** A picture, an error's too, has the size and the format asked for, or the default where that cannot be had. */
export function isPicture(route: string, query: Readonly<Record<string, string>>, body: Buffer): void {
  const [width, height, colours] = [
    whole(query.w, 100, 1600) ?? 400,
    whole(query.h, 100, 1200) ?? 300,
    whole(query.colors, 2, 4) ?? 2,
  ]
  if (route === "render" && colours > 2) return assert.is(body.length, Math.ceil(width / 4) * height)
  const picture = route === "render" ? bmpPixels(body) : pngPixels(body)
  assert.equal([picture.width, picture.height], [width, height])
}

function whole(text: string | undefined, min: number, max: number): number | undefined {
  const value = text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}

/** A query as it is sent. */
export function searchOf(query: readonly Parameter[]): string {
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&")
  return search && `?${search}`
}

/** A query as it is read: of a repeated name the last. */
export function lastOf(query: readonly Parameter[]): Readonly<Record<string, string>> {
  return Object.fromEntries(query.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()]))
}

/** Half a surrogate pair cannot be sent. */
export function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
