import { isDeepStrictEqual } from "node:util"
import { PlatenError } from "platen/sdk"
import { deviceScope } from "platen/sdk/device"
import { activeConfig, NEW_DEVICE, withConfig, withoutSealed } from "platen/sdk/kit"
import { defineFilePart, deviceEntry, deviceEntryId, deviceInFile } from "platen/sdk/screens-file"
import type { Catalog, Issue, Secrets, Service } from "platen/sdk"
import type { Device, DeviceConfig, DeviceId, Devices } from "platen/sdk/device"
import type { Area } from "platen/sdk/http"
import type { ModeCatalog } from "platen/sdk/mode"
import type { EntryPlan, ScreensFile, ScreensFilePart } from "platen/sdk/screens-file"
import { bodyOf, configBody } from "./fields.js"
import { asWritten, isSame, isWritten, screen, FILE_FIELDS } from "./file-entry.js"
import type { Screen } from "./file-entry.js"
import { lostSecrets, marksIn, withNamedSecrets, withSameSecrets } from "./file-secrets.js"
import type { Locate } from "./locate.js"
import { modesOf, PLAYLIST } from "./playlist.js"
import type { PlaylistItem } from "./playlist.js"
import type { Playlists } from "./playlists.js"
import { defaultsOf } from "./service.js"
import type { Configs } from "./service.js"
import { storedConfig, wireConfig } from "./wire-config.js"
import type { WireConfig } from "./wire-config.js"

interface Needs {
  readonly configs: Pick<Configs, "prepare">
  readonly playlists: Pick<Playlists, "prepare">
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly areas: Catalog<Area>
  readonly service: Pick<Service, "defaults">
  readonly secrets: Pick<Secrets, "open">
  readonly locate: Locate
}

/** Who applies a file: the operator, with every right. */
const OPERATOR = { isPerson: true, lends: true }

/** Configs and playlists of devices in the file of `platen export`. */
export function configsPart(needs: Needs): ScreensFilePart {
  const { devices, areas } = needs
  return defineFilePart<Screen>({
    section: "devices",
    rank: 40,
    about: "Screens, by their MAC addresses.",
    schema: screen,
    id: (entry) => deviceEntryId(entry, areas),
    read: async () => {
      const all: Screen[] = []
      for await (const { realm, mac, device } of devices.all())
        if (isWritten(device)) all.push(asWritten(device, deviceEntry({ realm, mac }, areas)))
      return all
    },
    plan: (entry, file) => planned(entry, file, needs),
  })
}

/** What planning finds. Paths and sentences begin as those of bodies do. */
interface Findings {
  readonly issues: Issue[]
  readonly warnings: string[]
}

type Change = (device: Device | undefined) => Device | undefined

async function planned(entry: Screen, file: ScreensFile, needs: Needs): Promise<EntryPlan> {
  const id = deviceInFile(entry, needs.areas)
  const names = deviceEntry(id, needs.areas)
  const device = await needs.devices.get(id.realm, id.mac)
  const before = device && asWritten(device, names)
  const found: Findings = { issues: [], warnings: [] }
  const wanted = wantedOf({ entry, id, device, file }, needs, found)
  const changes: Change[] = []
  const config = await attempt(found, async () => configChange(id, wanted, needs, found))
  const playlist = await attempt(found, async () => playlistChange(id, wanted, needs, found))
  if (config) changes.push(config)
  if (playlist) changes.push(playlist)
  const change: Change = (now) =>
    withKeptSecrets(
      changes.reduce<Device | undefined>((all, each) => each(all), now),
      now,
      needs,
    )
  const after = await attempt(found, async () => change(device))
  if (after) found.issues.push(...lost(wanted, after))
  return {
    before,
    after: changes.length > 0 && after ? asWritten(after, names) : (before ?? { ...names }),
    issues: found.issues.map(({ path, message }) => ({ path: inFile(path), message })),
    warnings: [...new Set(found.warnings.map(inFile))],
    apply: async () => {
      if (changes.length > 0) await needs.devices.update(id.realm, id.mac, change)
      return []
    },
  }
}

/** The result, or undefined with the faults that were thrown. */
async function attempt<T>({ issues }: Findings, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error
    issues.push(...(error.issues ?? [{ path: "", message: error.message.replace(/\.$/, "") }]))
    return undefined
  }
}

/** What the file wants: the config's fields that differ, and the playlist. `named`: the settings of the modes that it names, with marks for the secrets that are kept. */
interface Wanted {
  readonly patch: Partial<WireConfig>
  readonly items: readonly PlaylistItem[] | undefined
  readonly quiet: Screen["quiet"]
  readonly named: DeviceConfig["settings"]
}

interface Planning {
  readonly entry: Screen
  readonly id: DeviceId
  readonly device: Device | undefined
  readonly file: ScreensFile
}

function wantedOf({ entry, id, device, file }: Planning, needs: Needs, found: Findings): Wanted {
  const stored = (device && activeConfig(device)) ?? storedConfig(defaultsOf(needs.service))
  const wire = wireConfig(stored)
  const patch: Record<string, unknown> = {}
  for (const { name, key, initial } of FILE_FIELDS) {
    const value = entry[name] === null ? initial : entry[name]
    if (value !== undefined && !isSame(value, wire[key] ?? initial)) patch[key] = value
  }
  Object.assign(patch, placeOf(entry, wire, found))
  const marks = marksIn(withoutSealed([stored.settings, device?.get(PLAYLIST).items]))
  const resolved = (mode: string, given: DeviceConfig["settings"][string], path: string): Record<string, unknown> => {
    const own = path.startsWith("settings.") ? stored.settings[mode] : undefined
    const known = needs.modes.get(mode, [deviceScope(id.realm, id.mac)])
    const { settings, issues, warnings } = withNamedSecrets(given, { stored: own, marks, mode: known, path }, file)
    found.issues.push(...issues)
    found.warnings.push(...warnings)
    return settings as Record<string, unknown>
  }
  const items = entry.playlist?.map((item, i) =>
    item.settings ? { ...item, settings: resolved(item.mode, item.settings, `playlist.${i}.settings`) } : item,
  )
  const given = Object.fromEntries(
    Object.entries(entry.settings ?? {}).map(([mode, each]) => [mode.trim().toUpperCase(), each]),
  )
  const settings = { ...(withoutSealed(stored.settings) as DeviceConfig["settings"]) }
  const named: DeviceConfig["settings"] = {}
  for (const [mode, each] of Object.entries(given)) {
    if (each) settings[mode] = named[mode] = resolved(mode, each, `settings.${mode}`)
    else delete settings[mode]
  }
  const was = wireConfig({ ...stored, settings: withoutSealed(stored.settings) as DeviceConfig["settings"] })
  const next = wireConfig({ ...stored, settings })
  for (const key of ["modeOverrides", "memoText", "countdownEvents"] as const)
    if (!isDeepStrictEqual(next[key], was[key])) patch[key] = next[key]
  const gone = Object.keys(was.modeOverrides).filter((id) => !Object.hasOwn(next.modeOverrides, id))
  if (gone.length > 0)
    patch.modeOverrides = { ...next.modeOverrides, ...Object.fromEntries(gone.map((id) => [id, null])) }
  return { patch, items, quiet: entry.quiet, named }
}

/** The fields of the place that the file changes. */
function placeOf({ place }: Screen, wire: WireConfig, { issues }: Findings): Partial<WireConfig> {
  if (place === undefined) return {}
  const { city = "", region, country, latitude, longitude } = place ?? { region: "", country: "" }
  const isMoved = city !== wire.city
  const wanted = place
    ? { latitude: latitude ?? null, longitude: longitude ?? null }
    : { latitude: null, longitude: null }
  const hasStale = isMoved && wanted.latitude !== null && isSame([latitude, longitude], [wire.latitude, wire.longitude])
  if (hasStale)
    issues.push({
      path: "place.latitude",
      message: `is still that of ${wire.city === "" ? "the place before" : wire.city}: leave out latitude and longitude to have ${city} looked up, or correct them`,
    })
  const keepsCoordinates = !isMoved && place !== null && latitude === undefined
  const patch = {
    city,
    ...(region !== undefined && { admin1: region }),
    ...(country !== undefined && { country }),
    ...(!keepsCoordinates && wanted),
  }
  const changed = Object.entries(patch).filter(([key, value]) => !isSame(value, wire[key as keyof WireConfig]))
  // A city that was not found is looked up again.
  const isUnplaced = !isMoved && city !== "" && latitude === undefined && wire.latitude === null
  return { ...Object.fromEntries(changed), ...(isUnplaced && { city }) } as Partial<WireConfig>
}

/** The change of the config: undefined where it stays as it is. */
async function configChange(
  { realm, mac }: DeviceId,
  { patch, items }: Wanted,
  { configs, locate, devices }: Needs,
  { issues, warnings }: Findings,
): Promise<Change | undefined> {
  const device = (await devices.get(realm, mac)) ?? NEW_DEVICE
  const modes = items && modesOf(items)
  const isOther = modes !== undefined && !isSame(modes, activeConfig(device)?.modes)
  if (Object.keys(patch).length === 0 && !isOther) return undefined
  const { data: body, error } = configBody.safeParse(bodyOf(mac, { ...patch, ...(isOther && { modes }) }))
  issues.push(...(error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message })))
  if (!body) return undefined
  const prepared = await configs.prepare(realm, mac, body, OPERATOR, locate)
  warnings.push(...prepared.warnings)
  return (now) => prepared.change(now).device
}

/** The change of the playlist and the quiet hours: undefined where the file says nothing of them. */
async function playlistChange(
  { realm, mac }: DeviceId,
  { items, quiet }: Wanted,
  { playlists, locate }: Needs,
  { warnings }: Findings,
): Promise<Change | undefined> {
  if (items === undefined && quiet === undefined) return undefined
  const body = { ...(items && { playlist: [...items] }), ...(quiet !== undefined && { quiet }) }
  const prepared = await playlists.prepare(realm, mac, body, OPERATOR.lends, locate)
  warnings.push(...prepared.warnings)
  return prepared.change
}

/** A changed device whose secrets are the stored ones where their texts are the same. */
function withKeptSecrets(
  after: Device | undefined,
  before: Device | undefined,
  { secrets }: Needs,
): Device | undefined {
  if (!after || !before) return after
  const [config, list] = [activeConfig(before)?.settings, before.get(PLAYLIST).items]
  const items = withSameSecrets(after.get(PLAYLIST).items, list, secrets) as PlaylistItem[]
  return withConfig(after, (now) => ({
    ...now,
    settings: withSameSecrets(now.settings, config, secrets) as DeviceConfig["settings"],
  })).with(PLAYLIST, { items })
}

/** The secrets that the file keeps and the device would lose. */
function lost({ named, items = [] }: Wanted, after: Device): readonly Issue[] {
  const settings = activeConfig(after)?.settings ?? {}
  const stored = after.get(PLAYLIST).items
  return [
    ...Object.entries(named).flatMap(([mode, each]) => lostSecrets(each, settings[mode], `settings.${mode}`)),
    ...items.flatMap((item, i) => lostSecrets(item.settings, stored[i]?.settings, `playlist.${i}.settings`)),
  ]
}

/** Names of bodies, as the file has them. */
const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^mode_overrides\b/, "settings"],
  [/^time_slot_rules\b/, "timeSlotRules"],
  [/^countdown_events\b/, "settings.COUNTDOWN.countdownEvents"],
  [/^memo_text\b/, "settings.MEMO.memo_text"],
  [/^timezone\b/, "timeZone"],
  [/^modes\b/, "playlist"],
  [/^city\b/, "place.city"],
]

function inFile(text: string): string {
  const [pattern, name] = NAMES.find(([each]) => each.test(text)) ?? [/^/, ""]
  return text.replace(pattern, name)
}
