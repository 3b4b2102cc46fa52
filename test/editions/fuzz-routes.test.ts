import { Agent } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import fc from "fast-check"
import type { OutboundFetch } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import { releaseOf } from "../plugins/devices/firmware/world.js"
import { IS_FULL } from "../depth.js"
import { broken, parameterOf, partOf, pictureBytes, valueOf, written } from "./bodies.js"
import { headers, isPicture, lastOf, mostly, parameter, searchOf } from "./garbage.js"
import type { Parameter } from "./garbage.js"
import { openFuzz } from "./fuzz-stage.js"
import type { Answer, Cast, FuzzStage, Operated } from "./fuzz-stage.js"

const test = suite("editions/fuzz: every route")

const BATCH = 250
const BATCHES = 9
const PARTS = IS_FULL ? 3 : 1
/** Routes at most of which no call is good: in fewer calls there are more of them. */
const NEVER_GOOD = IS_FULL ? 4 : 16
/** Routes that refuse everybody. */
const NEVER = /auth\/(reset-password|bind-email)/
/** Calls at once, over as many connections. */
const AT_ONCE = 8
/** Bytes that a server may grow by between the 1,000th call and the last: what it keeps in memory has bounds. */
const GROWTH = 16 << 20
const STEADY_AFTER = 4

interface Call {
  readonly operation: Operated
  readonly caller: string
  readonly method: string
  readonly path: string
  /** False: the path may be another call's, or nobody's. */
  readonly plain: boolean
  readonly query: readonly Parameter[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Of the world some is there, some fails, and some is nonsense. */
let asked = 0
const fetch: OutboundFetch = async (address) => {
  asked++
  if (asked % 5 === 0) throw new TypeError("the world is away")
  const json: unknown =
    asked % 7 === 0
      ? { nonsense: true }
      : String(address).includes("/releases")
        ? [releaseOf("v1.2.3", ["epd_42_c3.bin"])]
        : { results: [{ name: "Paris", latitude: 48.85, longitude: 2.35 }] }
  const text = (): string => JSON.stringify(json)
  return {
    status: asked % 11 === 0 ? 404 : 200,
    url: String(address),
    headers: {},
    bytes: Buffer.from(text()),
    text,
    json: () => JSON.parse(text()) as unknown,
  }
}

let open: FuzzStage
let agent: Agent
test.before(async () => {
  open = await openFuzz({ fetch, config: { firmware: { repository: "acme/firmware" } } })
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
})
test.after(async () => {
  agent.destroy()
  await open.close()
})

/** Where the body is a picture. */
const takesPicture = ({ operation: { requestBody } }: Operated): boolean =>
  requestBody?.content["image/png"] !== undefined

function bodyOf(operated: Operated, cast: Cast): fc.Arbitrary<string | Uint8Array | undefined> {
  const { requestBody } = operated.operation
  if (!requestBody) return fc.oneof({ arbitrary: fc.constant(undefined), weight: 8 }, { arbitrary: broken, weight: 1 })
  if (takesPicture(operated)) return pictureBytes
  const schema = requestBody.content["application/json"]!.schema!
  return fc.oneof<fc.Arbitrary<string | Uint8Array | undefined>[]>(
    { arbitrary: valueOf(schema, cast.known).map(written), weight: 10 } as never,
    { arbitrary: broken, weight: 1 } as never,
    { arbitrary: fc.constant(undefined), weight: 1 } as never,
  )
}

function pathOf({ path }: Operated, { parts }: Cast): fc.Arbitrary<string> {
  return fc
    .tuple(
      ...path
        .split("/")
        .map((part) => (part.startsWith("{") ? partOf(parts[part.slice(1, -1)] ?? ["x"]) : fc.constant(part))),
    )
    .map((all) => all.join("/"))
}

/** Mostly what must be there, and some of what may be. */
function queryOf({ operation }: Operated, { known }: Cast): fc.Arbitrary<readonly Parameter[]> {
  const all = (operation.parameters ?? []).filter((each) => each.in === "query")
  const needed = all.filter(({ required }) => required)
  const others = all.filter(({ required }) => !required)
  const some = fc.subarray(others, { maxLength: Math.min(3, others.length) })
  return fc
    .tuple(mostly(fc.constant(needed), fc.constant<typeof needed>([])), some)
    .chain(([a, b]) => fc.tuple(...[...a, ...b].map(({ name, schema }) => parameterOf(name, schema, known))))
}

/** The same path as it might be mistyped. */
const mistyped = (path: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    `${path}/`,
    path.toUpperCase(),
    path.replace("/api", "/api/v1"),
    path.replace("/api", "//api"),
    `${path}/..`,
    path.replace("/api/", "/api/%2e/"),
    `${path};a=b`,
    `${path}%00`,
  )

/** Calls after which a person's session is worth nothing: only one of a cast makes them. */
const ENDING = /auth\/(logout|password)/

function callOf(operated: Operated, cast: Cast): fc.Arbitrary<Call> {
  // Those who may do something come oftener.
  const shown = ENDING.test(operated.path)
    ? fc.constantFrom("nobody", "other user", "device")
    : fc.constantFrom(...Object.keys(cast.callers), "owner", "owner", "admin", "device", "owner by cookie")
  return fc
    .record({
      operation: fc.constant(operated),
      caller: shown,
      method: fc.oneof(
        { arbitrary: fc.constant(operated.method), weight: 24 },
        { arbitrary: fc.constantFrom("HEAD", "OPTIONS", "PATCH", "PROPFIND"), weight: 1 },
      ),
      path: pathOf(operated, cast).chain((path) =>
        fc.oneof(
          { arbitrary: fc.constant({ path, plain: true }), weight: 12 },
          { arbitrary: mistyped(path).map((odd) => ({ path: odd, plain: false })), weight: 1 },
        ),
      ),
      query: fc
        .tuple(
          queryOf(operated, cast),
          mostly<readonly Parameter[]>(fc.constant([]), fc.array(parameter, { maxLength: 3 })),
        )
        .map(([own, more]) => [...own, ...sized(operated, more)]),
      odd: fc.oneof({ arbitrary: fc.constant({}), weight: 5 }, { arbitrary: headers, weight: 1 }),
      body: bodyOf(operated, cast),
    })
    .map(({ path: { path, plain }, odd, body, ...call }) => ({
      ...call,
      path,
      plain:
        plain &&
        call.method === operated.method &&
        !path.split("/").some((part, i) => part === "." || part === ".." || (part === "" && i > 0)),
      ...(body !== undefined && { body }),
      headers: {
        ...odd,
        ...(body !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
        }),
        ...cast.callers[call.caller],
      } as Record<string, string>,
    }))
}

/** Pictures stay small: what is tried here is not how long a large one takes. */
function sized({ path }: Operated, query: readonly Parameter[]): readonly Parameter[] {
  return /render|preview|widget|share/.test(path)
    ? query.map(([name, value]) => (/^[wh]$/.test(name) && Number(value) > 400 ? [name, "100"] : [name, value]))
    : query
}

/** All of a batch, so many at once. What was wrong, with its call. */
async function run(calls: readonly Call[], done: (call: Call, answer: Answer) => void): Promise<readonly string[]> {
  const faults: string[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < calls.length) {
      const call = calls[next++]!
      try {
        const answer = await ask(open.port, call.path + searchOf(call.query), {
          method: call.method,
          headers: call.headers,
          agent,
          ...(call.body !== undefined && { body: call.body }),
        })
        done(call, answer)
      } catch (cause) {
        const { operation, body, ...rest } = call
        faults.push(
          `${(cause as Error).message}\n${operation.name} ${JSON.stringify({ ...rest, body: typeof body === "string" ? body.slice(0, 800) : body && Buffer.from(body).toString("hex").slice(0, 200) })}`,
        )
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return faults
}

/** Failures that a sound server may have here: the world's, and what is not there. Their codes are in docs/errors.md. */
const OURS: ReadonlySet<string> = new Set([
  "model-not-configured",
  "firmware_release_fetch_failed",
  "firmware_url_unreachable",
  "upstream",
  "content-failed",
  "unavailable",
])

function check(call: Call, answer: Answer): void {
  const { status, headers: got, body } = answer
  const empty = call.method === "HEAD" || status === 304 || status === 204
  const json =
    !empty && got["content-type"]?.startsWith("application/json")
      ? (answer.json() as Readonly<Record<string, unknown>>)
      : undefined
  const code = got["x-render-error"] ?? json?.code
  // What is asked for its head alone says no more than its status.
  if (status >= 500 && !(empty && status > 500) && !OURS.has(String(code)))
    throw new Error(`status ${status}: ${String(code)}`)
  if (status < 200 || (status >= 300 && status < 400 && status !== 304)) throw new Error(`status ${status}`)
  if (status === 304 && (call.headers["if-none-match"] === undefined || !["GET", "HEAD"].includes(call.method)))
    throw new Error("304 unasked")
  if (empty) return assert.is(body.length, 0)
  if (got["transfer-encoding"] === undefined) assert.is(got["content-length"], String(body.length))
  assert.ok(
    status < 400 ||
      json === undefined ||
      ["error", "code", "message", "detail"].every((key) => typeof json[key] === "string" && json[key] !== ""),
    answer.text().slice(0, 300),
  )
  if (!call.plain) return
  open.described.answered(call.operation.name, answer)
  const { route } = open.routes.get(call.operation.name)!
  if (route.picture && json === undefined && /\/(render|preview)$/.test(route.path))
    isPicture(route.path.endsWith("render") ? "render" : "preview", lastOf(call.query), body)
}

/** Calls that are asked for a secret: it is told to whoever may know it. */
const TELLING = new Set([
  "POST /api/device/{mac}/token",
  "POST /api/auth/login",
  "POST /api/auth/register",
  "POST /api/device/{mac}/alert-token",
  "POST /api/device/{mac}/widget-token",
  "PATCH /api/config/{mac}/focus-listening",
])

function secretIn(text: string): string | undefined {
  return [...open.secrets].find((secret) => text.includes(secret))
}

/** New secrets are known from here on; the old ones stand nowhere but where they are asked for. */
function checkSecrets({ operation: { name }, plain, query, path, body: sent }: Call, answer: Answer): void {
  if (/image|octet/.test(answer.headers["content-type"] ?? "")) return
  const text = answer.text()
  if (TELLING.has(name) || !plain) {
    const { token, alert_token: other } = text.startsWith("{") ? (answer.json() as Record<string, unknown>) : {}
    for (const each of [token, other]) if (typeof each === "string" && each.length > 16) open.secrets.add(each)
    return
  }
  const found = secretIn(text)
  // A caller may be told what the caller has said.
  if (found !== undefined && !`${path}${JSON.stringify(query)}${String(sent)}`.includes(found))
    throw new Error(`a secret was told: ${text.slice(0, 300)}`)
}

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

/** Bytes in use, once what nobody needs is gone. */
async function heap(): Promise<number> {
  for (let i = 0; i < 3; i++) {
    collect()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  return process.memoryUsage().heapUsed
}

const tally = new Map<string, Map<number, number>>()
/** Of the heap after each batch. */
const sizes: number[] = []

/** Each test is a part of them all, so that whoever waits sees that it goes on. */
for (let part = 0; part < PARTS; part++) {
  test(`answers ${BATCH * BATCHES} calls of every route and every kind of caller, as described, and tells no secret (part ${part + 1})`, async () => {
    for (let batch = part * BATCHES; batch < (part + 1) * BATCHES; batch++)
      await runBatch(fc.readConfigureGlobal().seed! + batch)
  })
}

async function runBatch(seed: number): Promise<void> {
  const cast = await open.cast()
  const calls = fc.sample(
    fc.constantFrom(...oftener(open.described.operations)).chain((operated) => callOf(operated, cast)),
    { numRuns: BATCH, seed },
  )
  const faults = await run(calls, (call, answer) => {
    const seen = tally.get(call.operation.name) ?? new Map<number, number>()
    tally.set(call.operation.name, seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1))
    check(call, answer)
    checkSecrets(call, answer)
  })
  if (faults.length > 0)
    throw new Error(`${faults.length} calls went wrong (seed ${seed}):\n${faults.slice(0, 10).join("\n")}`)
  const lines = open.stage.log.lines as { level: string; fields: object; event: string }[]
  assert.equal(
    lines.filter(({ level }) => level === "error"),
    [],
  )
  assert.is(
    secretIn(JSON.stringify(lines.filter(({ event }) => event !== "setup-code.issued"))),
    undefined,
    "a secret was logged",
  )
  lines.length = 0
  sizes.push(await heap())
  open.clock.advance(61_000)
}

test("has tried every route well, and grows no longer after the first thousand calls", () => {
  report()
  const never = open.described.operations
    .map(({ name }) => name)
    .filter((name) => !NEVER.test(name))
    .filter((name) => ![...(tally.get(name)?.keys() ?? [])].some((status) => status < 300))
  // Which call comes when the session it needs is still there is for the callers' race to say.
  assert.ok(never.length <= NEVER_GOOD, `no call of these was ever good: ${never.join(", ")}`)
  assert.ok(BATCH * BATCHES * PARTS >= 1_500 && sizes.length === BATCHES * PARTS)
  const [early, late] = [sizes[STEADY_AFTER - 1]!, sizes.at(-1)!]
  assert.ok(late - early < GROWTH, `the heap grew from ${early} to ${late} bytes: ${sizes.join(" ")}`)
})

/** There is more to get wrong where something is sent. */
function oftener(operations: readonly Operated[]): readonly Operated[] {
  return operations.flatMap((each) => (each.operation.requestBody ? [each, each] : [each]))
}

function report(): void {
  if (process.env.PLATEN_FUZZ_REPORT === undefined) return
  for (const [name, seen] of tally)
    process.stdout.write(
      `${name}: ${[...seen]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status}x${count}`)
        .join(" ")}\n`,
    )
  process.stdout.write(`heap in MB: ${sizes.map((size) => (size / 1e6).toFixed(1)).join(" ")}\n`)
}

test("leaves a server that still serves", async () => {
  const screen = await open.owned()
  const answer = await screen.render()
  assert.equal([answer.status, answer.body.length, answer.headers["x-render-error"]], [200, 5_182, undefined])
  assert.equal(Object.keys(Object.prototype), [], "nothing was written where it belongs to everybody")
})

test.run()
