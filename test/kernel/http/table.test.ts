import { SetupError } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Area, Auth, Policy, Route } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { mountTable } from "../../../kernel/http/table.js"

const test = suite("http/table")

const battery = (): { percent: number } => ({ percent: 100 })
const extended: Area = { id: "extended", realm: "extended", mount: "/", aliases: { "/api": "/api/v1" }, battery }
const core: Area = { id: "core", realm: "core", mount: "/core/", aliases: { "/api": "/api/v1" }, battery }

function route(
  path: string,
  method: Route["method"] = "GET",
  areas: readonly string[] = ["extended"],
  auth: Auth = "open",
): Route {
  return defineRoute({ method, path, areas, auth, summary: "", handle: () => ({}) })
}

function sentenceOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    assert.instance(error, SetupError)
    return (error as Error).message
  }
  throw new Error("nothing was thrown")
}

const paths = (routes: readonly Route[], areas: readonly Area[] = [extended]): string[] =>
  mountTable(routes, areas, []).map(({ path }) => path)

test("sorts fixed parts before parameters, part by part", () => {
  const given = ["/a/:x/c", "/a/:x", "/a/b", "/:any", "/a/b/:y", "/a", "/a/:x/:y", "/a/b/c"]
  const sorted = ["/a", "/a/b", "/a/b/c", "/a/b/:y", "/a/:x", "/a/:x/c", "/a/:x/:y", "/:any"]
  assert.equal(paths(given.map((path) => route(path))), sorted)
  assert.equal(paths(given.toReversed().map((path) => route(path))), sorted, "whatever the order of plugins")
})

test("mounts a path under its edition and each alias of it", () => {
  const routes = [
    route("/api/health", "GET", ["*"]),
    route("/metrics", "GET", ["*"]),
    route("/apiary", "GET", ["extended"]),
  ]
  assert.equal(paths(routes, [extended, core]), [
    "/api/health",
    "/api/v1/health",
    "/apiary",
    "/core/api/health",
    "/core/api/v1/health",
    "/core/metrics",
    "/metrics",
  ])
})

test("keeps a route of an edition that does not run off the table", () => {
  assert.equal(paths([route("/api/render", "GET", ["core"])]), [])
  assert.equal(paths([route("/api/render", "GET", ["core", "extended"])], [core]), [
    "/core/api/render",
    "/core/api/v1/render",
  ])
})

test("marks what stands under an alias", () => {
  const marks = mountTable([route("/api/health")], [extended], []).map(({ path, methods }) => [
    path,
    methods.get("GET")?.alias,
  ])
  assert.equal(marks, [
    ["/api/health", false],
    ["/api/v1/health", true],
  ])
})

test("gathers the methods of one path, whatever its parameters are called", () => {
  const [mount, ...others] = mountTable(
    [route("/api/config/:mac", "GET"), route("/api/config/:id", "DELETE")],
    [{ ...extended, aliases: {} }],
    [],
  )
  assert.is(others.length, 0)
  assert.equal(
    [...mount!.methods].map(([method, { path }]) => `${method} ${path}`),
    ["GET /api/config/:mac", "DELETE /api/config/:id"],
  )
})

test("answers at a fixed path what only a path with parameters there answers, the closest first", () => {
  const routes = [
    route("/a/:x/status"),
    route("/a/:x/:name", "DELETE"),
    route("/a/b/:name", "DELETE"),
    route("/:any/:x/status", "PUT"),
    route("/a/:x/:name"),
    route("/a/:x/:name/more", "POST"),
  ]
  const answers = Object.fromEntries(
    mountTable(routes, [extended], []).map(({ path, methods }) => [
      path,
      Object.fromEntries([...methods].map(([method, mounted]) => [method, mounted.path])),
    ]),
  )
  assert.equal(answers["/a/:x/status"], { GET: "/a/:x/status", DELETE: "/a/:x/:name", PUT: "/:any/:x/status" })
  assert.equal(answers["/a/b/:name"], { DELETE: "/a/b/:name", GET: "/a/:x/:name" })
  assert.equal(answers["/a/:x/:name"], { DELETE: "/a/:x/:name", GET: "/a/:x/:name" })
  assert.equal(answers["/:any/:x/status"], { PUT: "/:any/:x/status" })
})

test("takes one route that two plugins contribute once", () => {
  const shared = route("/api/health")
  assert.equal(paths([shared, shared]), ["/api/health", "/api/v1/health"])
})

for (const [first, second] of [
  ["/a/b", "/a/b"],
  ["/a/:x", "/a/:y"],
  ["/a/:x/c", "/a/:mac/c"],
  ["/A/b", "/a/B"],
] as const) {
  test(`stops the start when ${first} and ${second} answer one method`, () => {
    assert.is(
      sentenceOf(() => mountTable([route(first), route(second)], [extended], [])),
      `Two routes answer GET at the same path: ${first} of area "extended" and ${second} of area "extended"; give one area its own mount, or turn one off.`,
    )
  })
}

test("names the plugins whose routes meet, or whose policy is missing", () => {
  const [first, second] = [route("/a/b"), route("/A/b")]
  const owners = new Map([
    [first, "one"],
    [second, "two"],
  ])
  assert.is(
    sentenceOf(() => mountTable([first, second], [extended], [], (each) => owners.get(each))),
    'Two routes answer GET at the same path: /a/b of area "extended" of plugin "one" and /A/b of area "extended" of plugin "two"; give one area its own mount, or turn one off.',
  )
  const guarded = route("/x", "GET", ["extended"], { anyOf: ["nobody"] })
  assert.match(
    sentenceOf(() => mountTable([guarded], [extended], [], () => "three")),
    /^Route GET \/x of plugin "three" requires the policy "nobody"/,
  )
})

test("takes one route for two editions, and no other in the place of either", () => {
  const [both, one] = [route("/api/x", "GET", ["core", "extended"]), route("/api/x", "GET", ["core"])]
  assert.equal(paths([both], [core, extended]).length, 4)
  const sentence = sentenceOf(() =>
    mountTable([both, one], [core, extended], [], (each) => (each === both ? "first" : "second")),
  )
  for (const part of ["GET at the same path", '/core/api/x of area "core"', '"first"', '"second"'])
    assert.match(sentence, part)
})

test("lets no route be open by accident: one without auth stops the start", () => {
  const bare = { ...route("/x"), auth: undefined } as unknown as Route
  assert.match(
    sentenceOf(() => mountTable([bare], [extended], [], () => "plain")),
    'Route GET /x of plugin "plain" does not say who may call it',
  )
})

test("stops the start when two editions share a mount", () => {
  const sentence = sentenceOf(() =>
    mountTable([route("/api/health", "GET", ["*"])], [extended, { ...core, mount: "/" }], []),
  )
  assert.match(sentence, /area "extended" and \/api\/health of area "core"/)
})

test("stops the start when a policy is missing", () => {
  const guarded = route("/api/render", "GET", ["extended"], { anyOf: ["device", "session"] })
  const policy = (id: string): { id: string; admit: () => undefined } => ({ id, admit: () => undefined })
  assert.is(
    sentenceOf(() => mountTable([guarded], [extended], [policy("device")])),
    'Route GET /api/render requires the policy "session", which no enabled plugin contributes: enable the plugin that does, or turn off the plugin of the route.',
  )
  assert.is(mountTable([guarded], [extended], [policy("session"), policy("device")]).length, 2)
})

test("gives a route that says nothing of its auth that of its area, and starts without neither of them", () => {
  const silent = { ...route("/silent", "GET", ["*"]), auth: undefined } as unknown as Route
  const closed: Area = { ...extended, auth: { anyOf: ["guard"] } }
  const guard: Policy = { id: "guard", admit: () => undefined }
  const [mount] = mountTable([silent], [closed], [guard])
  assert.equal(mount!.methods.get("GET")!.route.auth, { anyOf: ["guard"] })
  const own = mountTable([route("/own")], [closed], [guard])
  assert.is(own[0]!.methods.get("GET")!.route.auth, "open", "its own comes first")
  assert.match(
    sentenceOf(() => mountTable([silent], [extended], [guard])),
    /does not say who may call it: set auth to "open" or \{ anyOf: \[\.\.\.\] \}, on the route or on its area\.$/,
  )
  assert.match(
    sentenceOf(() => mountTable([silent], [closed], [])),
    /requires the policy "guard"/,
  )
})

test.run()
