import { activeConfig, foldMac, placeOf } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Clock, Device, DeviceConfig, Devices, Draw, DrawRequest, Edition, Log, ModeCatalog, Picture, Service } from "platen/sdk"
import { looksUnchanged } from "./counters.js"
import { deviceRenders, refreshMinutes } from "./device.js"
import type { Taken } from "./device.js"
import { deviceCodec, paletteOf } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"
import { settingsIn } from "./settings.js"

/** A page for a device, and what its answer says beside it. */
export interface Rendered {
  readonly picture: Picture
  readonly headers: Readonly<Record<string, string>>
  /** To be called once: whether the answer arrived. */
  sent(whole: boolean): void
}

/** Who asks for a page. */
export interface Caller {
  /** Folded; undefined for a stranger. */
  readonly mac: string | undefined
  /** The token it showed, and whether its owner has yet to confirm it; undefined where no token is asked for. */
  readonly token?: string
  readonly provisional?: boolean
  /** Where it reached this server: scheme, host and port. */
  readonly origin?: string
}

export interface Rendering {
  /** What is shown is taken out of the device's document. */
  device(query: RenderQuery, edition: Edition, caller: Caller): Promise<Rendered>
  /** Changes nothing. `mac`: whose config is followed. */
  look(query: RenderQuery, edition: Edition, mac: string | undefined): Promise<Picture>
  preview(query: PreviewQuery, edition: Edition, mac: string | undefined): Promise<Picture>
  /** Resolves once all is written of what answers have meant. */
  settled(): Promise<void>
}

interface Needs {
  readonly draw: Draw
  readonly choose: Choose
  readonly modes: ModeCatalog
  readonly devices: Devices
  readonly service: Service
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
}

const DEFAULT_MINUTES = 60
const MOST_TONE = 100

/** What a query shows. */
export function rendering(needs: Needs): Rendering {
  const { draw, choose, modes, devices, service, clock, log } = needs
  const renders = deviceRenders(devices, choose, clock)
  const { after, settled } = afterwards(log)
  const chooseRequest = (query: RenderQuery, edition: Edition, device: Device | undefined, { mac, token, provisional = false, origin }: Caller): ChooseRequest => ({
    edition: edition.id, scopes: scopesOf(edition, mac), next: query.next, random: needs.random, width: query.w, height: query.h,
    now: service.localTime(clock.now(), zoneOf(device, service)),
    ...(device && { device }), ...(query.persona !== undefined && { persona: query.persona }),
    ...(mac !== undefined && { mac }), ...(token !== undefined && { caller: { token, provisional } }), ...(origin !== undefined && { origin }),
  })
  const requestOf = (query: RenderQuery, edition: Edition, choice: Choice, device: Device | undefined, mac: string | undefined): DrawRequest => {
    const config = device && activeConfig(device)
    const place = config ? placeOf(config) ?? (config.city === "" ? service.defaults.place : undefined) : service.defaults.place
    const tone = query.tone === "persona" && query.persona !== undefined && !modes.get(query.persona.trim().toUpperCase()) ? query.persona.trim().slice(0, MOST_TONE) : ""
    return {
      modes: choice.modes, scopes: scopesOf(edition, mac), language: query.lang ?? config?.language ?? service.defaults.language, timeZone: zoneOf(device, service),
      width: query.w, height: query.h, palette: paletteOf(query.colors), codec: deviceCodec(query.colors), battery: edition.battery(query.v),
      ...((tone || config) && { tone: tone || config!.tone }),
      ...((config || choice.settings) && { settings: { ...(config && settingsOf(choice.modes, config, modes, scopesOf(edition, mac))), ...choice.settings } }),
      ...(place && { place }), ...(mac !== undefined && { mac, edition: edition.id }), ...(query.rssi !== undefined && { rssi: query.rssi }),
    }
  }
  const looked = async (query: RenderQuery, edition: Edition, mac: string | undefined): Promise<DrawRequest> => {
    const device = mac === undefined ? undefined : await devices.get(edition.id, mac)
    return requestOf(query, edition, choose(chooseRequest(query, edition, device, { mac })), device, mac)
  }
  return {
    settled,
    look: async (query, edition, mac) => draw.picture({ ...await looked(query, edition, mac), preview: true, saved: true }),
    preview: async (query, edition, mac) => {
      const request = await looked(query, edition, mac)
      const [shown] = request.modes
      return draw.picture({
        ...request, codec: query.look === "glass" ? "glass" : "png", preview: true, saved: !query.mode_override, fresh: query.no_cache,
        ...(query.mode_override && shown !== undefined && { settings: { ...request.settings, [shown]: { ...request.settings?.[shown] as object | undefined, ...query.mode_override } } }),
      })
    },
    device: async (query, edition, caller) => {
      const { mac, token, provisional = false } = caller
      if (mac === undefined) {
        const picture = await draw.picture(await looked(query, edition, undefined))
        return { picture, headers: flag(picture.standIn), sent: () => {} }
      }
      const taken = await renders.take(edition.id, mac, !provisional, (device) => chooseRequest(query, edition, device, caller))
      try {
        const picture = await draw.picture(requestOf(query, edition, taken.choice, taken.device, mac))
        const before = renders.standIns(edition.id, mac, taken.device)
        const flagged = picture.standIn && taken.choice.minutes === undefined && renders.mayFlag(before)
        const toldMinutes = taken.choice.minutes ?? refreshMinutes(configuredMinutes(taken.device), before, picture.standIn)
        const said = { volts: query.v, rssi: query.rssi, refreshMinutes: query.refresh_min, toldMinutes, colors: query.colors, token, provisional, flagged }
        return {
          picture,
          headers: { ...flag(flagged), ...deviceHeaders(taken, picture, toldMinutes, provisional) },
          sent: (whole) => after(mac, whole ? renders.shown(edition.id, mac, taken, picture, said) : renders.release(edition.id, mac, taken)),
        }
      } catch (error) {
        after(mac, renders.release(edition.id, mac, taken))
        throw error
      }
    },
  }
}

/** Work that an answer does not wait for, and the end of the server does. */
function afterwards(log: Log): { after(mac: string, work: Promise<void>): void; settled(): Promise<void> } {
  const running = new Set<Promise<void>>()
  return {
    after: (mac, work) => {
      const done = work.catch((error: unknown) => log.error({ mac, err: error }, "render.not-written")).finally(() => running.delete(done))
      running.add(done)
    },
    settled: async () => { await Promise.all(running) },
  }
}

/** The MAC of a query, as it is kept. Throws BadInput. */
export function macOf({ mac }: RenderQuery): string | undefined {
  return mac === undefined || mac === "" ? undefined : foldMac(mac)
}

function flag(flagged: boolean): Readonly<Record<string, string>> {
  return flagged ? { "x-content-fallback": "1" } : {}
}

function deviceHeaders({ device, choice }: Taken, picture: Picture, minutes: number, provisional: boolean): Readonly<Record<string, string>> {
  // What was on the glass before is known of the device itself, not of who says to be it.
  const pushed = !provisional && (choice.push === true || looksUnchanged(device?.lastPicture, picture) || alertedSince(device))
  return {
    "x-refresh-minutes": String(minutes),
    ...(device?.pendingRefresh && !provisional && { "x-pending-refresh": "1" }),
    ...(pushed && { "x-preview-push": "1" }),
  }
}

/** True when an alert was the last thing on the glass: an unchanged page would not come back by itself. */
function alertedSince(device: Device | undefined): boolean {
  return device?.alertedAt !== undefined && device.alertedAt >= (device.shownAt ?? 0)
}

function configuredMinutes(device: Device | undefined): number {
  return (device && activeConfig(device))?.refreshInterval ?? DEFAULT_MINUTES
}

/** A device's own modes stand behind those of everybody. A MAC names another device in each edition: in the core one none has any. */
function scopesOf({ id }: Edition, mac: string | undefined): readonly string[] {
  return mac === undefined || id !== "extended" ? [] : [`device/${mac}`]
}

function zoneOf(device: Device | undefined, { defaults }: Service): string {
  return (device && activeConfig(device))?.zone || defaults.timeZone
}

function settingsOf(ids: readonly string[], config: DeviceConfig, modes: ModeCatalog, scopes: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(ids.flatMap((id) => {
    const mode = modes.get(id, scopes)
    const settings = mode && settingsIn(config, mode)
    return settings ? [[id, settings] as const] : []
  }))
}
