import { collectDefaultMetrics, Registry } from "prom-client"
import type { Observer } from "platen/sdk"
import { countMetric, durationMetric } from "./slots.js"

export interface Metrics {
  readonly observer: Observer
  /** Content-Type of the text. */
  readonly type: string
  text(): Promise<string>
}

/** Histogram buckets in seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10]

const MODEL_BUCKETS = [0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 300]

/** Number of hosts with a label of their own: callers can make this server call any number of them. */
const MAX_HOSTS = 50

/** Creates the metrics of renders, failures, phases, requests and outbound calls. `installed`: whether a mode is public; names of users' modes are not exposed. */
export function createMetrics(installed: (mode: string) => boolean = () => true): Metrics {
  const registry = new Registry()
  const ofProcess = processMetrics()
  const renders = countMetric(registry, {
    name: "platen_renders_total",
    help: "Pictures drawn, by mode and result (origin of the content).",
    labels: ["edition", "mode", "result"],
  })
  const cacheHits = countMetric(registry, {
    name: "platen_render_cache_hits_total",
    help: "Pictures served from the cache of encoded pictures.",
    labels: ["edition"],
  })
  const fallbacks = countMetric(registry, {
    name: "platen_render_fallbacks_total",
    help: "Pictures with fallback content, and error pictures.",
    labels: ["edition"],
  })
  const failures = countMetric(registry, {
    name: "platen_render_failures_total",
    help: "Failures during a render, by code.",
    labels: ["edition", "code"],
  })
  const phases = durationMetric(
    registry,
    {
      name: "platen_render_duration_seconds",
      help: "Duration of the phases of a render.",
      labels: ["phase"],
    },
    BUCKETS,
  )
  const requests = durationMetric(
    registry,
    {
      name: "platen_http_request_duration_seconds",
      help: "Duration of HTTP requests.",
      labels: ["method", "route", "status"],
    },
    BUCKETS,
  )
  const errors = countMetric(registry, {
    name: "platen_http_request_errors_total",
    help: "Failed HTTP requests, by code.",
    labels: ["route", "code"],
  })
  const outbound = countMetric(registry, {
    name: "platen_outbound_requests_total",
    help: "Requests to other servers, by host and status code (0: no response).",
    labels: ["host", "code"],
  })
  const ahead = countMetric(registry, {
    name: "platen_ahead_total",
    help: "Pages of devices, by what the work ahead of their call was worth.",
    labels: ["result"],
  })
  const models = durationMetric(
    registry,
    {
      name: "platen_model_duration_seconds",
      help: "Duration of questions to text models and painters, by provider and result (an error's code).",
      labels: ["provider", "result"],
    },
    MODEL_BUCKETS,
  )
  const tokens = countMetric(registry, {
    name: "platen_model_tokens_total",
    help: "Tokens that text models have read and written, by provider.",
    labels: ["provider"],
  })
  const hosts = new Set<string>()
  const observer: Observer = {
    id: "metrics",
    render: ({ realm, picture }) => {
      const mode = picture.mode === undefined ? "none" : installed(picture.mode) ? picture.mode : "custom"
      renders.add(realm, mode, picture.origin)
      if (picture.cached) cacheHits.add(realm)
      if (picture.isFallback) fallbacks.add(realm)
      if (picture.failure !== undefined) failures.add(realm, picture.failure)
      phases.observe(picture.contentMs / 1000, "content")
      phases.observe(picture.drawMs / 1000, "draw")
    },
    request: ({ method, route, status, error, ms }) => {
      requests.observe(ms / 1000, method, route, String(status))
      if (error !== undefined) errors.add(route, error)
    },
    ahead: ({ result }) => ahead.add(result),
    model: ({ provider, result, tokens: count, ms }) => {
      models.observe(ms / 1000, provider, result)
      tokens.addMany(count, provider)
    },
    outbound: ({ host, status }) => {
      if (hosts.size < MAX_HOSTS) hosts.add(host)
      outbound.add(hosts.has(host) ? host : "other", String(status))
    },
  }
  const text = (): Promise<string> => Registry.merge([ofProcess, registry]).metrics()
  return { observer, type: registry.contentType, text }
}

let collected: Registry | undefined

/** Metrics of the process, which are collected once. They have no prefix, so that stock dashboards work. */
function processMetrics(): Registry {
  if (!collected) collectDefaultMetrics({ register: (collected = new Registry()) })
  return collected
}
