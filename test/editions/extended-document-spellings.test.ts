import { SERVED_ROUTES } from "platen/sdk/http"
import type { ServedRoute } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../depth.js"
import type { Answer } from "../kernel/http/ask.js"
import { called, CALLS } from "./document-calls.js"
import type { Called, Spelling } from "./document-calls.js"
import { openDocument } from "./document-stage.js"
import type { Documented } from "./document-stage.js"
import { keptMacs } from "./stored.js"

/** Decisions 2, 13 and 34 for every route: its other path, the spellings of a device's address, and what an answer is like. */
const test = suite("extended document: every route")

let server: Documented
test.before(async () => {
  server = await openDocument()
})
test.after(() => server.close())

const routes = (alias = false): readonly ServedRoute[] =>
  server.stage.app
    .get(SERVED_ROUTES)
    .list()
    .filter((served) => served.area.realm === "extended" && served.alias === alias)
const name = ({ route }: ServedRoute): string => `${route.method} ${route.path}`

/** What each route answers to an address in capitals with colons, called once. */
const answers = new Map<string, Promise<Called>>()
/** Every device that there is: as it is called in capitals with colons. */
const made = new Set<string>()
function usual(served: ServedRoute): Promise<Called> {
  const asked =
    answers.get(name(served)) ??
    called(server, served, PLAIN).then((found) => {
      made.add(found.mac)
      assert.is(found.answer.status, found.call.status ?? 200, `${name(served)}: ${found.answer.text().slice(0, 300)}`)
      return found
    })
  answers.set(name(served), asked)
  return asked
}

const aboutDevices = (): readonly ServedRoute[] =>
  routes().filter((served) => served.path.includes(":mac") || CALLS[name(served)]!.mac !== undefined)

const same = (mac: string): string => mac
const PLAIN: Spelling = { url: same, body: same }
const lower = (mac: string): string => mac.toLowerCase()
const dashed = (mac: string): string => mac.replaceAll(":", "-")
const bare = (mac: string): string => mac.replaceAll(":", "")
const SPELLINGS: Readonly<Record<string, Spelling>> = {
  "percent-encoded": { url: encodeURIComponent, body: lower },
  "percent-encoded in lower case": { url: (mac) => encodeURIComponent(lower(mac)).toLowerCase(), body: dashed },
  "in lower case": { url: lower, body: lower },
  "with dashes": { url: dashed, body: dashed },
  "bare in lower case": { url: (mac) => bare(lower(mac)), body: (mac) => bare(lower(mac)) },
}

/** What an answer is, but for what differs from one device to another. */
function likeness({ answer, mac }: { readonly answer: Answer; readonly mac: string }): unknown[] {
  const { status, headers } = answer
  const type = headers["content-type"]
  const shape = type?.startsWith("application/json") ? keys(answer.json()) : []
  const named = answer.text().includes(mac) && type?.startsWith("application/json")
  return [status, type, shape, named, headers["cache-control"]]
}
function keys(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keys)
  if (typeof value !== "object" || value === null) return []
  return [
    ...new Set(Object.entries(value).flatMap(([key, inner]) => [key, ...keys(inner).map((each) => `${key}.${each}`)])),
  ]
    .filter((key) => !key.startsWith("modes.") && !key.startsWith("paths."))
    .sort()
}

test("are all in the list of calls, and no others", () => {
  assert.equal(routes().map(name).sort(), Object.keys(CALLS).sort())
})

test("are found under /api/v1 as under /api: each of them, and with the same answer", async () => {
  const plain = new Map(
    routes()
      .filter(({ path }) => path.startsWith("/api/"))
      .map((served) => [name(served), served]),
  )
  const aliases = routes(true)
  assert.equal(aliases.map(name).sort(), [...plain.keys()].sort())
  for (const alias of aliases) {
    assert.is(alias.path, alias.route.path.replace("/api/", "/api/v1/"))
    const found = await called(server, alias, PLAIN)
    made.add(found.mac)
    assert.equal(likeness(found), likeness(await usual(plain.get(name(alias))!)), name(alias))
  }
})

for (const [s, [how, spelling]] of Object.entries(SPELLINGS).entries()) {
  test(`take a device's address ${how}, in path, query and body, as the same device`, async () => {
    const about = aboutDevices()
    assert.ok(about.length > 45, String(about.length))
    for (const [i, served] of about.entries()) {
      // Each route has every other spelling, and the next route the others.
      if (!IS_FULL && (i + s) % 2 === 1) continue
      const spelled = await called(server, served, spelling)
      assert.equal(likeness(spelled), likeness(await usual(served)), name(served))
      made.add(spelled.mac)
    }
    for (const mac of await keptMacs(server)) assert.ok(made.has(mac), `${mac} is another device`)
  })
}

test("answer JSON that is compact, and everything with its length, whole and not to be kept", async () => {
  for (const served of routes()) {
    const {
      answer: { status, headers, body, text, json },
    } = await usual(served)
    if (headers["content-type"]?.startsWith("application/json")) assert.is(text(), JSON.stringify(json()), name(served))
    assert.is(headers["content-encoding"], undefined, name(served))
    const streams = name(served) === "GET /api/preview/stream"
    if (!streams && status !== 204)
      assert.equal(
        [headers["content-length"], headers["transfer-encoding"]],
        [String(body.length), undefined],
        name(served),
      )
    if (served.path.startsWith("/api/") && !streams && !served.path.startsWith("/api/widget"))
      assert.is(headers["cache-control"], "no-store", name(served))
    if (status === 200) assert.ok(body.length > 0, name(served))
  }
})

test("answer with 200 in the types that the document has: image/bmp, image/png, application/json", async () => {
  const types = new Map<string, string>()
  for (const served of routes()) {
    const { answer } = await usual(served)
    if (answer.status === 200) types.set(name(served), answer.headers["content-type"]!.split(";")[0]!)
  }
  const of = (type: string): string[] =>
    [...types]
      .filter(([, each]) => each === type)
      .map(([each]) => each)
      .sort()
  assert.equal(of("image/bmp"), ["GET /api/device/:mac/qr", "GET /api/render"])
  assert.equal(of("image/png"), [
    "GET /api/device/:mac/preview",
    "GET /api/device/:mac/share",
    "GET /api/preview",
    "GET /api/uploads/:id",
    "GET /api/widget/:mac",
    "POST /api/modes/custom/preview",
  ])
  assert.equal(
    [...types]
      .filter(([, type]) => !["image/bmp", "image/png", "application/json"].includes(type))
      .map(([each]) => each)
      .sort(),
    ["GET /", "GET /api/preview/stream", "GET /config", "GET /metrics"],
  )
})

test("refuse an address that is none with 400", async () => {
  const wrongs = ["AA:BB:CC:DD:EE", "AA:BB:CC:DD:EE:FG", "AABBCCDDEEFF00", "AA.BB.CC.DD.EE.FF"]
  for (const [i, served] of aboutDevices().entries()) {
    const wrong = wrongs[i % wrongs.length]!
    const { answer } = await called(server, served, { url: () => wrong, body: () => wrong })
    assert.is(answer.status, 400, `${name(served)} ${wrong}: ${answer.text().slice(0, 200)}`)
  }
})

test.run()
