import { z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { deviceKey } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { macParams, paging } from "platen/sdk/kit"
import type { Devices } from "platen/sdk/device"
import type { Route } from "platen/sdk/http"
import { allRefusals, deviceRefusals, ofDevice, overview, renders } from "./answers.js"
import type { ShownRefusal } from "./answers.js"
import { sentenceOf } from "./calls.js"
import type { Refusal, Refusals } from "./refusals.js"
import type { Stats } from "./service.js"

export interface RouteNeeds {
  readonly stats: Stats
  readonly refusals: Refusals
  readonly devices: Devices
}

const AREAS = ["extended", "stats"]
/** The list of refusals of all devices. */
export const LIST = "/api/stats/refusals"
const READING = { anyOf: ["device", "member", "admin"] }
const page = z.object(paging(100, 30))

/** The routes of statistics and refused calls. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [...figures(needs), ...refused(needs)]
}

function figures({ stats, devices }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: "/api/stats/overview",
      areas: AREAS,
      auth: { anyOf: ["admin"] },
      summary: "Returns totals of all devices and the twenty devices that rendered last.",
      response: overview,
      handle: async ({ area }) => ({ body: await stats.overview(area.realm) }),
    }),
    defineRoute({
      method: "GET",
      path: "/api/stats/:mac",
      areas: AREAS,
      auth: READING,
      params: macParams,
      summary: "Returns the totals, newest heartbeats and daily renders of a device.",
      response: ofDevice,
      handle: async ({ params: { mac }, area }) => ({ body: await stats.of(area.realm, mac) }),
    }),
    defineRoute({
      method: "GET",
      path: "/api/stats/:mac/renders",
      areas: AREAS,
      auth: READING,
      params: macParams,
      summary: "Lists the renders of a device, newest first.",
      query: z.object(paging(200, 50)),
      response: renders,
      handle: async ({ params: { mac }, query, area }) => ({
        body: {
          mac,
          renders: (await devices.renders.list(deviceKey(area.realm, mac), query)).map(({ time, row }) => ({
            persona: row.mode,
            cache_hit: row.cacheHit,
            render_time_ms: row.ms,
            status: row.failed ? "error" : "success",
            time: isoTime(time),
          })),
        },
      }),
    }),
  ]
}

function refused({ refusals }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "GET",
      path: LIST,
      areas: AREAS,
      auth: { anyOf: ["admin"] },
      summary:
        "Lists refused or odd device calls of the last 24 hours, newest first. Repeated calls share an entry with a count.",
      query: page,
      response: allRefusals,
      handle: async ({ query: { limit, offset }, area }) => ({
        body: { refusals: (await refusals.list(area.realm)).slice(offset, offset + limit).map(shown) },
      }),
    }),
    defineRoute({
      method: "GET",
      path: "/api/stats/:mac/refusals",
      areas: AREAS,
      auth: { anyOf: ["member", "admin"] },
      params: macParams,
      summary: "Lists refused or odd calls of one device, newest first, for its owner and members.",
      query: page,
      response: deviceRefusals,
      handle: async ({ params: { mac }, query: { limit, offset }, area }) => ({
        body: { mac, refusals: (await refusals.list(area.realm, mac)).slice(offset, offset + limit).map(shown) },
      }),
    }),
  ]
}

function shown({ kind, mac, address, call, detail, count, first, last }: Refusal): ShownRefusal {
  return {
    kind,
    message: sentenceOf(kind),
    detail: detail || null,
    mac: mac || null,
    address,
    call,
    count,
    first: isoTime(first),
    time: isoTime(last),
  }
}
