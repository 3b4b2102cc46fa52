import { BadInput, z } from "platen/sdk"
import { isoTime } from "platen/sdk/kit"
import { deviceKey, deviceNotFound, freed, turnOf } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macParams, integerParam } from "platen/sdk/kit"
import type { Security } from "platen/sdk"
import type { Device, Devices, Quotas } from "platen/sdk/device"
import type { Pictures } from "platen/sdk/drawing"
import type { Auth, Principal, Route } from "platen/sdk/http"
import type { Asks } from "./asks.js"
import type { Control, Said } from "./control.js"
import type { UnclaimedDevices } from "./unclaimed-devices.js"
import { stateAnswer, stateOfStranger } from "./state.js"
import { tokenRoutes } from "./token-routes.js"
import { placeDigest } from "./tokens.js"

export interface RouteNeeds {
  readonly devices: Devices
  readonly control: Control
  readonly pictures: Pictures
  readonly quotas: Quotas
  readonly security: Security
  readonly unclaimedDevices: UnclaimedDevices
  readonly asks: Asks
  now(): number
}

const EDITIONS = ["extended"]
/** Whoever may steer a device. "token" lets in those too that wait for their owner, and the handler says how far. */
const STEERING: Auth = { anyOf: ["device", "member", "admin"] }
const DEVICE: Auth = { anyOf: ["token", "admin"] }
const MAX_RECENT_MINUTES = 60
/** Devices that are looked at for that list, the newest first. */
const MAX_RECENT = 500
const LISTS = { name: "lists", perMinute: 120 }
const MAX_PICTURE_BYTES = 4 << 20
/** Of a heartbeat: more than a device sends. A longer one is not refused, or the device would repeat it. */
const HEARTBEAT_BYTES = 4 << 10

const done = z.strictObject({ ok: z.literal(true) })
const queued = done.extend({ message: z.string() })
/** What is meant to be sent; whatever else comes says nothing. */
const heartbeat = z.object({
  battery_voltage: z.number().optional().describe("Volts, kept within 0 to 10."),
  wifi_rssi: z.number().nullish().describe("Strength of the signal in dBm, kept within -150 to 0."),
})
const PICTURE_TYPES = {
  "image/png": null,
  "image/jpeg": null,
  "image/webp": null,
  "image/gif": null,
  "application/octet-stream": null,
}

/** A provisional token reaches little. */
function provisional(principal: Principal | undefined): boolean {
  return principal?.provisional === true
}

/** What devices call, and what their owners do to them. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [...tokenRoutes(needs), ...deviceRoutes(needs), ...ownerRoutes(needs), ...adminRoutes(needs)]
}

function deviceRoutes({ control }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/heartbeat",
      editions: EDITIONS,
      auth: DEVICE,
      summary:
        "A sign of life with battery and signal. Always 2xx to a valid token: the firmware repeats a failed one at once.",
      params: macParams,
      bytes: true,
      consumes: { "application/json": heartbeat },
      bodyHead: HEARTBEAT_BYTES,
      unlimited: true,
      response: done,
      handle: async ({ params: { mac }, body, principal, edition }) => {
        const known = await control.heartbeat(
          edition.id,
          mac,
          saidIn(body),
          provisional(principal) ? principal!.token : undefined,
        )
        if (!known && principal?.policy !== "device") throw deviceNotFound(mac)
        return { body: { ok: true } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/runtime",
      editions: EDITIONS,
      auth: { anyOf: ["token", "member", "admin"] },
      summary: "Live mode or interval, as the device says or its owner asks.",
      params: macParams,
      body: z.object({
        mode: z
          .string("must be active or interval")
          .trim()
          .toLowerCase()
          .pipe(z.enum(["active", "interval"], "must be active or interval"))
          .meta({ enum: ["active", "interval"] }),
      }),
      response: done.extend({ runtime_mode: z.enum(["active", "interval"]) }),
      handle: async ({ params: { mac }, body: { mode }, principal, edition }) => {
        if (!provisional(principal)) await control.runtime(edition.id, mac, mode, principal?.policy === "device")
        return { body: { ok: true, runtime_mode: provisional(principal) ? "interval" : mode } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/state",
      editions: EDITIONS,
      auth: { anyOf: ["token", "member", "admin"] },
      summary: "What waits for the device, and how it is.",
      params: macParams,
      response: stateAnswer,
      unlimited: true,
      handle: async ({ params: { mac }, principal, edition }) => {
        if (provisional(principal)) return { body: stateOfStranger(mac) }
        return { body: await control.state(edition.id, mac, principal?.policy === "device") }
      },
    }),
  ]
}

function ownerRoutes({ devices, control, pictures, quotas, security }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/refresh",
      editions: EDITIONS,
      auth: STEERING,
      summary: "The device draws anew when it wakes.",
      params: macParams,
      response: queued,
      handle: async ({ params: { mac }, edition }) => {
        await control.refresh(edition.id, mac)
        return { body: { ok: true, message: "Refresh queued for next wake-up" } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/switch",
      editions: EDITIONS,
      auth: STEERING,
      summary: "The mode that the device shows next, once.",
      params: macParams,
      body: z.object({ mode: z.string("name a mode").trim().min(1, "name a mode").max(100) }),
      response: queued,
      handle: async ({ params: { mac }, body, edition }) => {
        const mode = await control.switchTo(edition.id, mac, body.mode)
        return { body: { ok: true, message: `Mode switch to ${mode} queued` } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/apply-preview",
      editions: EDITIONS,
      auth: STEERING,
      summary: "A picture that the device shows once, at its next refresh: a PNG, JPEG, WebP or GIF as the body.",
      params: macParams,
      query: z.object({
        mode: z
          .string()
          .max(100)
          .optional()
          .describe("What the picture is called in the history; nothing else is made of it."),
      }),
      bytes: true,
      consumes: PICTURE_TYPES,
      bodyLimit: MAX_PICTURE_BYTES,
      limit: { name: "push", perMinute: 20 },
      response: queued,
      handle: async ({ params: { mac }, query: { mode = "" }, body, edition, signal }) => {
        const file = body
        if (file.length === 0)
          throw new BadInput("There is no picture in the request: send its bytes as the body.", {
            code: "picture-unreadable",
          })
        const device = await devices.get(edition.id, mac)
        const { id } = await pictures.keep(file, { turn: turnOf({ edition: edition.id, mac, device }, signal) })
        const ttl = device && devices.ttl(device)
        // A screen that shows how to be paired shows no picture: anybody can invent one, and the store's room is for those that do.
        const lasts = device !== undefined && (security.pairing === "off" || ttl === undefined)
        if (lasts) await quotas.set({ edition: edition.id, mac }, "picture", file.length)
        const kept = lasts ? await pictures.hold(file, { id: deviceKey(edition.id, mac), ttl }) : id
        await control.push(edition.id, mac, kept, mode.replaceAll(/\p{Cc}/gu, "").trim())
        return { body: { ok: true, message: "Preview queued" } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/devices/recent",
      editions: EDITIONS,
      auth: { anyOf: ["admin", "user"] },
      limit: LISTS,
      summary:
        "Devices that were here lately: a user's own, and those without an owner that call from where the user is; all of them for an admin.",
      query: z.object({ minutes: integerParam(1, MAX_RECENT_MINUTES, 10).describe("How far back, to now.") }),
      response: z.strictObject({
        devices: z.array(z.strictObject({ mac: z.string(), last_seen: z.iso.datetime(), has_owner: z.boolean() })),
      }),
      handle: async ({ query: { minutes }, principal, edition, address }) => {
        const place = placeDigest(addressPlace(address))
        const lately = (await devices.recent(edition.id, minutes * 60_000)).slice(0, MAX_RECENT)
        const isShown = (device: Device): boolean =>
          principal?.policy === "admin" ||
          (device.members.length === 0
            ? callsFrom(device, place)
            : device.members.some(({ user }) => user === principal?.user))
        const shown: { mac: string; last_seen: string; has_owner: boolean }[] = []
        // One after the other: anybody can invent devices, and make what is kept of each large.
        for (const { mac, at } of lately) {
          const device = await devices.get(edition.id, mac)
          if (device && isShown(device))
            shown.push({ mac, last_seen: isoTime(at), has_owner: device.members.length > 0 })
        }
        return { body: { devices: shown } }
      },
    }),
  ]
}

function adminRoutes({ devices }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/free",
      editions: EDITIONS,
      auth: { anyOf: ["admin"] },
      summary:
        "Takes a device away from whoever has it: members, requests, tokens, codes, config and history go. At its next call it asks for a token and shows the pairing page.",
      params: macParams,
      response: done,
      handle: async ({ params: { mac }, edition }) => {
        if (!(await devices.forget(edition.id, mac, (device) => device && freed(device)))) throw deviceNotFound(mac)
        return { body: { ok: true } }
      },
    }),
  ]
}

/** Whether something that says to be the device called from that place last. */
function callsFrom({ tokens }: Device, place: string): boolean {
  return tokens.some((token) => (token.place ?? token.from) === place)
}

/** Whatever a device can send: a heartbeat is never refused for what it says. */
function saidIn(body: Uint8Array): Said {
  let said: { battery_voltage?: unknown; wifi_rssi?: unknown } = {}
  try {
    const parsed: unknown = JSON.parse(Buffer.from(body).toString("utf8"))
    if (typeof parsed === "object" && parsed !== null) said = parsed
  } catch {
    /* then it says nothing */
  }
  const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined)
  return { volts: number(said.battery_voltage), rssi: number(said.wifi_rssi) }
}
