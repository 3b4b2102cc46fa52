import { Agent } from "node:http"
import fc from "fast-check"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import { ask } from "../kernel/http/ask.js"
import type { Answer } from "../kernel/http/ask.js"

const test = suite("editions/fuzz")

/** In which an answer must be whole, in milliseconds. */
const HANG_MS = 5_000
/** Each failure prints its seed: PLATEN_FUZZ_SEED=1234 runs it again. */
const SEED = process.env.PLATEN_FUZZ_SEED === undefined ? {} : { seed: Number(process.env.PLATEN_FUZZ_SEED) }

interface Call {
  readonly path: string
  readonly method: string
  readonly query: readonly (readonly [string, string])[]
  readonly headers: Readonly<Record<string, string>>
}

const garbage = fc.oneof(
  fc.string({ maxLength: 40 }), fc.string({ unit: "binary", maxLength: 20 }), fc.string({ unit: "grapheme", maxLength: 20 }),
  fc.integer().map(String), fc.double().map(String),
  fc.constantFrom("", " ", "0", "-1", "NaN", "1e9", "null", "true", "[]", "{}", "\0", "%", "%zz", "../..", "__proto__", "x".repeat(700), "9".repeat(400)),
)
const mostly = (good: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: garbage, weight: 1 })
const size = fc.constantFrom("100", "128", "200", "296", "300", "400", "101", "333", "99", "1600", "1200", "1601", " 300 ", "0300")
const value: Readonly<Record<string, fc.Arbitrary<string>>> = {
  v: mostly(fc.double({ min: -1, max: 5, noNaN: true }).map((volts) => volts.toFixed(2))),
  mac: mostly(fc.constantFrom("", "AA:BB:CC:DD:EE:FF", "aabbccddeeff")),
  persona: mostly(fc.constantFrom("DAILY", "zen", "CALENDAR", "STOIC", "POETRY", "NOBODY")),
  rssi: mostly(fc.integer({ min: -150, max: 10 }).map(String)),
  refresh_min: mostly(fc.integer({ min: 1, max: 1440 }).map(String)),
  w: mostly(size), h: mostly(size),
  next: mostly(fc.constantFrom("0", "1")),
  colors: mostly(fc.constantFrom("2", "3", "4", "5")),
  bpp: mostly(fc.constantFrom("1", "2")),
  lang: mostly(fc.constantFrom("en", "zh", "zh-Hant", "ar", "ja", "xx")),
  mode_override: mostly(fc.json({ maxDepth: 3 })),
  no_cache: mostly(fc.constantFrom("0", "1")),
  city_override: garbage, memo_text: garbage, intent: garbage, ui_language: garbage,
}
const pair = fc.oneof(
  { arbitrary: fc.constantFrom(...Object.keys(value)).chain((name) => value[name]!.map((text) => [name, text] as const)), weight: 12 },
  { arbitrary: fc.tuple(garbage, garbage), weight: 1 },
)

/** What a header may hold: visible ASCII, spaces and Latin-1. */
const field = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).filter((code) => code !== 0x7f).map((code) => String.fromCharCode(code)), maxLength: 60 })
const header = (...good: readonly string[]): fc.Arbitrary<string> => fc.oneof(fc.constantFrom(...good), field)
const headers = fc.record({
  "x-device-token": header("", "secret"), authorization: header("Bearer x", "Basic =="), cookie: header("ink_session=x", "=;=;;"),
  accept: header("image/webp"), "accept-language": header("zh-CN,zh;q=0.9", "*"), "accept-encoding": header("gzip, br", "identity;q=0"),
  "if-none-match": header("*", "\"x\""), "if-modified-since": header("yesterday"), range: header("bytes=0-0", "bytes=9-1"),
  "x-forwarded-for": header("1.2.3.4, 5.6.7.8"), "x-forwarded-proto": header("https"), "x-http-method-override": header("DELETE"),
  origin: header("null", "http://evil.example"), "user-agent": header("ESP32HTTPClient", ""), "content-type": header("application/json"),
}, { requiredKeys: [] })

const part = fc.constantFrom("api", "v1", "render", "preview", "health", "metrics", "device", "..", ".", "", "%2e%2e", "%2F", "%00", "%zz", "%", "AA:BB:CC:DD:EE:FF")
const segment = fc.oneof(part, garbage.map(encoded))
const nonsense = fc.array(segment, { maxLength: 6 }).map((parts) => `/${parts.join("/")}`)
const pictures = fc.constantFrom("/api/render", "/api/render", "/api/preview", "/api/v1/render", "/api/v1/preview", "/api/render/", "/API/Render")
const known = fc.oneof({ arbitrary: pictures, weight: 4 }, { arbitrary: fc.constantFrom("/api/health", "/api/v1/health", "/metrics"), weight: 1 })

const calls = (path: fc.Arbitrary<string>, method: fc.Arbitrary<string>): fc.Arbitrary<Call> =>
  fc.record({ path, method, query: fc.array(pair, { maxLength: 8 }), headers })

let stage: Stage
let port: number
let agent: Agent
test.before(async () => {
  stage = await openStage()
  port = await stage.app.listen()
  agent = new Agent({ keepAlive: true, maxSockets: 4 })
})
test.after(async () => {
  agent.destroy()
  await stage.close()
})

for (const [what, call, numRuns] of [
  ["a known path", calls(known, fc.oneof({ arbitrary: fc.constant("GET"), weight: 6 }, { arbitrary: fc.constant("HEAD"), weight: 1 })), 1_500],
  ["any path and method", calls(fc.oneof(nonsense, known), fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND")), 500],
] as const) {
  test(`answers ${numRuns} calls of ${what} soon, as it should, and never with a failure of its own`, async () => {
    await fc.assert(fc.asyncProperty(call, async (each) => check(each, await answered(each))), { numRuns, includeErrorInReport: true, ...SEED })
    assert.equal(stage.log.lines.filter(({ level }) => level === "error"), [])
  })
}

async function answered({ path, method, query, headers }: Call): Promise<Answer> {
  const search = query.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join("&")
  const start = performance.now()
  const answer = await ask(port, `${path}${search && `?${search}`}`, { method, headers, agent })
  const took = performance.now() - start
  if (took > HANG_MS) throw new Error(`it took ${Math.round(took)} ms`)
  return answer
}

function check({ path, method, query, headers }: Call, { status, headers: got, body }: Answer): void {
  if (status >= 500 || status < 200 || (status >= 300 && status < 400 && status !== 304)) throw new Error(`status ${status}`)
  if (status === 304 && headers["if-none-match"] === undefined) throw new Error("304 unasked")
  if (method === "HEAD" || status === 304) return assert.is(body.length, 0)
  assert.is(got["content-length"], String(body.length))
  const route = /^(?:\/api(?:\/v1)?\/(render|preview|health)|\/(metrics))\/?$/i.exec(path)?.slice(1).find(Boolean)?.toLowerCase()
  if (route === undefined || method !== "GET") {
    if (method !== "TRACE") assert.equal(Object.keys(JSON.parse(body.toString()) as object), ["error", "message", "detail"])
    return assert.ok(status === 404 || status === 405 || (status === 400 && route === undefined), `${status} for no route`)
  }
  if (route === "health" || route === "metrics") return assert.is(status, 200)
  const last = Object.fromEntries(query.map(([name, text]) => [wellFormed(name), wellFormed(text)]))
  assert.ok([200, 400, 401].includes(status), `status ${status}`)
  isPicture(route, last, body)
}

/** The picture, errors drawn too, has the size and the format asked for, or the default where that cannot be had. */
function isPicture(route: string, query: Readonly<Record<string, string>>, body: Buffer): void {
  const [width, height, colours] = [whole(query.w, 100, 1600) ?? 400, whole(query.h, 100, 1200) ?? 300, whole(query.colors, 2, 4) ?? 2]
  if (route === "render" && colours > 2) return assert.is(body.length, Math.ceil(width / 4) * height)
  const picture = route === "render" ? bmpPixels(body) : pngPixels(body)
  assert.equal([picture.width, picture.height], [width, height])
}

function whole(text: string | undefined, min: number, max: number): number | undefined {
  const value = text !== undefined && /^\s*-?\d{1,9}\s*$/.test(text) ? Number(text) : NaN
  return value >= min && value <= max ? value : undefined
}

function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text))
}

/** Half a surrogate pair cannot be sent. */
function wellFormed(text: string): string {
  return text.toWellFormed()
}

test.run()
