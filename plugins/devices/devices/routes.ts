import { BadInput, z } from "platen/sdk"
import { isoTime, deviceNotFound, freed, isOwned, roleOf } from "platen/sdk/kit"
import { deviceKey, TOKENS } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { addressPlace, macParams, integerParam } from "platen/sdk/kit"
import type { Security } from "platen/sdk"
import type { Device, Devices, Quotas } from "platen/sdk/device"
import type { Pictures } from "platen/sdk/drawing"
import type { Auth, Principal, Route } from "platen/sdk/http"
import { turnOf } from "./page-requests.js"
import type { Control, Telemetry } from "./control.js"
import { stateAnswer, unconfirmedState } from "./state.js"
import type { TokenBounds } from "./token-bounds.js"
import { tokenRoutes } from "./token-routes.js"
import { placeDigest } from "./tokens.js"
import type { UnclaimedRegistry } from "./unclaimed-registry.js"

export interface RouteNeeds {
  readonly devices: Devices
  readonly control: Control
  readonly pictures: Pictures
  readonly quotas: Pick<Quotas, "set">
  readonly security: Security
  readonly unclaimedRegistry: UnclaimedRegistry
  readonly tokenBounds: TokenBounds
  now(): number
}

const AREAS = ["extended", "devices"]
/** Callers that may control a device. DEVICE also admits unconfirmed tokens; its handlers restrict them. */
const STEERING: Auth = { anyOf: ["device", "member", "admin"] }
const DEVICE: Auth = { anyOf: ["token", "admin"] }
const MAX_RECENT_MINUTES = 60
/** Devices that the recent list reads, the newest first. */
const MAX_RECENT = 500
const LISTS = { name: "lists", perMinute: 120 }
const MAX_PICTURE_BYTES = 4 << 20
/** Bytes of a heartbeat that are read: more than a device sends. A longer body is not refused, or the device would repeat it. */
const HEARTBEAT_BYTES = 4 << 10

const done = z.strictObject({ ok: z.literal(true) })
const queued = done.extend({ message: z.string() })
/** Documents the heartbeat's body; the handler accepts any other body and ignores it. */
const heartbeat = z.object({
  battery_voltage: z.number().optional().describe("Volts, at most 10. What is not above 0 counts as unknown."),
  wifi_rssi: z.number().nullish().describe("Signal strength in dBm, clamped to -150 to 0."),
})
const PICTURE_TYPES = {
  "image/png": null,
  "image/jpeg": null,
  "image/webp": null,
  "image/gif": null,
  "application/octet-stream": null,
}

/** Whether the caller has an unconfirmed token, which has few permissions. */
function provisional(principal: Principal | undefined): boolean {
  return principal?.provisional === true
}

/** Routes for devices, their owners and admins. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [...tokenRoutes(needs), ...deviceRoutes(needs), ...ownerRoutes(needs), ...adminRoutes(needs)]
}

function deviceRoutes({ control }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/heartbeat",
      areas: AREAS,
      auth: DEVICE,
      summary:
        "Reports battery and signal. Always 2xx with a valid token: the firmware repeats a failed heartbeat at once.",
      params: macParams,
      bytes: true,
      consumes: { "application/json": heartbeat },
      bodyHead: HEARTBEAT_BYTES,
      unlimited: true,
      response: done,
      handle: async ({ params: { mac }, body, principal, area }) => {
        const known = await control.heartbeat(
          area.realm,
          mac,
          telemetryIn(body),
          provisional(principal) ? principal!.token : undefined,
        )
        if (!known && principal?.kind !== "device") throw deviceNotFound(mac)
        return { body: { ok: true } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/runtime",
      areas: AREAS,
      auth: { anyOf: ["token", "member", "admin"] },
      summary: "Sets live mode or interval mode: reported by the device, or requested by its owner.",
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
      handle: async ({ params: { mac }, body: { mode }, principal, area }) => {
        if (!provisional(principal)) await control.runtime(area.realm, mac, mode, principal?.kind === "device")
        return { body: { ok: true, runtime_mode: provisional(principal) ? "interval" : mode } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/device/:mac/state",
      areas: AREAS,
      auth: { anyOf: ["token", "member", "admin"] },
      summary: "Pending actions and status of the device.",
      params: macParams,
      response: stateAnswer,
      unlimited: true,
      handle: async ({ params: { mac }, principal, area }) => {
        if (provisional(principal)) return { body: unconfirmedState(mac) }
        return { body: await control.state(area.realm, mac, principal?.kind === "device") }
      },
    }),
  ]
}

function ownerRoutes({ devices, control, pictures, quotas, security }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/refresh",
      areas: AREAS,
      auth: STEERING,
      summary: "Requests a new page at the next wake-up of the device.",
      params: macParams,
      response: queued,
      handle: async ({ params: { mac }, area }) => {
        await control.refresh(area.realm, mac)
        return { body: { ok: true, message: "Refresh queued for next wake-up" } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/switch",
      areas: AREAS,
      auth: STEERING,
      summary: "Sets the mode that the device shows next, once.",
      params: macParams,
      body: z.object({ mode: z.string("name a mode").trim().min(1, "name a mode").max(100) }),
      response: queued,
      handle: async ({ params: { mac }, body, area }) => {
        const mode = await control.switchTo(area.realm, mac, body.mode)
        return { body: { ok: true, message: `Mode switch to ${mode} queued` } }
      },
    }),
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/apply-preview",
      areas: AREAS,
      auth: STEERING,
      summary:
        "Pushes a picture that the device shows once, at its next refresh. The body is a PNG, JPEG, WebP or GIF.",
      params: macParams,
      query: z.object({
        mode: z.string().max(100).optional().describe("Label of the picture in the history."),
      }),
      bytes: true,
      consumes: PICTURE_TYPES,
      bodyLimit: MAX_PICTURE_BYTES,
      limit: { name: "push", perMinute: 20 },
      response: queued,
      handle: async ({ params: { mac }, query: { mode = "" }, body, area, signal }) => {
        const file = body
        if (file.length === 0)
          throw new BadInput("The request has no picture: send its bytes as the body.", {
            code: "picture-unreadable",
          })
        const device = await devices.get(area.realm, mac)
        const { id } = await pictures.keep(file, { turn: turnOf({ realm: area.realm, mac, device }, signal) })
        const ttl = device && devices.ttl(device)
        // An unclaimed device shows the pairing page and no picture. An unauthenticated caller can create such devices, so their pictures are not stored.
        const isStored = device !== undefined && (security.pairing === "off" || ttl === undefined)
        if (isStored) await quotas.set({ realm: area.realm, mac }, "picture", file.length)
        const kept = isStored ? await pictures.hold(file, { id: deviceKey(area.realm, mac), ttl }) : id
        await control.push(area.realm, mac, kept, mode.replaceAll(/\p{Cc}/gu, "").trim())
        return { body: { ok: true, message: "Preview queued" } }
      },
    }),
    defineRoute({
      method: "GET",
      path: "/api/devices/recent",
      areas: AREAS,
      auth: { anyOf: ["admin", "user"] },
      limit: LISTS,
      summary:
        "Devices that called recently: a user's own, and unclaimed ones that call from the same network; all of them for an admin.",
      query: z.object({ minutes: integerParam(1, MAX_RECENT_MINUTES, 10).describe("How many minutes back.") }),
      response: z.strictObject({
        devices: z.array(z.strictObject({ mac: z.string(), last_seen: z.iso.datetime(), has_owner: z.boolean() })),
      }),
      handle: async ({ query: { minutes }, principal, area, address }) => {
        const place = placeDigest(addressPlace(address))
        const recent = await devices.recent(area.realm, minutes * 60_000, MAX_RECENT)
        const isShown = (device: Device): boolean =>
          principal?.kind === "admin" ||
          (isOwned(device)
            ? principal?.user !== undefined && roleOf(device, principal.user) !== undefined
            : callsFrom(device, place))
        const shown = recent.filter(({ device }) => isShown(device))
        return {
          body: {
            devices: shown.map(({ mac, device, at }) => ({ mac, last_seen: isoTime(at), has_owner: isOwned(device) })),
          },
        }
      },
    }),
  ]
}

function adminRoutes({ devices }: RouteNeeds): readonly Route[] {
  return [
    defineRoute({
      method: "POST",
      path: "/api/device/:mac/free",
      areas: AREAS,
      auth: { anyOf: ["admin"] },
      summary:
        "Releases a device: deletes its members, requests, tokens, codes, config and history. At its next call the device requests a token and shows the pairing page.",
      params: macParams,
      response: done,
      handle: async ({ params: { mac }, area }) => {
        if (!(await devices.forget(area.realm, mac, (device) => device && freed(device)))) throw deviceNotFound(mac)
        return { body: { ok: true } }
      },
    }),
  ]
}

/** Whether the last call with any token of the device came from that place. */
function callsFrom(device: Device, place: string): boolean {
  return device.get(TOKENS).tokens.some((token) => (token.place ?? token.from) === place)
}

/** Telemetry of any body: a heartbeat is never refused for its content. */
function telemetryIn(body: Uint8Array): Telemetry {
  const text = Buffer.from(body).toString("utf8")
  const { battery_voltage: volts, wifi_rssi: rssi } = fieldsIn(text)
  return { volts: numberIn(volts), rssi: numberIn(rssi) }
}

type Fields = { readonly battery_voltage?: unknown; readonly wifi_rssi?: unknown }

/** The fields of a body. One that is not JSON is searched for them: a battery reading of `nan` or `3,91` costs nothing but the battery. */
function fieldsIn(text: string): Fields {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" && parsed !== null ? parsed : {}
  } catch {
    const found = (name: keyof Fields): string | undefined =>
      new RegExp(`"${name}"\\s{0,9}:\\s{0,9}([^\\s"{},[\\]]{1,40}(?:,\\d{1,20})?)\\s{0,9}[,}]`).exec(text)?.[1]
    return { battery_voltage: found("battery_voltage"), wifi_rssi: found("wifi_rssi") }
  }
}

/** A number, also as text and with a decimal comma; undefined for anything else. */
function numberIn(value: unknown): number | undefined {
  if (typeof value === "string" && /^\s*-?\d{1,20}([.,]\d{1,20})?\s*$/.test(value))
    return Number(value.replace(",", "."))
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}
