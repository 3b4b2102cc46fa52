import { z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import type { Route, RouteLimit } from "platen/sdk/http"
import type { Reach } from "./address.js"
import type { Forward } from "./proxy.js"
import { firmwareEntry } from "./release.js"
import type { FirmwareService, Listing } from "./service.js"

const CALLS = {
  releases: "Lists the firmware images, newest first.",
  "releases/latest": "Returns the recommended firmware image.",
  "validate-url": "Checks whether a URL leads to a firmware image.",
} as const

type Call = keyof typeof CALLS

/** A call may cause an outbound request: anonymous callers must not use this server to send many. */
const LIMITS = {
  releases: { name: "firmware", perMinute: 60 },
  "releases/latest": { name: "firmware", perMinute: 60 },
  "validate-url": { name: "firmware-url", perMinute: 30 },
} satisfies Record<Call, RouteLimit>

const listQuery = z.object({
  refresh: z
    .stringbool({
      truthy: ["true", "1", "yes", "on"],
      falsy: ["false", "0", "no", "off"],
      error: "must be true or false",
    })
    .default(false)
    .meta({ type: "boolean" })
    .describe("true: bypasses the cache and queries the release server."),
})
const urlQuery = z.object({
  url: z
    .string("must be the URL of a .bin file")
    .trim()
    .min(1, "must not be empty")
    .describe("URL of a .bin file, http or https."),
})
const source = {
  source: z.literal("github_releases"),
  repo: z.string().describe('Repository owner/name; "" when none is configured.'),
  cached: z.boolean(),
  stale: z.literal(true).optional().describe("The release server fails; this is its last answer."),
}
const ANSWERS: Readonly<Record<Call, z.ZodType>> = {
  releases: z.strictObject({ ...source, count: z.number().int(), releases: z.array(firmwareEntry) }),
  "releases/latest": z.strictObject({ ...source, latest: firmwareEntry }),
  "validate-url": z.strictObject({
    ok: z.literal(true),
    reachable: z.literal(true),
    status_code: z.number().int(),
    final_url: z.string().describe("URL after redirects."),
    content_type: z.string().nullable(),
    content_length: z.string().nullable().describe("Size in bytes, decimal."),
  }),
}
/** Codes that existing flasher pages compare. */
const WIRE_CODES = Object.fromEntries(
  [
    "firmware_release_not_found",
    "firmware_release_fetch_failed",
    "firmware_url_unreachable",
    "invalid_firmware_url",
    "upstream_unreachable",
  ].map((code) => [code, code]),
)
const anyQuery = z.record(z.string(), z.string())

/** The routes of the flasher, answered by this server. */
export function routes(service: FirmwareService, reach: Reach): readonly Route[] {
  return [
    open("releases", listQuery, async ({ query }) => {
      const listing = await service.releases(query.refresh)
      return { body: { ...origin(listing), count: listing.found.length, releases: listing.found } }
    }),
    open("releases/latest", listQuery, async ({ query }) => {
      const listing = await service.latest(query.refresh)
      return { body: { ...origin(listing), latest: listing.found } }
    }),
    open("validate-url", urlQuery, async ({ query, signal }) => ({ body: await reach(query.url, signal) })),
  ]
}

/** The same routes, forwarded to another server. */
export function forwardedRoutes(forward: Forward): readonly Route[] {
  return (Object.keys(CALLS) as Call[]).map((call) => open(call, anyQuery, (request) => forward(call, request)))
}

function open<Q>(call: Call, query: z.ZodType<Q>, handle: Route<Q>["handle"]): Route {
  return defineRoute({
    method: "GET",
    path: `/api/firmware/${call}`,
    areas: ["*"],
    auth: "open",
    limit: LIMITS[call],
    summary: CALLS[call],
    query,
    response: ANSWERS[call],
    wireCodes: WIRE_CODES,
    handle,
  })
}

function origin({ repo, cached, stale }: Listing<unknown>): object {
  return { source: "github_releases", repo, cached, ...(stale && { stale }) }
}
