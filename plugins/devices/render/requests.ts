import { deviceScope, RUNTIME } from "platen/sdk/device"
import { DEFAULT_VOLTS } from "platen/sdk/http"
import { timeZoneOf } from "platen/sdk/kit"
import type { Clock, Service } from "platen/sdk"
import type { Choice, ChooseRequest, Device, PageOwner, PageRequest, RenderRequest } from "platen/sdk/device"
import type { DrawRequest } from "platen/sdk/mode"
import { SENT } from "./sent.js"

/** A request for a page of a device, or of none. */
export type Asked = RenderRequest & { readonly at?: number }

interface Needs {
  readonly pageRequest: (ids: readonly string[], owner: PageOwner) => PageRequest
  readonly service: Service
  readonly clock: Clock
  readonly random: () => number
}

const MAX_TONE = 100

/** What choosers are asked for a call. */
export function chooseRequest(
  { service, clock, random: chance }: Pick<Needs, "service" | "clock" | "random">,
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

/** What is drawn of a choice. */
export function drawRequest(
  { pageRequest }: Pick<Needs, "pageRequest">,
  mac: string | undefined,
  { area, panel, volts, rssi, language, tone: wanted, turn, anonymous, stranger, at }: Asked,
  choice: Choice,
  device: Device | undefined,
): DrawRequest {
  const scopes = scopesOf(area.realm, mac)
  const page = pageRequest(choice.modes, { realm: area.realm, mac, device, scopes, settings: choice.settings })
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
  if (rssi !== undefined) request.rssi = rssi
  if (turn) request.turn = own ? turnOf(turn, page.turn!.caller) : turn
  if (stranger) request.stranger = stranger
  if (at !== undefined) request.at = at
  if (panel.rotation !== undefined) request.rotation = panel.rotation
  if (device) request.begun = device.get(SENT).begun
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

/** Scopes of the device's own modes. */
export function scopesOf(realm: string, mac: string | undefined): readonly string[] {
  return mac === undefined ? [] : [deviceScope(realm, mac)]
}
