import { deviceScope, RUNTIME } from "platen/sdk/device"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { activeConfig, configuredMinutes, foundPlaces, timeZoneOf, withTimeout } from "platen/sdk/kit"
import type { Catalog, Clock, Service } from "platen/sdk"
import type {
  Choice,
  Choose,
  ChooseRequest,
  Device,
  DeviceId,
  Devices,
  PageOwner,
  PageRequest,
  Peek,
  RenderRequest,
  Runtime,
  Why,
} from "platen/sdk/device"
import type { Palette } from "platen/sdk/drawing"
import type { Draw, DrawRequest, ModeCatalog, Picture, SourceReads } from "platen/sdk/mode"
import { replayed } from "./chance.js"
import { refreshMinutes, withoutOwned } from "./device.js"
import type { DeviceRenders, Reserved, Telemetry } from "./device.js"
import { looksUnchanged } from "./last-picture.js"
import type { PreviewOptions } from "./query.js"
import { placeTried, settingsTried, triedOn } from "./trial.js"
import type { CityTried } from "./trial.js"

/** A page that was drawn for a device and reserved on it. */
export interface Drawn {
  readonly picture: Picture
  readonly refreshMinutes: number
  readonly flags: { readonly retry: boolean; readonly refresh: boolean; readonly redraw: boolean }
  readonly reserved: Reserved
  readonly telemetry: Telemetry
}

/** A page for a browser. */
export interface Preview {
  readonly picture: Picture
  /** Language of the page. */
  readonly language: string
}

export interface Pages {
  /** Draws the next page of a device and reserves it on the device. */
  reserve(id: DeviceId, request: RenderRequest): Promise<Drawn>
  /** Draws a page that belongs to no device. `preview`: nothing counts as shown. */
  anonymous(request: RenderRequest, preview: boolean): Promise<Picture>
  /** What a device would be shown, without taking anything. */
  peek(id: DeviceId, request: RenderRequest & { readonly at?: number }): Promise<Peek>
  /** Draws a preview without changing anything. `mac`: the device whose config applies. Throws Invalid for settings that the mode rejects. */
  preview(mac: string | undefined, request: RenderRequest, options: PreviewOptions): Promise<Preview>
  /** Id of the mode that a preview would show. */
  intent(mac: string | undefined, request: RenderRequest, options: PreviewOptions): Promise<string>
  /** The unknown mode that a request names: its id, or "?" for a malformed one; undefined when the mode exists. */
  unknownMode(mac: string | undefined, request: Pick<RenderRequest, "area" | "mode">): string | undefined
}

interface Needs {
  readonly draw: Draw
  readonly choose: Choose
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
  readonly modes: ModeCatalog
  readonly palettes: Catalog<Palette>
  readonly devices: Devices
  readonly service: Service
  readonly clock: Clock
  readonly random: () => number
  readonly renders: DeviceRenders
  readonly reads: SourceReads
  /** Runs writes for which no response waits. */
  readonly after: (work: Promise<unknown>, fields: object) => void
}

const MAX_TONE = 100
/** Milliseconds that a preview waits for the search of a city. */
const CITY_MS = 3_000
const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/

/** A request for a page of a device, or of none. */
type Asked = RenderRequest & { readonly at?: number }

/** Creates the service that turns requests into pictures. */
export function pagesOf(needs: Needs): Pages {
  const { draw, choose, modes, devices, service, clock } = needs
  const known = async (mac: string | undefined, { area }: Asked): Promise<Device | undefined> =>
    mac === undefined ? undefined : devices.get(area.realm, mac)
  const looked = async (mac: string | undefined, asked: Asked): Promise<{ request: DrawRequest; why: Why }> => {
    const device = await known(mac, asked)
    const seen = device && asked.token?.provisional ? withoutOwned(device) : device
    const choice = choose(chooseRequest(needs, mac, asked, seen))
    const why = isOverlaid(device?.get(RUNTIME)) ? { ...choice.why, overlaid: true } : choice.why
    return { request: drawRequest(needs, mac, asked, choice, device), why }
  }
  const tried = async (mac: string | undefined, asked: Asked, options: PreviewOptions): Promise<DrawRequest> => {
    const saved = await known(mac, asked)
    const city = await cityTried(needs, asked, options.city, saved)
    const device = triedOn(saved, city)
    // The choice is that of the device as anybody sees it: no token is at hand.
    const choice = choose(chooseRequest(needs, mac, { ...asked, token: undefined, origin: undefined }, device))
    // A browser shows the page as the panel hangs.
    const { place, rotation: _, user: owner, ...request } = drawRequest(needs, mac, asked, choice, device)
    const hasConfig = device !== undefined && activeConfig(device) !== undefined
    const there = hasConfig ? place : placeTried(place, city)
    const today = service.localTime(clock.now(), timeZoneOf(device, service))
    const settings = settingsTried(request, { ...options, mode: asked.mode }, { modes, day: today })
    // Whoever tries settings is asked about with their own rights, not with those of the owner.
    const user = settings || mac === undefined ? asked.user : owner
    return {
      ...request,
      ...(user !== undefined && { user }),
      codec: options.look === "measured" ? "png-measured" : "png",
      preview: true,
      saved: settings === undefined,
      fresh: options.fresh,
      ...(there && { place: there }),
      ...(!hasConfig && city?.found?.timeZone && { timeZone: city.found.timeZone }),
      ...(settings && { settings }),
      ...(settings && (await placesTried(needs, asked, options, request))),
      ...(mac === undefined &&
        asked.language === undefined &&
        options.uiLanguage !== undefined && { language: options.uiLanguage }),
    }
  }
  return {
    unknownMode: (mac, { area, mode }) => {
      const id = (mode ?? "").trim().toUpperCase()
      if (id === "" || modes.get(id, scopesOf(area.realm, mac))) return undefined
      return MODE_ID.test(id) ? id : "?"
    },
    anonymous: async (asked, preview) => {
      const { request } = await looked(undefined, asked)
      return draw.picture(preview ? { ...request, preview, saved: true } : request)
    },
    peek: async ({ mac }, asked) => {
      const { request, why } = await looked(mac, asked)
      return {
        modes: request.modes,
        why,
        prepare: () => draw.prepare(request),
        draw: async () => {
          const picture = await draw.picture({ ...request, preview: true, saved: true })
          return { picture, why: whyOf(why, picture) }
        },
      }
    },
    preview: async (mac, asked, options) => {
      const request = await tried(mac, asked, options)
      return { picture: await draw.picture(request), language: request.language }
    },
    intent: async (mac, asked, options) => {
      const { modes: ids, scopes } = await tried(mac, asked, options)
      return ids.find((id) => modes.get(id, scopes)) ?? service.defaults.mode
    },
    reserve: (id, asked) => reservedPage(needs, id, asked),
  }
}

/** The place that the settings which a preview tries name: of their coordinates, else of their city. */
async function placesTried(
  needs: Needs,
  asked: Asked,
  { override = {} }: PreviewOptions,
  { modes: [id], places }: Pick<DrawRequest, "modes" | "places">,
): Promise<Pick<DrawRequest, "places">> {
  const { city, latitude, longitude } = override
  if (id === undefined || typeof city !== "string" || city === "") return {}
  const found =
    typeof latitude === "number" && typeof longitude === "number"
      ? { latitude, longitude }
      : (await cityTried(needs, asked, city, undefined))?.found
  return found
    ? { places: { ...places, [id]: { latitude: found.latitude, longitude: found.longitude, name: city } } }
    : {}
}

/** The city that a preview tries. Only for callers who are known it is looked up; it has no place while nobody can say. */
async function cityTried(
  { reads, clock }: Needs,
  { stranger, language = "en", turn = { caller: "" } }: Asked,
  city: string | undefined,
  device: Device | undefined,
): Promise<CityTried | undefined> {
  if (city === undefined || city === "") return undefined
  if (stranger || (device && activeConfig(device)?.city === city)) return { city, found: undefined }
  try {
    const question = foundPlaces(reads, { name: city, language }, turn)
    const [found] = await withTimeout(clock, question, CITY_MS, () => new Error("the search of a city took too long"))
    return { city, found }
  } catch {
    return { city, found: undefined }
  }
}

/** Chooses and draws the next page of a device, and reserves it. */
async function reservedPage(needs: Needs, { realm, mac }: DeviceId, asked: RenderRequest): Promise<Drawn> {
  const { draw, clock, renders } = needs
  const provisional = asked.token?.provisional === true
  const replay = replayed(needs.random)
  const { choice, device, reserved } = await renders.take(realm, mac, !provisional, (known) =>
    chooseRequest(needs, mac, asked, known, replay()),
  )
  const inks = inksOf(needs.palettes.get(asked.panel.palette))
  try {
    const panel = !provisional && isFirstOfBoot(device, inks, clock.now()) ? ONE_BIT : asked.panel
    const request = drawRequest(needs, mac, { ...asked, panel: { ...asked.panel, ...panel } }, choice, device)
    const picture = await draw.picture(request)
    const before = renders.fallbacks(realm, mac, device)
    const retry = picture.isFallback && choice.minutes === undefined && renders.mayFlag(before)
    const usual = choice.interval ?? configuredMinutes(device)
    const told = choice.minutes ?? refreshMinutes(usual, before, picture.isFallback)
    return {
      picture,
      refreshMinutes: told,
      flags: { retry, ...flagsOf(device, choice, picture, !provisional) },
      reserved,
      telemetry: {
        volts: asked.volts ?? DEFAULT_VOLTS,
        rssi: asked.rssi,
        reportedMinutes: asked.reportedMinutes,
        toldMinutes: told,
        inks,
        token: asked.token?.value,
        panel: asked.panel,
        provisional,
        flagged: retry,
      },
    }
  } catch (error) {
    needs.after(renders.release(realm, mac, reserved), { mac })
    throw error
  }
}

function chooseRequest(
  { service, clock, random: chance }: Needs,
  mac: string | undefined,
  { area, panel, mode, next = false, token, origin, at }: Asked,
  device: Device | undefined,
  random: () => number = chance,
): ChooseRequest {
  return {
    realm: area.realm,
    scopes: scopesOf(area.realm, mac),
    next,
    random,
    width: panel.width,
    height: panel.height,
    now: service.localTime(at ?? clock.now(), timeZoneOf(device, service)),
    ...(device && { device }),
    ...(mode !== undefined && { mode }),
    ...(mac !== undefined && { mac }),
    ...(token && { caller: { token: token.value, provisional: token.provisional } }),
    ...(origin !== undefined && { origin }),
  }
}

function drawRequest(
  { pageRequest }: Needs,
  mac: string | undefined,
  { area, panel, volts, rssi, language, tone: wanted, turn, anonymous, stranger, at }: Asked,
  choice: Choice,
  device: Device | undefined,
): DrawRequest {
  const page = pageRequest(choice.modes, { realm: area.realm, mac, device, scopes: scopesOf(area.realm, mac) })
  const own = page.turn && !anonymous && !stranger
  // Assigned, not spread: this runs for every page, also for those from the cache.
  const request = Object.assign(page, {
    width: panel.width,
    height: panel.height,
    palette: panel.palette,
    codec: panel.codec,
    battery: area.battery(volts ?? device?.get(RUNTIME).volts ?? DEFAULT_VOLTS),
  }) as Mutable<DrawRequest>
  if (language !== undefined) request.language = language
  if (wanted !== undefined) request.tone = wanted.slice(0, MAX_TONE)
  if (choice.skipEmpty) request.skipEmpty = choice.skipEmpty
  if (choice.settings) request.settings = { ...page.settings, ...choice.settings }
  if (rssi !== undefined) request.rssi = rssi
  if (turn) request.turn = own ? turnOf(turn, page.turn!.caller) : turn
  if (stranger) request.stranger = stranger
  if (at !== undefined) request.at = at
  if (panel.rotation !== undefined) request.rotation = panel.rotation
  if (panel.mmPerPixel !== undefined) request.mmPerPixel = panel.mmPerPixel
  return request
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** A turn for another caller. Its signal is made when it is first read. */
function turnOf(turn: NonNullable<DrawRequest["turn"]>, caller: string): NonNullable<DrawRequest["turn"]> {
  return {
    ...turn,
    caller,
    get signal() {
      return turn.signal
    },
  }
}

function whyOf(why: Why, { isFallback, failure, failureMessage = "", unkept }: Picture): Why {
  return {
    ...why,
    ...(isFallback && failure !== undefined && { fallback: { code: failure, message: failureMessage } }),
    ...(unkept && { unkept }),
  }
}

/** How many inks a palette has; black and white, where it is unknown. */
const inksOf = (palette: Palette | undefined): number =>
  palette?.entries.filter(({ ink }) => ink !== "none").length ?? 2

const BOOT_MS = 2 * 60_000
const COLOUR = 3
const ONE_BIT = { palette: "bw", codec: "bmp" } as const

/**
 * Whether this is the first picture after a boot of a listening colour device. After an alert its firmware restores the
 * one-bit buffer, which raw pictures never fill: the first picture is a one-bit BMP, so that the buffer holds a page.
 */
function isFirstOfBoot(device: Device | undefined, inks: number, now: number): boolean {
  const { bootedAt } = device?.get(RUNTIME) ?? {}
  if (!device || inks < COLOUR || bootedAt === undefined || now - bootedAt > BOOT_MS) return false
  return activeConfig(device)?.listening === true
}

function flagsOf(
  device: Device | undefined,
  choice: Choice,
  picture: Picture,
  own: boolean,
): { readonly refresh: boolean; readonly redraw: boolean } {
  const runtime = device?.get(RUNTIME)
  // The pushed picture may have expired: then another page was drawn.
  const pushed = choice.push === true && picture.mode === choice.modes[0]
  // The previous picture is only known for a confirmed device.
  const unlike = looksUnchanged(runtime?.lastPicture, picture) || isOverlaid(runtime)
  return { refresh: own && runtime?.pendingRefresh === true, redraw: pushed || (own && unlike) }
}

/** Whether something else than a page was shown last: the device would not redraw an unchanged page by itself. */
function isOverlaid(runtime: Runtime | undefined): boolean {
  return runtime?.overlaidAt !== undefined && runtime.overlaidAt >= (runtime.shownAt ?? 0)
}

/** Scopes of the device's own modes. */
function scopesOf(realm: string, mac: string | undefined): readonly string[] {
  return mac === undefined ? [] : [deviceScope(realm, mac)]
}
