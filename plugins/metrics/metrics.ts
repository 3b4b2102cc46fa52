import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client"
import type { Observer } from "platen/sdk"

export interface Metrics {
  readonly observer: Observer
  /** Content-Type of the text. */
  readonly type: string
  text(): Promise<string>
}

/** Histogram buckets in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Number of hosts with a label of their own: callers can make this server call any number of them. */
const MAX_HOSTS = 50

/** Creates the metrics of renders, failures, phases, requests and outbound calls. `installed`: whether a mode is public; names of users' modes are not exposed. */
export function createMetrics(installed: (mode: string) => boolean = () => true): Metrics {
  const registry = new Registry()
  // Process metrics have no prefix, so that stock dashboards work.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const renders = new Counter({
    name: "platen_renders_total",
    help: "Pictures drawn, by mode and result (origin of the content).",
    labelNames: ["edition", "mode", "result"],
    registers,
  })
  const cacheHits = new Counter({
    name: "platen_render_cache_hits_total",
    help: "Pictures served from the cache of encoded pictures.",
    labelNames: ["edition"],
    registers,
  })
  const fallbacks = new Counter({
    name: "platen_render_fallbacks_total",
    help: "Pictures with fallback content, and error pictures.",
    labelNames: ["edition"],
    registers,
  })
  const failures = new Counter({
    name: "platen_render_failures_total",
    help: "Failures during a render, by code.",
    labelNames: ["edition", "code"],
    registers,
  })
  const phases = new Histogram({
    name: "platen_render_duration_seconds",
    help: "Duration of the phases of a render.",
    labelNames: ["phase"],
    buckets: BUCKETS,
    registers,
  })
  const requests = new Histogram({
    name: "platen_http_request_duration_seconds",
    help: "Duration of HTTP requests.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers,
  })
  const errors = new Counter({
    name: "platen_http_request_errors_total",
    help: "Failed HTTP requests, by code.",
    labelNames: ["route", "code"],
    registers,
  })
  const outbound = new Counter({
    name: "platen_outbound_requests_total",
    help: "Requests to other servers, by host and status code (0: no response).",
    labelNames: ["host", "code"],
    registers,
  })
  const hosts = new Set<string>()
  const observer: Observer = {
    id: "metrics",
    render: ({ edition, picture }) => {
      renders.inc({
        edition,
        mode: picture.mode === undefined ? "none" : installed(picture.mode) ? picture.mode : "custom",
        result: picture.origin,
      })
      if (picture.cached) cacheHits.inc({ edition })
      if (picture.isFallback) fallbacks.inc({ edition })
      if (picture.failure !== undefined) failures.inc({ edition, code: picture.failure })
      phases.observe({ phase: "content" }, picture.contentMs / 1000)
      phases.observe({ phase: "draw" }, picture.drawMs / 1000)
    },
    request: ({ method, route, status, error, ms }) => {
      requests.observe({ method, route, status: String(status) }, ms / 1000)
      if (error !== undefined) errors.inc({ route, code: error })
    },
    outbound: ({ host, status }) => {
      if (hosts.size < MAX_HOSTS) hosts.add(host)
      outbound.inc({ host: hosts.has(host) ? host : "other", code: String(status) })
    },
  }
  return { observer, type: registry.contentType, text: () => registry.metrics() }
}
