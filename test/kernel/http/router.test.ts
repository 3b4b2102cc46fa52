import { suite } from "uvu"
import * as assert from "uvu/assert"
import { routerOf } from "../../../kernel/http/router.js"

const test = suite("kernel/http/router")

const PATTERNS = [
  "/",
  "/api/config",
  "/api/config/history",
  "/api/config/:mac",
  "/api/config/:mac/history",
  "/api/device/:mac/alerts/:id",
  "/api/device/unbound/alerts",
  "/:any/open",
]
const router = routerOf(PATTERNS.map((pattern) => [pattern, pattern] as const))

test("finds a path whatever its letters' case, with or without one slash at the end", () => {
  for (const [path, pattern] of [
    ["/", "/"],
    ["/api/config", "/api/config"],
    ["/api/config/", "/api/config"],
    ["/API/Config", "/api/config"],
    ["/api/config/0A:BB:CC:DD:EE:FF", "/api/config/:mac"],
    ["/Api/Config/0A:BB:CC:DD:EE:FF/", "/api/config/:mac"],
    ["/api/config/x/HISTORY", "/api/config/:mac/history"],
    ["/api/device/x/alerts/7", "/api/device/:mac/alerts/:id"],
  ] as const)
    assert.is(router.find(path), pattern, path)
})

test("prefers a fixed part, and goes back to a parameter where the fixed part leads nowhere", () => {
  assert.is(router.find("/api/config/history"), "/api/config/history")
  assert.is(router.find("/api/config/history/history"), "/api/config/:mac/history")
  assert.is(router.find("/api/device/unbound/alerts"), "/api/device/unbound/alerts")
  assert.is(router.find("/api/device/unbound/alerts/7"), "/api/device/:mac/alerts/:id")
  assert.is(router.find("/api/open"), "/:any/open")
})

test("finds nothing for other paths, and takes no empty part for a parameter", () => {
  for (const path of [
    "//",
    "api/config",
    "/api",
    "/api/config//",
    "/api//config",
    "/api/config//history",
    "/api/device/x/alerts",
    "/api/device/x/alerts/7/8",
    "//open",
    "/constructor",
    "/__proto__",
  ])
    assert.is(router.find(path), undefined, path)
})

test("takes the first of two values for one pattern", () => {
  const twice = routerOf([
    ["/a", 1],
    ["/A", 2],
    ["/b/:x", 3],
    ["/b/:y", 4],
  ])
  assert.equal([twice.find("/a"), twice.find("/b/c")], [1, 3])
})

test("answers a long path of many parts at once", () => {
  const deep = routerOf([["/:a/:b/:c/x", "deep"] as const])
  assert.is(deep.find(`/${"a/".repeat(4_000)}`), undefined)
  assert.is(deep.find("/1/2/3/x"), "deep")
})

test.run()
