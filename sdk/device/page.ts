import { activeConfig, ownerOf } from "./device.js"
import type { Device, DeviceConfig } from "./device.js"
import type { DrawRequest, Turn } from "../mode/draw.js"
import type { Place } from "../mode/mode.js"
import type { ModeCatalog } from "../mode/mode-catalog.js"
import type { Service } from "../services.js"
import { settingsIn } from "./settings.js"

/** The part of a `DrawRequest` that does not depend on the panel. */
export type PageRequest = Omit<DrawRequest, "width" | "height" | "palette" | "codec">

/** The device for which a page is drawn, if there is one, and the scopes of its modes. */
export interface PageOwner {
  /** Id of an edition. */
  readonly edition: string
  /** Normalized. */
  readonly mac?: string | undefined
  readonly device?: Device | undefined
  /** The scopes whose modes are found beside those without a scope. */
  readonly scopes?: readonly string[]
}

/** The turn in which a device's page is drawn: that of its owner, who may have many devices; without an owner, the device's own. */
export function turnOf(
  { edition, mac, device }: Pick<PageOwner, "edition" | "mac" | "device">,
  signal?: AbortSignal,
): Turn {
  const owner = device && ownerOf(device)
  return { caller: owner ? `user/${owner.user}` : `device/${edition}/${mac ?? ""}`, ...(signal && { signal }) }
}

/** The IANA name of a device's time zone: that of its active config, else the operator's. */
export function timeZoneOf(device: Device | undefined, { defaults }: Pick<Service, "defaults">): string {
  return (device && activeConfig(device))?.zone || defaults.timeZone
}

/** Whether the IANA list has a time zone of that name. */
export function isTimeZone(name: string, { localTime }: Pick<Service, "localTime">): boolean {
  try {
    return Boolean(localTime(0, name))
  } catch {
    return false
  }
}

/** A request for modes as the owner of a device wants them, by its config; without a config as the operator wants them. */
export function pageRequest(
  ids: readonly string[],
  { edition, mac, device, scopes = [] }: PageOwner,
  modes: ModeCatalog,
  service: Pick<Service, "defaults">,
): PageRequest {
  const config = device && activeConfig(device)
  const { defaults } = service
  // A city of which nobody knows where it is, is not where the server stands.
  const place = config ? (placeOf(config) ?? (config.city === "" ? defaults.place : undefined)) : defaults.place
  return {
    modes: ids,
    scopes,
    language: config?.language ?? defaults.language,
    timeZone: timeZoneOf(device, service),
    ...(config && { tone: config.tone, settings: settingsOf(ids, config, modes, scopes) }),
    ...(place && { place }),
    ...(mac !== undefined && { mac, edition, turn: turnOf({ edition, mac, device }) }),
  }
}

function settingsOf(
  ids: readonly string[],
  config: DeviceConfig,
  modes: ModeCatalog,
  scopes: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const mode = modes.get(id, scopes)
      const settings = mode && settingsIn(config, mode)
      return settings ? [[id, settings] as const] : []
    }),
  )
}

/** The place of a device; undefined unless both coordinates are known. */
function placeOf({ city, latitude, longitude }: DeviceConfig): Place | undefined {
  return latitude === null || longitude === null
    ? undefined
    : { latitude, longitude, ...(city !== "" && { name: city }) }
}
