import { z } from "platen/sdk"
import { RUNTIME } from "platen/sdk/device"
import { activeConfig, withConfig, withoutCiphertext, withoutSealed, withStored } from "platen/sdk/kit"
import type { LocalDay, Service } from "platen/sdk"
import type { Device, DeviceConfig } from "platen/sdk/device"
import type { DrawRequest, Mode, ModeCatalog } from "platen/sdk/mode"
import type { FoundPlace } from "platen/sdk/sources"
import type { PreviewOptions } from "./query.js"
import { panelOf } from "./sent.js"

/** The setting that the parameter `memo_text` of a preview tries. */
const MEMO_TEXT = "memo_text"
/** The settings of the same mode that are shown in place of that one. */
const NOTE = /^memo_(title|text)_\d$/

/** A city that a preview tries, with its place where it was found. */
export interface CityTried {
  readonly city: string
  readonly found: FoundPlace | undefined
}

/** A device for a preview: a pending push is left out, a pending mode stays. */
export function triedOn(device: Device | undefined, tried: CityTried | undefined): Device | undefined {
  if (!device) return undefined
  const seen = device.with(RUNTIME, { push: undefined })
  return tried ? withConfig(seen, (config) => inCity(config, tried)) : seen
}

function inCity(config: DeviceConfig, { city, found }: CityTried): DeviceConfig {
  if (config.city === city) return config
  const { latitude = null, longitude = null, timeZone: zone = "", region = "", country = "" } = found ?? {}
  return { ...config, city, latitude, longitude, timeZone: "", zone, admin1: region, country }
}

/** Place of a page without a device: that of the city that is tried; undefined for one that was not found. */
export function placeTried(place: DrawRequest["place"], tried: CityTried | undefined): DrawRequest["place"] {
  if (!tried || place?.name === tried.city) return place
  const { city, found } = tried
  return found && { name: city, latitude: found.latitude, longitude: found.longitude }
}

/** A page by what a piece that a model makes for it depends on. `day`: in the page's time zone; `city`: one that is tried. */
type PageSeen = Pick<DrawRequest, "language" | "palette"> & {
  readonly day: LocalDay
  readonly city: string | undefined
}

/** Whether a preview is of another page than its screen shows today: of another day, or in another language, place or inks. A page of no device is another one by its day alone: whoever looks pays. */
export function isOtherPage(
  { day, language, palette, city }: PageSeen,
  { device, today }: { readonly device: Device | undefined; readonly today: LocalDay },
  { defaults }: Pick<Service, "defaults">,
): boolean {
  if (day.day !== today.day || day.month !== today.month || day.year !== today.year) return true
  if (!device) return false
  const config = activeConfig(device)
  const isOtherPlace = city !== undefined && city !== config?.city
  return isOtherPlace || language !== (config?.language ?? defaults.language) || palette !== panelOf(device).palette
}

interface Trial {
  readonly modes: ModeCatalog
  /** Today. */
  readonly day: LocalDay
}

/** Settings with the trial values of the first mode: `memo_text` overrides `mode_override`. Undefined without trial values. */
export function settingsTried(
  { modes: [shown], scopes, settings }: Pick<DrawRequest, "modes" | "scopes" | "settings">,
  {
    override: raw,
    memo,
    mode: wanted,
    isOwner = false,
  }: Pick<PreviewOptions, "override" | "memo" | "isOwner"> & { readonly mode?: string | undefined },
  { modes, day }: Trial,
): DrawRequest["settings"] {
  const mode = shown === undefined ? undefined : modes.get(shown, scopes)
  if (!mode) return undefined
  // Settings for an unknown mode must not apply to the mode drawn in its place.
  const applies = wanted === undefined || modes.get(wanted.trim().toUpperCase(), scopes) !== undefined
  const saved = settings?.[mode.id]
  const sent = raw && applies ? (withoutCiphertext(raw) as typeof raw) : undefined
  const own = sent && (mode.dialect?.read(sent, day) ?? sent)
  const written =
    memo !== undefined && hasSetting(mode, MEMO_TEXT)
      ? memoIn({ ...(saved as object | undefined), ...own }, memo)
      : undefined
  if (!own && !written) return undefined
  // Secrets are put in last, over the whole: also those that are not tried stay with the texts beside which they were entered.
  const tried = { ...(withoutSealed(saved) as object | undefined), ...own, ...written }
  return { ...settings, [mode.id]: withStored(tried, [saved], undefined, { isOwner }) }
}

/** Settings that show a memo alone. */
function memoIn(settings: Readonly<Record<string, unknown>>, memo: string): Readonly<Record<string, unknown>> {
  const notes = Object.keys(settings).filter((key) => NOTE.test(key))
  return { ...Object.fromEntries(notes.map((key) => [key, ""])), [MEMO_TEXT]: memo }
}

function hasSetting({ settings: schema }: Mode, key: string): boolean {
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape as object, key)
}
