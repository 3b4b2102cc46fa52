import { defineRoute, macParams, paging, z } from "platen/sdk"
import type { Devices, Route } from "platen/sdk"
import type { Stats } from "./service.js"

const EDITIONS = ["extended"]

/** How much is drawn, and how devices do. */
export function routes(stats: Stats, devices: Devices): readonly Route[] {
  const reading = { anyOf: ["device", "member", "admin"] }
  return [
    defineRoute({
      method: "GET", path: "/api/stats/overview", editions: EDITIONS, auth: { anyOf: ["admin"] },
      summary: "All devices together.",
      handle: async ({ edition }) => ({ body: await stats.overview(edition.id) }),
    }),
    defineRoute({
      method: "GET", path: "/api/stats/:mac", editions: EDITIONS, auth: reading, params: macParams,
      summary: "One device: sums, its newest heartbeats, its days.",
      handle: async ({ params: { mac }, edition }) => ({ body: await stats.of(edition.id, mac) }),
    }),
    defineRoute({
      method: "GET", path: "/api/stats/:mac/renders", editions: EDITIONS, auth: reading, params: macParams,
      summary: "A device's renders, newest first.",
      query: z.object(paging(200, 50)),
      handle: async ({ params: { mac }, query, edition }) => ({
        body: {
          mac,
          renders: (await devices.renders.list(`${edition.id}/${mac}`, query)).map(({ time, row }) => ({
            persona: row.persona, cache_hit: row.cacheHit, render_time_ms: row.ms, status: row.failed ? "error" : "success", time: new Date(time).toISOString(),
          })),
        },
      }),
    }),
  ]
}
