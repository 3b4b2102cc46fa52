import { NotFound, z } from "platen/sdk"
import { RUNTIME } from "platen/sdk/device"
import { defineRoute } from "platen/sdk/http"
import { activeConfig, addressPlace, booleanParam, integerParam, isoTime, macParams } from "platen/sdk/kit"
import type { Catalog, Clock } from "platen/sdk"
import type { Device, Devices, PeekRequest, Why } from "platen/sdk/device"
import type { Palette } from "platen/sdk/drawing"
import type { Route, RouteRequest } from "platen/sdk/http"
import { nextWake } from "./forecast.js"
import type { Wake } from "./forecast.js"
import { inksOf, isOverlaid } from "./next-page.js"
import type { Previews } from "./previews.js"
import { SENT } from "./sent.js"
import type { SentPictures } from "./sent.js"

interface Needs {
  readonly previews: Pick<Previews, "ahead" | "peek">
  readonly sent: Pick<SentPictures, "png" | "text">
  readonly devices: Pick<Devices, "get">
  readonly palettes: Catalog<Palette>
  readonly clock: Clock
}

const HOUR_MS = 3_600_000
const MAX_HOURS = 168
const time = z.iso.datetime()
const fault = z.strictObject({ code: z.string().describe("As docs/errors.md lists them."), message: z.string() })
const reason = {
  mode: z.string().nullable().describe("Id of a mode; null for a notice of the server."),
  by: z.string().describe("The rule that chose it, such as config-strategy, pushed-picture or pending-mode."),
  detail: z.string().nullable().describe("More of it: the strategy; quiet, paused or stays."),
}
const wakeShown = z.strictObject({
  ahead: z.number().int().describe("1 for the next wake: what the preview takes as ahead."),
  at: time,
  minutes: z.number().describe("Until the wake behind it."),
  ...reason,
  certain: z.boolean().describe("False: it depends on chance, and another page may come."),
})

/** The routes about the pages of one screen: for the people who have it. */
export function screenRoutes(needs: Needs): readonly Route[] {
  return [forecastRoute(needs), whyRoute(needs), pictureRoute(needs)]
}

const shared = {
  method: "GET",
  areas: ["extended"],
  auth: { anyOf: ["member", "admin"] },
  params: macParams,
  limit: { name: "forecast", perMinute: 60 },
} as const

/** A call about the next pages of a screen, for somebody who has it: as they will be on its own panel. */
function askedBy({
  area,
  principal,
  address,
  signal,
}: Pick<RouteRequest, "area" | "principal" | "address" | "signal">): PeekRequest {
  const caller = principal?.subject ?? `address/${addressPlace(address)}`
  return { area, user: principal?.user, turn: { caller, signal } }
}

async function deviceOf({ devices }: Needs, realm: string, mac: string): Promise<Device> {
  const device = await devices.get(realm, mac)
  if (device) return device
  throw new NotFound(`There is no screen ${mac}: it has not called yet.`, { code: "device-not-found" })
}

function forecastRoute(needs: Needs): Route {
  return defineRoute({
    ...shared,
    path: "/api/device/:mac/forecast",
    summary: "The next wakes of a screen and the page that is chosen for each. Takes and changes nothing.",
    query: z.object({ hours: integerParam(1, MAX_HOURS).default(24).describe("How far to look.") }),
    response: z.strictObject({ mac: z.string(), now: time, wakes: z.array(wakeShown) }),
    handle: async (request) => {
      const { params, query, area } = request
      await deviceOf(needs, area.realm, params.mac)
      const within = query.hours * HOUR_MS
      const wakes = await needs.previews.ahead({ realm: area.realm, mac: params.mac }, askedBy(request), within)
      return { body: { mac: params.mac, now: isoTime(needs.clock.now()), wakes: wakes.map(wakeOf) } }
    },
  })
}

function wakeOf({ at, minutes, choice, isCertain }: Wake, i: number): z.output<typeof wakeShown> {
  const [mode = null] = choice.modes
  return { ahead: i + 1, at: isoTime(at), minutes, ...reasonOf(mode, choice.why), certain: isCertain }
}

function reasonOf(mode: string | null, { by, detail }: Pick<Why, "by" | "detail">) {
  return { mode, by, detail: detail ?? null }
}

const whyAnswer = z.strictObject({
  mac: z.string(),
  name: z.string().describe("As its settings call it; empty where they do not."),
  shown: z
    .strictObject({
      at: time,
      ...reason,
      old: z.boolean().describe("With older content."),
      fallback: fault.nullable(),
      text: z
        .string()
        .describe(
          "What the page says, a line for each row of words; empty until the screen has called after a restart.",
        ),
    })
    .nullable()
    .describe("The page that it was sent last; null before the first."),
  next: z
    .strictObject({
      at: time,
      ...reason,
      old: z.boolean(),
      fallback: fault.nullable().describe("Why the page stands in for the chosen one."),
      text: z.string().describe("What the page says."),
      unkept: fault.nullable().describe("Why its content would not outlive a restart."),
    })
    .nullable()
    .describe("The page of its next wake; null with next=0."),
  screen: z
    .strictObject({
      width: z.number().int(),
      height: z.number().int(),
      colors: z.number().int().describe("Inks: 2, 3 or 4."),
      rotation: z.number().describe("Degrees by which pages are turned for the panel, clockwise."),
    })
    .nullable()
    .describe("The screen of its last call; null before the first."),
  overlaid: z.boolean().describe("An alert or another picture stands on the glass until the next wake."),
})

function whyRoute(needs: Needs): Route {
  return defineRoute({
    ...shared,
    path: "/api/device/:mac/why",
    summary: "Why a screen shows its page, and what it will show next, with the sentence of what fails.",
    response: whyAnswer,
    query: z.object({
      next: booleanParam.default(true).describe("0: without the next page, which takes as long as its sources do."),
    }),
    handle: async (request) => {
      const { params, query, area } = request
      const device = await deviceOf(needs, area.realm, params.mac)
      return {
        body: {
          mac: params.mac,
          name: activeConfig(device)?.nickname ?? "",
          shown: shownOf(needs, area.realm, params.mac, device),
          next: query.next ? await nextOf(needs, request, device) : null,
          screen: screenOf(device, needs),
          overlaid: isOverlaid(device.get(RUNTIME)),
        },
      }
    },
  })
}

/** The page of the next wake, drawn as it would be. */
async function nextOf(
  { previews, clock }: Needs,
  request: Pick<RouteRequest, "area" | "principal" | "address" | "signal"> & {
    readonly params: { readonly mac: string }
  },
  device: Device,
): Promise<z.output<typeof whyAnswer>["next"]> {
  const at = nextWake(device, clock.now())
  const id = { realm: request.area.realm, mac: request.params.mac }
  const peek = await previews.peek(id, { ...askedBy(request), at })
  const { picture, why } = await peek.draw()
  return {
    at: isoTime(at),
    ...reasonOf(picture.mode ?? null, why),
    old: picture.origin === "stale",
    fallback: faultOf(picture),
    text: picture.text,
    unkept: why.unkept ?? null,
  }
}

/** The screen of a device's last call. */
function screenOf(device: Device, { palettes }: Needs) {
  const { width, height, palette, rotation = 0 } = device.get(SENT)
  if (width === 0) return null
  return { width, height, colors: inksOf(palettes.get(palette)), rotation }
}

/** What failed while a page was made, also where its own words say so. */
function faultOf({ failure, failureMessage = "" }: { failure?: string; failureMessage?: string }) {
  return failure === undefined ? null : { code: failure, message: failureMessage }
}

function shownOf({ sent }: Needs, realm: string, mac: string, device: Device) {
  const { mode, by, detail, fallback, isOld } = device.get(SENT)
  const { shownAt, lastPicture } = device.get(RUNTIME)
  if (by === "" || shownAt === undefined) return null
  return {
    at: isoTime(shownAt),
    ...reasonOf(mode ?? null, { by, ...(detail !== undefined && { detail }) }),
    old: isOld,
    fallback: fallback ?? null,
    text: sent.text({ realm, mac }, lastPicture?.etag) ?? "",
  }
}

function pictureRoute(needs: Needs): Route {
  return defineRoute({
    ...shared,
    path: "/api/device/:mac/picture",
    limit: { name: "preview", perMinute: 60 },
    summary: "The picture that a screen was sent last, as a PNG in the colours of its glass.",
    produces: ["image/png"],
    handle: async ({ params: { mac }, area }) => {
      const device = await deviceOf(needs, area.realm, mac)
      const { etag } = device.get(RUNTIME).lastPicture ?? {}
      const found = needs.sent.png({ realm: area.realm, mac }, etag)
      if (!found || etag === undefined)
        throw new NotFound("The picture is not kept across restarts: it is known once the screen has called again.", {
          code: "picture-not-kept",
        })
      const headers = { etag, "x-rotation": String(found.rotation) }
      return { type: "image/png", body: found.bytes, headers }
    },
  })
}
