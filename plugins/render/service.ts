import { deviceScope, RUNTIME } from "platen/sdk/device"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { backgroundTasks, activeConfig, configuredMinutes, timeZoneOf, paletteIdOf } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Observer, Service } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Device, Devices, PageOwner, PageRequest, Runtime } from "platen/sdk/device"
import type { Area } from "platen/sdk/http"
import type { Draw, DrawRequest, ModeCatalog, Picture, Turn } from "platen/sdk/mode"
import { replayed } from "./chance.js"
import { looksUnchanged } from "./last-picture.js"
import { deviceRenders, refreshMinutes, withoutOwned } from "./device.js"
import type { Reservation } from "./device.js"
import { deviceCodec } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"
import { placeTried, settingsTried, triedOn } from "./trial.js"

/** A page for a device, with the headers of its response. */
export interface Rendered {
  readonly picture: Picture
  readonly headers: Readonly<Record<string, string>>
  /** Call it once. `whole`: whether the complete response arrived. */
  sent(whole: boolean): void
}

/** The caller of a page. */
export interface Caller {
  /** Normalized; undefined when the caller is no device. */
  readonly mac: string | undefined
  /** Token of the call, and whether the owner has yet to confirm it; undefined where no token is required. */
  readonly token?: string | undefined
  readonly provisional?: boolean | undefined
  /** Scheme, host and port at which the caller reached this server. */
  readonly origin?: string | undefined
  /** Turn in the work queues for a page that belongs to no device. */
  readonly turn?: Turn
  /** True: the credential is one that anybody can obtain, so the caller shares the turn of its address. */
  readonly anonymous?: boolean
  /** Present when the caller has no credential, or one that anybody can obtain. */
  readonly stranger?: DrawRequest["stranger"] | undefined
}

export interface Rendering {
  /** Draws the next page of a device and reserves it in the device's document. */
  device(query: RenderQuery, area: Area, caller: Caller): Promise<Rendered>
  /** Draws the page without changing anything. `caller`: the device whose config applies. */
  peek(query: RenderQuery, area: Area, caller: Caller): Promise<Picture>
  /** Draws a preview without changing anything. Throws Invalid for settings that the mode rejects. */
  preview(query: PreviewQuery, area: Area, caller: Caller): Promise<Preview>
  /** Id of the mode that a preview would show. */
  intent(query: PreviewQuery, area: Area, caller: Caller): Promise<string>
  /** The unknown mode that a query names: its id, or "?" for a malformed one; undefined when the mode exists. */
  unknownMode(query: Pick<PageQuery, "persona" | "tone">, area: Area, mac: string | undefined): string | undefined
  /** Resolves once all pending writes of sent responses are done. */
  settled(): Promise<void>
}

/** A page for a browser. */
export interface Preview {
  readonly picture: Picture
  /** Language of the page. */
  readonly language: string
}

interface Needs {
  readonly draw: Draw
  readonly choose: Choose
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
  readonly modes: ModeCatalog
  readonly devices: Devices
  readonly service: Service
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  readonly observers: Catalog<Observer>
}

const MAX_TONE = 100
const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/

/** The part of the query that renders and previews share. */
type PageQuery = Omit<RenderQuery, "v"> & Pick<PreviewQuery, "v">

/** Creates the service that turns queries into pictures. */
export function rendering(needs: Needs): Rendering {
  const { draw, choose, pageRequest, modes, devices, service, clock, log } = needs
  const renders = deviceRenders({ devices, choose, clock, modes, observers: needs.observers, log })
  const { after, settled } = backgroundTasks((fields) => log.error(fields, "render-write.failed"))
  const chooseRequest = (
    query: PageQuery,
    area: Area,
    device: Device | undefined,
    { mac, token, provisional = false, origin }: Caller,
    random: () => number = needs.random,
  ): ChooseRequest => ({
    realm: area.realm,
    scopes: scopesOf(area, mac),
    next: query.next,
    random,
    width: query.w,
    height: query.h,
    now: service.localTime(clock.now(), timeZoneOf(device, service)),
    ...(device && { device }),
    ...(query.persona !== undefined && { mode: query.persona }),
    ...(mac !== undefined && { mac }),
    ...(token !== undefined && { caller: { token, provisional } }),
    ...(origin !== undefined && { origin }),
  })
  const requestOf = (
    query: PageQuery,
    area: Area,
    choice: Choice,
    device: Device | undefined,
    { mac, turn, stranger, anonymous }: Caller,
  ): DrawRequest => {
    const page = pageRequest(choice.modes, { realm: area.realm, mac, device, scopes: scopesOf(area, mac) })
    const tone = toneOf(query, modes) ?? page.tone
    return {
      ...page,
      width: query.w,
      height: query.h,
      palette: paletteIdOf(query.colors),
      codec: deviceCodec(query.colors),
      battery: area.battery(query.v ?? device?.get(RUNTIME).volts ?? DEFAULT_VOLTS),
      ...(query.lang !== undefined && { language: query.lang }),
      ...(tone !== undefined && { tone }),
      ...(choice.settings && { settings: { ...page.settings, ...choice.settings } }),
      ...(query.rssi !== undefined && { rssi: query.rssi }),
      ...(turn && {
        turn:
          page.turn && !anonymous && !stranger
            ? {
                ...turn,
                caller: page.turn.caller,
                get signal() {
                  return turn.signal
                },
              }
            : turn,
      }),
      ...(stranger && { stranger }),
    }
  }
  const known = async (area: Area, mac: string | undefined): Promise<Device | undefined> =>
    mac === undefined ? undefined : devices.get(area.realm, mac)
  const looked = async (query: RenderQuery, area: Area, caller: Caller): Promise<DrawRequest> => {
    const device = await known(area, caller.mac)
    const seen = device && caller.provisional ? withoutOwned(device) : device
    return requestOf(query, area, choose(chooseRequest(query, area, seen, caller)), device, caller)
  }
  const tried = async (query: PreviewQuery, area: Area, caller: Caller): Promise<DrawRequest> => {
    const { mac } = caller
    const device = triedOn(await known(area, mac), query)
    const { place, ...request } = requestOf(
      query,
      area,
      choose(chooseRequest(query, area, device, { mac })),
      device,
      caller,
    )
    const there = device && activeConfig(device) ? place : placeTried(place, query)
    const settings = settingsTried(request, query, {
      modes,
      day: service.localTime(clock.now(), timeZoneOf(device, service)),
    })
    return {
      ...request,
      codec: query.look === "measured" ? "png-measured" : "png",
      preview: true,
      saved: settings === undefined,
      fresh: query.no_cache,
      ...(there && { place: there }),
      ...(settings && { settings }),
      ...(mac === undefined &&
        query.lang === undefined &&
        query.ui_language !== undefined && { language: query.ui_language }),
    }
  }
  return {
    settled,
    unknownMode: ({ persona = "", tone }, area, mac) => {
      const id = persona.trim().toUpperCase()
      // In editions where `persona` can be a tone, any value is valid.
      if (id === "" || tone === "persona" || modes.get(id, scopesOf(area, mac))) return undefined
      return MODE_ID.test(id) ? id : "?"
    },
    peek: async (query, area, caller) =>
      draw.picture({ ...(await looked(query, area, caller)), preview: true, saved: true }),
    preview: async (query, area, caller) => {
      const request = await tried(query, area, caller)
      return { picture: await draw.picture(request), language: request.language }
    },
    intent: async (query, area, caller) => {
      const { modes: ids, scopes } = await tried(query, area, caller)
      return ids.find((id) => modes.get(id, scopes)) ?? service.defaults.mode
    },
    device: async (query, area, caller) => {
      const { mac, token, provisional = false } = caller
      if (mac === undefined) {
        const picture = await draw.picture(await looked(query, area, caller))
        return { picture, headers: flag(picture.isFallback), sent: () => {} }
      }
      const replay = replayed(needs.random)
      const taken = await renders.take(area.realm, mac, !provisional, (device) =>
        chooseRequest(query, area, device, caller, replay()),
      )
      try {
        const drawn = !provisional && isFirstOfBoot(taken.device, query, clock.now()) ? { ...query, colors: 2 } : query
        const picture = await draw.picture(requestOf(drawn, area, taken.choice, taken.device, caller))
        const before = renders.fallbacks(area.realm, mac, taken.device)
        const flagged = picture.isFallback && taken.choice.minutes === undefined && renders.mayFlag(before)
        const toldMinutes =
          taken.choice.minutes ?? refreshMinutes(configuredMinutes(taken.device), before, picture.isFallback)
        const telemetry = {
          volts: query.v,
          rssi: query.rssi,
          refreshMinutes: query.refresh_min,
          toldMinutes,
          colors: query.colors,
          token,
          provisional,
          flagged,
        }
        return {
          picture,
          headers: { ...flag(flagged), ...deviceHeaders(taken, picture, toldMinutes) },
          sent: (whole) =>
            after(
              whole
                ? renders.shown(area.realm, mac, taken, picture, telemetry)
                : renders.release(area.realm, mac, taken),
              { mac },
            ),
        }
      } catch (error) {
        after(renders.release(area.realm, mac, taken), { mac })
        throw error
      }
    },
  }
}

const BOOT_MS = 2 * 60_000
const COLOUR = 3

/**
 * Whether this is the first picture after a boot of a listening colour device. After an alert its firmware restores the
 * one-bit buffer, which raw pictures never fill: the first picture is a one-bit BMP, so that the buffer holds a page.
 */
function isFirstOfBoot(device: Device | undefined, { colors }: RenderQuery, now: number): boolean {
  const { bootedAt } = device?.get(RUNTIME) ?? {}
  if (!device || colors < COLOUR || bootedAt === undefined || now - bootedAt > BOOT_MS) return false
  return activeConfig(device)?.listening === true
}

function flag(flagged: boolean): Readonly<Record<string, string>> {
  return flagged ? { "x-content-fallback": "1" } : {}
}

function deviceHeaders(
  { device, choice, own }: Reservation,
  picture: Picture,
  minutes: number,
): Readonly<Record<string, string>> {
  // The pushed picture may have expired: then another page was drawn.
  const pushed = choice.push === true && picture.mode === choice.modes[0]
  // The previous picture is only known for a confirmed device.
  const runtime = device?.get(RUNTIME)
  const unlike = looksUnchanged(runtime?.lastPicture, picture) || isOverlaid(runtime)
  return {
    "x-refresh-minutes": String(minutes),
    ...(own && runtime?.pendingRefresh && { "x-pending-refresh": "1" }),
    ...((pushed || (own && unlike)) && { "x-preview-push": "1" }),
  }
}

/** Whether something else than a page was shown last: the device would not redraw an unchanged page by itself. */
function isOverlaid(runtime: Runtime | undefined): boolean {
  return runtime?.overlaidAt !== undefined && runtime.overlaidAt >= (runtime.shownAt ?? 0)
}

/** Scopes of the device's own modes. Only the extended edition has them, and a MAC is a different device in each edition. */
function scopesOf({ id }: Area, mac: string | undefined): readonly string[] {
  return mac === undefined || id !== "extended" ? [] : [deviceScope(mac)]
}

/** Tone from `persona`, in editions where a `persona` that is not a mode is a tone. */
function toneOf({ tone, persona }: PageQuery, modes: ModeCatalog): string | undefined {
  const value = tone === "persona" ? persona?.trim() : undefined
  return value === undefined || value === "" || modes.get(value.toUpperCase()) ? undefined : value.slice(0, MAX_TONE)
}
