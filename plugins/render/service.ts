import { activeConfig, foldMac, placeOf } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Clock, Device, DeviceConfig, Devices, Draw, DrawRequest, Edition, Log, ModeCatalog, Picture, Service } from "platen/sdk"
import { deviceRenders, refreshMinutes } from "./device.js"
import type { StandIns, Taken } from "./device.js"
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

export interface Rendering {
  /** `mac`: of a device render, folded: what it shows is taken. Without one the caller is a stranger. */
  device(query: RenderQuery, edition: Edition, mac: string | undefined): Promise<Rendered>
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
  const chooseRequest = (query: RenderQuery, edition: Edition, device: Device | undefined): ChooseRequest => ({
    edition: edition.id, scopes: [], next: query.next, random: needs.random,
    now: service.localTime(clock.now(), zoneOf(device, service)),
    ...(device && { device }), ...(query.persona !== undefined && { persona: query.persona }),
  })
  const requestOf = (query: RenderQuery, edition: Edition, choice: Choice, device: Device | undefined, mac: string | undefined): DrawRequest => {
    const config = device && activeConfig(device)
    const place = config ? placeOf(config) ?? (config.city === "" ? service.defaults.place : undefined) : service.defaults.place
    const tone = query.tone === "persona" && query.persona !== undefined && !modes.get(query.persona.trim().toUpperCase()) ? query.persona.trim().slice(0, MOST_TONE) : ""
    return {
      modes: choice.modes, language: query.lang ?? config?.language ?? service.defaults.language, timeZone: zoneOf(device, service),
      width: query.w, height: query.h, palette: paletteOf(query.colors), codec: deviceCodec(query.colors), battery: edition.battery(query.v),
      ...((tone || config) && { tone: tone || config!.tone }),
      ...(config && { settings: settingsOf(choice.modes, config, modes) }),
      ...(place && { place }), ...(mac !== undefined && { mac, edition: edition.id }), ...(query.rssi !== undefined && { rssi: query.rssi }),
    }
  }
  const looked = async (query: RenderQuery, edition: Edition, mac: string | undefined): Promise<DrawRequest> => {
    const device = mac === undefined ? undefined : await devices.get(edition.id, mac)
    return requestOf(query, edition, choose(chooseRequest(query, edition, device)), device, mac)
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
    device: async (query, edition, mac) => {
      if (mac === undefined) {
        const picture = await draw.picture(await looked(query, edition, undefined))
        return { picture, headers: flag(picture.standIn), sent: () => {} }
      }
      const taken = await renders.take(edition.id, mac, (device) => chooseRequest(query, edition, device))
      try {
        const picture = await draw.picture(requestOf(query, edition, taken.choice, taken.device, mac))
        const before = renders.standIns(edition.id, mac, taken.device)
        const flagged = picture.standIn && renders.mayFlag(before)
        return {
          picture,
          headers: { ...flag(flagged), ...deviceHeaders(taken, before, picture) },
          sent: (whole) => after(mac, whole ? renders.shown(edition.id, mac, taken, picture, flagged) : renders.release(edition.id, mac, taken)),
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

function deviceHeaders({ device }: Taken, before: StandIns, { standIn }: Picture): Readonly<Record<string, string>> {
  const configured = (device && activeConfig(device))?.refreshInterval ?? DEFAULT_MINUTES
  return { "x-refresh-minutes": String(refreshMinutes(configured, before, standIn)), ...(device?.pendingRefresh && { "x-pending-refresh": "1" }) }
}

function zoneOf(device: Device | undefined, { defaults }: Service): string {
  return (device && activeConfig(device))?.zone || defaults.timeZone
}

function settingsOf(ids: readonly string[], config: DeviceConfig, modes: ModeCatalog): Record<string, unknown> {
  return Object.fromEntries(ids.flatMap((id) => {
    const mode = modes.get(id)
    const settings = mode && settingsIn(config, mode)
    return settings ? [[id, settings] as const] : []
  }))
}
