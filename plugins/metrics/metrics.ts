import { collectDefaultMetrics, Counter, Histogram, Registry } from "prom-client"
import type { Observer } from "platen/sdk"

export interface Metrics {
  readonly observer: Observer
  /** Content-Type of the text. */
  readonly type: string
  text(): Promise<string>
}

/** Seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

/** Hosts that are told apart: a caller may have this server ask any number of them. */
const MAX_HOSTS = 50

/** What is counted: renders, their origin and caches, failures by code, time by phase, requests, calls to the world. `installed`: whether a mode is everybody's; of those that people made nobody learns the names. */
export function createMetrics(installed: (mode: string) => boolean = () => true): Metrics {
  const registry = new Registry()
  // Those of the process have the names that stock dashboards know.
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const renders = new Counter({
    name: "platen_renders_total",
    help: "Pictures drawn, by mode and by result: where the content came from.",
    labelNames: ["edition", "mode", "result"],
    registers,
  })
  const cacheHits = new Counter({
    name: "platen_render_cache_hits_total",
    help: "Pictures that had been encoded before.",
    labelNames: ["edition"],
    registers,
  })
  const fallbacks = new Counter({
    name: "platen_render_fallbacks_total",
    help: "Pictures with fallback content, and notices.",
    labelNames: ["edition"],
    registers,
  })
  const failures = new Counter({
    name: "platen_render_failures_total",
    help: "Failures on the way to a picture, by code.",
    labelNames: ["edition", "code"],
    registers,
  })
  const phases = new Histogram({
    name: "platen_render_duration_seconds",
    help: "Time of a render's phases.",
    labelNames: ["phase"],
    buckets: BUCKETS,
    registers,
  })
  const requests = new Histogram({
    name: "platen_http_request_duration_seconds",
    help: "Time of requests.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers,
  })
  const errors = new Counter({
    name: "platen_http_request_errors_total",
    help: "Failed requests, by code.",
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
