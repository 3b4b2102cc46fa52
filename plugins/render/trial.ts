import { settingsFrom, withConfig } from "platen/sdk/device"
import type { LocalDay } from "platen/sdk"
import type { Device, DeviceConfig } from "platen/sdk/device"
import type { DrawRequest, ModeCatalog } from "platen/sdk/mode"
import type { PreviewQuery } from "./query.js"

/** What a preview tries out of a device: in another city nothing is known of the place yet. Nothing that waits for the device is in it but a mode. */
export function triedOn(
  device: Device | undefined,
  { city_override: city }: Pick<PreviewQuery, "city_override">,
): Device | undefined {
  if (!device) return undefined
  const { push: _push, ...seen } = device
  return city === undefined || city === "" ? seen : withConfig(seen, (config) => inCity(config, city))
}

function inCity(config: DeviceConfig, city: string): DeviceConfig {
  return config.city === city
    ? config
    : { ...config, city, latitude: null, longitude: null, timeZone: "", zone: "", admin1: "", country: "" }
}

/** Where a page is shown that is no device's: in another city than the operator's nobody knows. */
export function placeTried(
  place: DrawRequest["place"],
  { city_override: city }: Pick<PreviewQuery, "city_override">,
): DrawRequest["place"] {
  return city === undefined || city === "" || place?.name === city ? place : undefined
}

interface Trial {
  readonly modes: ModeCatalog
  /** Today. */
  readonly day: LocalDay
}

/** The settings of a request with what is tried out on its first mode: `memo_text` before what `mode_override` says. Undefined when nothing is. */
export function settingsTried(
  { modes: [shown], scopes, settings }: Pick<DrawRequest, "modes" | "scopes" | "settings">,
  { mode_override: given, memo_text: memo, persona }: Pick<PreviewQuery, "mode_override" | "memo_text" | "persona">,
  { modes, day }: Trial,
): DrawRequest["settings"] {
  const mode = shown === undefined ? undefined : modes.get(shown, scopes)
  if (!mode) return undefined
  // Settings of a mode that is not installed are no settings of the mode that is drawn in its place.
  const meant = persona === undefined || modes.get(persona.trim().toUpperCase(), scopes) !== undefined
  const override = given && meant ? (mode.dialect?.read(given, day) ?? given) : undefined
  const written = memo === undefined ? [] : settingsFrom("memoText", mode).map((key) => [key, memo] as const)
  if (!override && written.length === 0) return undefined
  return {
    ...settings,
    [mode.id]: { ...(settings?.[mode.id] as object | undefined), ...override, ...Object.fromEntries(written) },
  }
}
