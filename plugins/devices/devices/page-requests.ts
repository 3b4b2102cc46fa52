import { z } from "platen/sdk"
import { CONFIG } from "platen/sdk/device"
import { activeConfig, ownerOf, timeZoneOf } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { DeviceConfig, PageOwner, PageRequest } from "platen/sdk/device"
import type { Mode, ModeCatalog, Place, Turn } from "platen/sdk/mode"

/** The turn in which a device's page is drawn: that of its owner, who may have many devices; without an owner, the device's own. */
export function turnOf(
  { realm, mac, device }: Pick<PageOwner, "realm" | "mac" | "device">,
  signal?: AbortSignal,
): Turn {
  const owner = device && ownerOf(device)
  return {
    caller: owner ? `user/${owner.user}` : `device/${realm}/${mac ?? ""}`,
    ...(signal && { signal }),
    ...(isInvented(device) && { anonymous: true }),
  }
}

/** Whether anybody can have made up a device and its settings: nobody owns it or has set it up. */
export function isInvented(device: PageOwner["device"]): boolean {
  return !device || (!ownerOf(device) && !device.get(CONFIG).configured)
}

/** A request for modes as the owner of a device wants them, by its config; without a config as the operator wants them. */
export function pageRequest(
  ids: readonly string[],
  { realm, mac, device, scopes = [], settings: given }: PageOwner,
  modes: ModeCatalog,
  service: Pick<Service, "defaults" | "security">,
): PageRequest {
  const config = device && activeConfig(device)
  const { defaults, security } = service
  const owner = device && ownerOf(device)
  const settings = { ...config?.settings, ...given }
  // A city of which nobody knows where it is, is not where the server stands.
  const place = config ? (placeOf(config) ?? (config.city === "" ? defaults.place : undefined)) : defaults.place
  return {
    modes: ids,
    scopes,
    language: config?.language ?? defaults.language,
    timeZone: timeZoneOf(device, service),
    ...(config && { tone: config.tone }),
    ...((config || given) && { settings: settingsOf(ids, { own: settings, given }, modes, scopes) }),
    ...(config?.distance && { distance: config.distance }),
    ...(place && { place }),
    ...placesIn(ids, settings),
    ...(config && writersIn(ids, { ...config, settings })),
    ...(mac !== undefined && { mac, realm, turn: turnOf({ realm, mac, device }) }),
    ...(owner && { user: owner.user }),
    ...(config && security.pairing === "on" && isInvented(device) && { unclaimed: true as const }),
  }
}

function settingsOf(
  ids: readonly string[],
  { own, given }: { readonly own: DeviceConfig["settings"]; readonly given: DeviceConfig["settings"] | undefined },
  modes: ModeCatalog,
  scopes: readonly string[],
): Record<string, unknown> {
  return Object.fromEntries(
    ids.flatMap((id) => {
      const mode = modes.get(id, scopes)
      // The server's own pages are in no catalog.
      const settings = mode ? settingsIn(own[id], mode) : given?.[id]
      return settings ? [[id, settings] as const] : []
    }),
  )
}

/** The places that the settings of modes name. */
function placesIn(ids: readonly string[], settings: DeviceConfig["settings"]): Pick<PageRequest, "places"> {
  const found = ids.flatMap((id) => {
    const place = settings[id] && placeSet(settings[id])
    return place ? [[id, place] as const] : []
  })
  return found.length === 0 ? {} : { places: Object.fromEntries(found) }
}

/** The models that the config names, or the settings of a mode in its place. A model without its provider says nothing. */
function writersIn(ids: readonly string[], config: DeviceConfig): Pick<PageRequest, "writers"> {
  const found = ids.flatMap((id) => {
    const [text, picture] = (["llm", "image"] as const).map((kind) => {
      const named = (part: "Provider" | "Model"): string =>
        String(config.settings[id]?.[`${kind}_${part.toLowerCase()}`] || (config.more[`${kind}${part}`] ?? ""))
      const [provider, model] = [named("Provider"), named("Model")]
      return provider ? { provider, ...(model && { model }) } : undefined
    })
    return text || picture ? [[id, { ...(text && { text }), ...(picture && { picture }) }] as const] : []
  })
  return found.length === 0 ? {} : { writers: Object.fromEntries(found) }
}

/** The place that a mode's settings name; undefined unless both coordinates are known. */
export function placeSet({ city, latitude, longitude }: Readonly<Record<string, unknown>>): Place | undefined {
  if (typeof latitude !== "number" || typeof longitude !== "number") return undefined
  return { latitude, longitude, ...(typeof city === "string" && city !== "" && { name: city }) }
}

/** The place of a device; undefined unless both coordinates are known. */
function placeOf({ city, latitude, longitude }: DeviceConfig): Place | undefined {
  return latitude === null || longitude === null
    ? undefined
    : { latitude, longitude, ...(city !== "" && { name: city }) }
}

/** The settings of a mode, of all that a device has under its id; undefined for a mode without any. */
export function settingsIn(
  own: Readonly<Record<string, unknown>> = {},
  { settings: schema }: Mode,
): Readonly<Record<string, unknown>> | undefined {
  if (!(schema instanceof z.ZodObject)) return undefined
  // Null says that there is nothing: the setting's own default holds.
  return Object.fromEntries(
    Object.keys(schema.shape as object).flatMap((key) => {
      const value = own[key]
      return value === undefined || value === null ? [] : [[key, value] as const]
    }),
  )
}
