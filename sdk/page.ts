import { activeConfig, ownerOf, placeOf } from "./device.js"
import type { Device, DeviceConfig } from "./device.js"
import type { DrawRequest, Turn } from "./draw.js"
import type { ModeCatalog, Service } from "./services.js"
import { settingsIn } from "./settings.js"

/** The part of a page that does not depend on the glass: what is on it, where, when and how it is said. */
export type PageRequest = Omit<DrawRequest, "width" | "height" | "palette" | "codec">

/** Whose page it is: of a device, of one that nothing is known of, or of nobody. */
export interface PageOwner {
  /** Id of an edition. */
  readonly edition: string
  /** Folded. */
  readonly mac?: string | undefined
  readonly device?: Device | undefined
  /** In which modes are found that are not everybody's. */
  readonly scopes?: readonly string[]
}

/** Whose turn a device's page is: its owner's, who may have many devices; of one that nobody owns its own. */
export function turnOf(
  { edition, mac, device }: Pick<PageOwner, "edition" | "mac" | "device">,
  signal?: AbortSignal,
): Turn {
  const owner = device && ownerOf(device)
  return { caller: owner ? `user/${owner.user}` : `device/${edition}/${mac ?? ""}`, ...(signal && { signal }) }
}

/** The IANA name of the zone that counts where the device hangs. */
export function timeZoneOf(device: Device | undefined, { defaults }: Pick<Service, "defaults">): string {
  return (device && activeConfig(device))?.zone || defaults.timeZone
}

/** Whether a time zone has that name in the IANA list. */
export function isTimeZone(name: string, { localTime }: Pick<Service, "localTime">): boolean {
  try {
    return Boolean(localTime(0, name))
  } catch {
    return false
  }
}

/** Modes as the owner of a device wants them, by its config; without one as the operator does. */
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
