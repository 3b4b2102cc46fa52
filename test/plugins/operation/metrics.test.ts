import { definePlugin } from "platen/sdk"
import { defineRoute, ROUTES } from "platen/sdk/http"
import type { OutboundFetch } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import { fakeClock, openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { createMetrics } from "../../../plugins/operation/metrics/metrics.js"
import { load, modeOf } from "../../editions/test-modes.js"
import { ask } from "../../kernel/http/ask.js"

const test = suite("plugins/operation/metrics")

const failing: Mode = modeOf("FAILS", { content: () => Promise.reject(new Error("away")) })

let stage: Stage
let port: number
test.before.each(async () => {
  const routes = [
    defineRoute({
      method: "GET",
      path: "/fails/:how",
      areas: ["*"],
      auth: "open",
      summary: "",
      handle: () => {
        throw new TypeError("x")
      },
    }),
  ]
  stage = await openStage({ plugins: [definePlugin({ id: "failing", setup: () => [ROUTES.of(...routes)] })] })
  await load(stage, failing)
  port = await stage.app.listen()
})
test.after.each(() => stage.close())

/** Figures by name and labels, as Prometheus would read them. */
async function figures(): Promise<ReadonlyMap<string, number>> {
  const { body } = await ask(port, "/metrics")
  const lines = body
    .toString()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(" ")
      return [line.slice(0, cut), Number(line.slice(cut + 1))]
    }),
  )
}

test("answers in the text format of Prometheus, each figure with its help and type", async () => {
  const { status, headers, body } = await ask(port, "/metrics")
  assert.equal(
    [status, headers["content-type"], headers["cache-control"]],
    [200, "text/plain; version=0.0.4; charset=utf-8", "no-store"],
  )
  const text = body.toString()
  for (const name of [
    "platen_renders_total",
    "platen_render_cache_hits_total",
    "platen_render_fallbacks_total",
    "platen_render_failures_total",
    "platen_render_duration_seconds",
    "platen_http_request_duration_seconds",
    "platen_http_request_errors_total",
    "platen_outbound_requests_total",
    "process_resident_memory_bytes",
    "nodejs_eventloop_lag_seconds",
  ]) {
    assert.match(
      text,
      new RegExp(`# HELP ${name} \\S[^\\n]*\\n# TYPE ${name} (counter|gauge|histogram|summary)\\n`),
      name,
    )
  }
  for (const line of text.split("\n"))
    assert.match(line, /^$|^# |^[a-z]\w+(\{[a-z]\w*="[^"\n]*"(,[a-z]\w*="[^"\n]*")*\})? (-?\d[\d.e+-]*|NaN|Nan)$/)
})

test("counts renders by mode and origin, cache hits and the time of both phases", async () => {
  for (const query of ["persona=ZEN", "persona=ZEN", "persona=ZEN&v=0.3", "persona=DAILY"])
    await ask(port, `/api/render?${query}`)
  const found = await figures()
  assert.is(found.get('platen_renders_total{edition="extended",mode="ZEN",result="fresh"}'), 1)
  assert.is(found.get('platen_renders_total{edition="extended",mode="ZEN",result="cached"}'), 2)
  assert.is(found.get('platen_renders_total{edition="extended",mode="DAILY",result="fresh"}'), 1)
  assert.is(found.get('platen_render_cache_hits_total{edition="extended"}'), 1)
  for (const phase of ["content", "draw"]) {
    assert.is(found.get(`platen_render_duration_seconds_count{phase="${phase}"}`), 4)
    assert.ok(found.get(`platen_render_duration_seconds_sum{phase="${phase}"}`)! < 20, "seconds, not milliseconds")
  }
  assert.is(found.get('platen_render_fallbacks_total{edition="extended"}'), undefined)
})

test("counts stand-ins and failures by code", async () => {
  await ask(port, "/api/render?persona=FAILS")
  const found = await figures()
  assert.is(found.get('platen_render_fallbacks_total{edition="extended"}'), 1)
  assert.is(found.get('platen_render_failures_total{edition="extended",code="content-failed"}'), 1)
  assert.is(found.get('platen_renders_total{edition="extended",mode="FAILS",result="fallback"}'), 1)
})

test("counts a preview as a request and not as a render", async () => {
  await ask(port, "/api/preview?persona=ZEN")
  const found = await figures()
  assert.is(found.get('platen_http_request_duration_seconds_count{method="GET",route="/api/preview",status="200"}'), 1)
  assert.equal(
    [...found.keys()].filter((name) => name.startsWith("platen_renders_total")),
    [],
  )
})

test("times requests by route and status, and counts their errors by code", async () => {
  for (const path of ["/fails/one", "/fails/two", "/api/render?w=1", "/api/v1/health"]) await ask(port, path)
  await ask(port, "/api/health", { method: "HEAD" })
  const found = await figures()
  assert.is(found.get('platen_http_request_duration_seconds_count{method="GET",route="/fails/:how",status="500"}'), 2)
  assert.is(found.get('platen_http_request_errors_total{route="/fails/:how",code="internal"}'), 2)
  assert.is(found.get('platen_http_request_errors_total{route="/api/render",code="bad-input"}'), 1)
  assert.is(
    found.get('platen_http_request_duration_seconds_count{method="GET",route="/api/v1/health",status="200"}'),
    1,
  )
  assert.is(found.get('platen_http_request_duration_seconds_count{method="HEAD",route="/api/health",status="200"}'), 1)
  assert.ok(
    found.get('platen_http_request_duration_seconds_bucket{le="10",method="GET",route="/fails/:how",status="500"}') ===
      2,
  )
})

test("makes no series of what callers invent", async () => {
  for (const path of ["/a", "/b?c=d", "/%00", "/api/render/x", "/api/health?x=1"])
    await ask(port, path, { headers: { host: "evil.example" } })
  for (const method of ["PROPFIND", "DELETE", "OPTIONS"]) await ask(port, "/api/health", { method })
  await figures()
  const labels = [...(await figures()).keys()].flatMap(
    (name) => /^platen_http_request_duration_seconds_count\{(.*)\}$/.exec(name)?.[1] ?? [],
  )
  assert.equal(labels.sort(), [
    'method="DELETE",route="/api/health",status="405"',
    'method="GET",route="/api/health",status="200"',
    'method="GET",route="/metrics",status="200"',
    'method="GET",route="none",status="404"',
    'method="other",route="/api/health",status="405"',
  ])
})

test("counts calls to the world by host and status, 0 for none", async () => {
  const metrics = createMetrics()
  const fetch: OutboundFetch = guardedFetch({
    lanHosts: ["127.0.0.1"],
    clock: fakeClock(),
    ticks: () => 0,
    onCall: (event) => metrics.observer.outbound!(event),
  })
  await fetch(`http://127.0.0.1:${port}/api/health`)
  await fetch(`http://127.0.0.1:${port}/nowhere`)
  await fetch("http://127.0.0.1:1/").catch(() => {})
  const text = await metrics.text()
  for (const status of ["200", "404", "0"])
    assert.match(text, `platen_outbound_requests_total{host="127.0.0.1",code="${status}"} 1\n`)
})

test("keeps the figures of two servers apart", async () => {
  const other = await openStage()
  const there = await other.app.listen()
  await ask(port, "/api/render")
  const { body } = await ask(there, "/metrics")
  await other.close()
  assert.not.match(body.toString(), /^platen_renders_total\{/m)
})

test.run()
