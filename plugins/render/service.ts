import { activeConfig, configuredMinutes, deviceScope, pageRequest, timeZoneOf } from "platen/sdk/device"
import { paletteOf } from "platen/sdk/drawing"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { backgroundTasks } from "platen/sdk/kit"
import type { Clock, Log, Service } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Device, Devices } from "platen/sdk/device"
import type { Edition } from "platen/sdk/http"
import type { Draw, DrawRequest, ModeCatalog, Picture, Turn } from "platen/sdk/mode"
import { replayed } from "./chance.js"
import { looksUnchanged } from "./counters.js"
import { deviceRenders, refreshMinutes, withoutOwned } from "./device.js"
import type { Reservation } from "./device.js"
import { deviceCodec } from "./query.js"
import type { PreviewQuery, RenderQuery } from "./query.js"
import { placeTried, settingsTried, triedOn } from "./trial.js"

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
  readonly token?: string | undefined
  readonly provisional?: boolean | undefined
  /** Where it reached this server: scheme, host and port. */
  readonly origin?: string | undefined
  /** On whose behalf a page is drawn that is no device's. */
  readonly turn?: Turn
  /** True: with a credential that anybody gets: it waits in its address's turn, not in one of its own. */
  readonly anonymous?: boolean
  /** Present: without any credential, or with one that anybody gets. */
  readonly stranger?: DrawRequest["stranger"] | undefined
}

export interface Rendering {
  /** What is shown is taken out of the device's document. */
  device(query: RenderQuery, edition: Edition, caller: Caller): Promise<Rendered>
  /** Changes nothing. `caller`: whose config is followed. */
  peek(query: RenderQuery, edition: Edition, caller: Caller): Promise<Picture>
  /** Changes nothing. Throws Invalid for settings that the mode does not take. */
  preview(query: PreviewQuery, edition: Edition, caller: Caller): Promise<Preview>
  /** The mode that a preview would show. */
  intent(query: PreviewQuery, edition: Edition, caller: Caller): Promise<string>
  /** The mode that a query names, where there is none of that name: its id, "?" for what no id can be. */
  unknownMode(query: Pick<PageQuery, "persona" | "tone">, edition: Edition, mac: string | undefined): string | undefined
  /** Resolves once all is written of what answers have meant. */
  settled(): Promise<void>
}

/** A page for a browser. */
export interface Preview {
  readonly picture: Picture
  /** What it is written in. */
  readonly language: string
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

const MAX_TONE = 100
const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/

/** A query as far as renders and previews have it in common. */
type PageQuery = Omit<RenderQuery, "v"> & Pick<PreviewQuery, "v">

/** What a query shows. */
export function rendering(needs: Needs): Rendering {
  const { draw, choose, modes, devices, service, clock, log } = needs
  const renders = deviceRenders({ devices, choose, clock, modes })
  const { after, settled } = backgroundTasks((fields) => log.error(fields, "render-write.failed"))
  const chooseRequest = (
    query: PageQuery,
    edition: Edition,
    device: Device | undefined,
    { mac, token, provisional = false, origin }: Caller,
    random: () => number = needs.random,
  ): ChooseRequest => ({
    edition: edition.id,
    scopes: scopesOf(edition, mac),
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
    edition: Edition,
    choice: Choice,
    device: Device | undefined,
    { mac, turn, stranger, anonymous }: Caller,
  ): DrawRequest => {
    const page = pageRequest(
      choice.modes,
      { edition: edition.id, mac, device, scopes: scopesOf(edition, mac) },
      modes,
      service,
    )
    const tone = toneOf(query, modes) ?? page.tone
    return {
      ...page,
      width: query.w,
      height: query.h,
      palette: paletteOf(query.colors).id,
      codec: deviceCodec(query.colors),
      battery: edition.battery(query.v ?? device?.volts ?? DEFAULT_VOLTS),
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
  const known = async (edition: Edition, mac: string | undefined): Promise<Device | undefined> =>
    mac === undefined ? undefined : devices.get(edition.id, mac)
  const looked = async (query: RenderQuery, edition: Edition, caller: Caller): Promise<DrawRequest> => {
    const device = await known(edition, caller.mac)
    const seen = device && caller.provisional ? withoutOwned(device) : device
    return requestOf(query, edition, choose(chooseRequest(query, edition, seen, caller)), device, caller)
  }
  const tried = async (query: PreviewQuery, edition: Edition, caller: Caller): Promise<DrawRequest> => {
    const { mac } = caller
    const device = triedOn(await known(edition, mac), query)
    const { place, ...request } = requestOf(
      query,
      edition,
      choose(chooseRequest(query, edition, device, { mac })),
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
    unknownMode: ({ persona = "", tone }, edition, mac) => {
      const id = persona.trim().toUpperCase()
      // Where another value is a tone, it names no mode.
      if (id === "" || tone === "persona" || modes.get(id, scopesOf(edition, mac))) return undefined
      return MODE_ID.test(id) ? id : "?"
    },
    peek: async (query, edition, caller) =>
      draw.picture({ ...(await looked(query, edition, caller)), preview: true, saved: true }),
    preview: async (query, edition, caller) => {
      const request = await tried(query, edition, caller)
      return { picture: await draw.picture(request), language: request.language }
    },
    intent: async (query, edition, caller) => {
      const { modes: ids, scopes } = await tried(query, edition, caller)
      return ids.find((id) => modes.get(id, scopes)) ?? service.defaults.mode
    },
    device: async (query, edition, caller) => {
      const { mac, token, provisional = false } = caller
      if (mac === undefined) {
        const picture = await draw.picture(await looked(query, edition, caller))
        return { picture, headers: flag(picture.isFallback), sent: () => {} }
      }
      const chance = replayed(needs.random)
      const taken = await renders.take(edition.id, mac, !provisional, (device) =>
        chooseRequest(query, edition, device, caller, chance()),
      )
      try {
        const asked = !provisional && isFirstOfBoot(taken.device, query, clock.now()) ? { ...query, colors: 2 } : query
        const picture = await draw.picture(requestOf(asked, edition, taken.choice, taken.device, caller))
        const before = renders.standIns(edition.id, mac, taken.device)
        const flagged = picture.isFallback && taken.choice.minutes === undefined && renders.mayFlag(before)
        const toldMinutes =
          taken.choice.minutes ?? refreshMinutes(configuredMinutes(taken.device), before, picture.isFallback)
        const said = {
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
              whole ? renders.shown(edition.id, mac, taken, picture, said) : renders.release(edition.id, mac, taken),
              { mac },
            ),
        }
      } catch (error) {
        after(renders.release(edition.id, mac, taken), { mac })
        throw error
      }
    },
  }
}

const BOOT_MS = 2 * 60_000
const COLOUR = 3

/**
 * A colour panel's firmware brings back its one-bit buffer after an alert, which raw pictures never fill: the first picture of a boot
 * of a device that listens is a one-bit BMP, so that the buffer holds a page.
 */
function isFirstOfBoot(device: Device | undefined, { colors }: RenderQuery, now: number): boolean {
  if (colors < COLOUR || device?.bootedAt === undefined || now - device.bootedAt > BOOT_MS) return false
  return activeConfig(device)?.focusListening === true
}

function flag(flagged: boolean): Readonly<Record<string, string>> {
  return flagged ? { "x-content-fallback": "1" } : {}
}

function deviceHeaders(
  { device, choice, own }: Reservation,
  picture: Picture,
  minutes: number,
): Readonly<Record<string, string>> {
  // The picture that was pushed may be gone by now: then it is some page.
  const pushed = choice.push === true && picture.mode === choice.modes[0]
  // What was on the glass before is known of the device itself, not of who says to be it.
  const unlike = looksUnchanged(device?.lastPicture, picture) || alertedSince(device)
  return {
    "x-refresh-minutes": String(minutes),
    ...(own && device?.pendingRefresh && { "x-pending-refresh": "1" }),
    ...((pushed || (own && unlike)) && { "x-preview-push": "1" }),
  }
}

/** True when an alert was the last thing on the glass: an unchanged page would not come back by itself. */
function alertedSince(device: Device | undefined): boolean {
  return device?.alertedAt !== undefined && device.alertedAt >= (device.shownAt ?? 0)
}

/** A device's own modes stand behind those of everybody. A MAC names another device in each edition, and only one of them has any. */
function scopesOf({ id }: Edition, mac: string | undefined): readonly string[] {
  return mac === undefined || id !== "extended" ? [] : [deviceScope(mac)]
}

/** The tone that a persona says, where one that is no mode is a tone. */
function toneOf({ tone, persona }: PageQuery, modes: ModeCatalog): string | undefined {
  const said = tone === "persona" ? persona?.trim() : undefined
  return said === undefined || said === "" || modes.get(said.toUpperCase()) ? undefined : said.slice(0, MAX_TONE)
}
