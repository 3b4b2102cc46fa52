import { Invalid } from "platen/sdk"
import { RUNTIME } from "platen/sdk/device"
import { activeConfig, foundPlaces, withTimeout } from "platen/sdk/kit"
import type { Clock, Service } from "platen/sdk"
import type {
  Choose,
  Device,
  DeviceId,
  Devices,
  PageOwner,
  PageRequest,
  Peek,
  PeekRequest,
  RenderRequest,
  Why,
} from "platen/sdk/device"
import type { Draw, DrawRequest, ModeCatalog, Picture, SourceReads } from "platen/sdk/mode"
import { wakeAhead, wakesOf } from "./forecast.js"
import type { Chosen, Wake } from "./forecast.js"
import { isOverlaid } from "./next-page.js"
import type { PreviewOptions } from "./query.js"
import { chooseRequest, drawRequest, scopesOf } from "./requests.js"
import type { Asked } from "./requests.js"
import { withoutOwned } from "./reservations.js"
import { panelOf } from "./sent.js"
import { isOtherPage, placeTried, settingsTried, triedOn } from "./trial.js"
import type { CityTried } from "./trial.js"

/** A page for a browser. */
export interface Preview {
  readonly picture: Picture
  /** Language of the page. */
  readonly language: string
}

/** Pages that take nothing off a device. */
export interface Previews {
  /** Draws a page that belongs to no device. `preview`: nothing counts as shown. */
  anonymous(request: RenderRequest, preview: boolean): Promise<Picture>
  /** The next wakes of a device within so many milliseconds, of each the page that is chosen. */
  ahead(id: DeviceId, request: PeekRequest, within: number): Promise<readonly Wake[]>
  /** What a device would be shown, without taking anything. */
  peek(id: DeviceId, request: PeekRequest): Promise<Peek>
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
  readonly devices: Devices
  readonly service: Service
  readonly clock: Clock
  readonly random: () => number
  readonly reads: SourceReads
}

/** Milliseconds that a preview waits for the search of a city. */
const CITY_MS = 3_000
const YEAR_MS = 366 * 86_400_000
const MODE_ID = /^[A-Z][A-Z0-9_]{1,31}$/

/** Creates the service that turns requests into pictures for people. */
export function previewsOf(needs: Needs): Previews {
  const { draw, choose, modes, devices, service, clock } = needs
  const known = async (mac: string | undefined, { area }: Pick<Asked, "area">): Promise<Device | undefined> =>
    mac === undefined ? undefined : devices.get(area.realm, mac)
  const looked = async (mac: string | undefined, call: PeekRequest): Promise<{ request: DrawRequest; why: Why }> => {
    const device = await known(mac, call)
    const asked = { ...call, panel: call.panel ?? panelOf(device) }
    const seen = device && asked.token?.provisional ? withoutOwned(device) : device
    const choice = choose(chooseRequest(needs, mac, asked, seen))
    const why = isOverlaid(device?.get(RUNTIME)) ? { ...choice.why, overlaid: true } : choice.why
    return { request: drawRequest(needs, mac, asked, choice, device), why }
  }
  const tried = async (mac: string | undefined, call: Asked, options: PreviewOptions): Promise<DrawRequest> => {
    const saved = await known(mac, call)
    const city = await cityTried(needs, call, options.city, saved)
    const device = triedOn(saved, city)
    const wake = await wakeTried(needs, mac, call, device, options.ahead)
    const at = wake?.at ?? (options.at === undefined ? undefined : withinYear(options.at, clock.now()))
    const asked = at === undefined ? call : { ...call, at }
    // The choice is that of the device as anybody sees it: no token is at hand.
    const choice =
      wake?.choice ?? choose(chooseRequest(needs, mac, { ...asked, token: undefined, origin: undefined }, device))
    // A browser shows the page as the panel hangs.
    const { place, rotation: _, user: owner, turn, ...request } = drawRequest(needs, mac, asked, choice, device)
    const hasConfig = device !== undefined && activeConfig(device) !== undefined
    const there = hasConfig ? place : placeTried(place, city)
    const timeZone = (!hasConfig && city?.found?.timeZone) || request.timeZone
    const [today, day] = [clock.now(), asked.at ?? clock.now()].map((at) => service.localTime(at, timeZone))
    const settings = settingsTried(request, { ...options, mode: asked.mode }, { modes, day: day! })
    // Members look at the expense of the owner: only a page that the screen shows today has pieces made.
    const isTrial = isOtherPage({ ...request, day: day!, city: city?.city }, { device: saved, today: today! }, service)
    // Whoever tries settings is asked about with their own rights, not with those of the owner.
    const user = settings || mac === undefined ? asked.user : owner
    return {
      ...request,
      timeZone,
      ...(user !== undefined && { user }),
      ...(turn && { turn: isTrial ? { ...turn, isTrial } : turn }),
      codec: options.look === "measured" ? "png-measured" : "png",
      // A moment of a stranger's choice is a trial: sources that go by the day would be asked for any day.
      purpose: settings || (asked.stranger && options.at !== undefined) ? "trial" : "look",
      fresh: options.fresh,
      ...(there && { place: there }),
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
      return draw.picture(preview ? { ...request, purpose: "look" } : request)
    },
    ahead: async ({ mac }, asked, within) => {
      const device = await known(mac, asked)
      return device ? wakesOf(needs, mac, { ...asked, panel: panelOf(device) }, device, within) : []
    },
    peek: async ({ mac }, asked) => {
      const { request, why } = await looked(mac, asked)
      return {
        modes: request.modes,
        why,
        prepare: () => draw.prepare(request),
        draw: async () => {
          const picture = await draw.picture({ ...request, purpose: "look" })
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
  }
}

/** The wake of which a preview is drawn; undefined when it names none. Throws Invalid when the device has none so far ahead. */
async function wakeTried(
  needs: Needs,
  mac: string | undefined,
  call: Asked,
  device: Device | undefined,
  ahead: number | undefined,
): Promise<Chosen | undefined> {
  if (ahead === undefined) return undefined
  const asked = { ...call, token: undefined, origin: undefined, mode: undefined, next: false }
  const wake = mac && device && (await wakeAhead(needs, mac, asked, device, ahead))
  if (wake) return wake
  throw new Invalid('"ahead" is for a device that has called: name one with mac.', {
    issues: [{ path: "ahead", message: "is for a device that has called" }],
  })
}

/** A moment that a preview may be of. Throws Invalid when it is more than a year from now. */
function withinYear(at: number, now: number): number {
  if (Math.abs(at - now) <= YEAR_MS) return at
  throw new Invalid('"at" is more than a year from now: use a nearer moment.', {
    issues: [{ path: "at", message: "must be within a year of now" }],
  })
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

function whyOf(why: Why, { isFallback, failure, failureMessage = "", unkept }: Picture): Why {
  return {
    ...why,
    ...(isFallback && failure !== undefined && { fallback: { code: failure, message: failureMessage } }),
    ...(unkept && { unkept }),
  }
}
