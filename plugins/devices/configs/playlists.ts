import { Invalid, TooLarge, z } from "platen/sdk"
import { CONFIG, deviceScope, RUNTIME } from "platen/sdk/device"
import { activeConfig, NEW_DEVICE, withoutSealed } from "platen/sdk/kit"
import type { Catalog, Clock, Issue, LocalDay, Secrets, Service } from "platen/sdk"
import type { Device, Devices, Strategy } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { finderOf, settingsPlaced } from "./locate.js"
import type { Locate } from "./locate.js"
import { checkNested, checkOverrides } from "./overrides.js"
import type { Earlier } from "./overrides.js"
import { itemsOf, modesOf, PLAYING, PLAYLIST, playlistItem, quietHours } from "./playlist.js"
import type { PlaylistItem } from "./playlist.js"
import type { WireConfig } from "./wire-config.js"

const MAX_PAUSE_DAYS = 366
const DAY_MS = 86_400_000
const MAX_ITEMS = 50
/** Maximum number of characters of the entries as they are stored. */
const MAX_STORED = 128 << 10

/** A playlist as callers write it. Omitted fields keep their value. */
export const playlistBody = z.strictObject({
  playlist: z.array(playlistItem).min(1, "name at least one mode").max(MAX_ITEMS).optional(),
  strategy: z.string().max(40).optional().describe("How the next entry is chosen: cycle, random, smart or time_slot."),
  quiet: quietHours.nullable().optional().describe("Hours in which the screen keeps its page; null: none."),
  pausedUntil: z.iso
    .datetime({ offset: true, error: "must be a time, such as 2026-11-23T18:00:00Z" })
    .nullable()
    .optional()
    .describe("The screen keeps its page until then; null: it does not."),
})
export type PlaylistBody = z.output<typeof playlistBody>

/** A playlist as callers read it. Secrets in settings stand as `{ "set": true, "of": ... }`. */
export const playlistShown = z.strictObject({
  playlist: z.array(playlistItem),
  strategy: z.string(),
  quiet: quietHours.nullable(),
  pausedUntil: z.string().nullable().describe("ISO 8601; null when it is not paused."),
})

/** A checked body. `change`: the device with the playlist. Pure; throws TooLarge. */
export interface PreparedPlaylist {
  readonly warnings: readonly string[]
  change(device: Device | undefined): Device
}

export interface Playlists {
  shown(realm: string, mac: string): Promise<z.output<typeof playlistShown>>
  /** Checks a body and writes nothing. `lends`: saved by the owner or an admin, whose rights a page may have. `locate`: finds the places of cities; without it they have none. Throws Invalid, naming the faulty fields, and TooLarge. */
  prepare(realm: string, mac: string, body: PlaylistBody, lends: boolean, locate?: Locate): Promise<PreparedPlaylist>
  /** Prepares a body and writes it. Throws Invalid and TooLarge. Resolves to the warnings. */
  save(...prepared: Parameters<Playlists["prepare"]>): Promise<readonly string[]>
}

export interface PlaylistNeeds {
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly strategies: Catalog<Strategy>
  readonly service: Service
  readonly clock: Clock
  readonly secrets: Pick<Secrets, "seal">
  /** A device whose config has other modes and another strategy: a new record, where they differ. */
  withModes(realm: string, mac: string, device: Device, modes: readonly string[], strategy: string | undefined): Device
}

/** The playlists of devices: more than a config says of its modes. */
export function playlistsOf(needs: PlaylistNeeds): Playlists {
  const { devices, service, clock } = needs
  const today = (): LocalDay => service.localTime(clock.now(), service.defaults.timeZone)
  const prepare: Playlists["prepare"] = async (realm, mac, body, lends, locate = undefined) => {
    const known = await devices.get(realm, mac)
    const { items: checked, warnings } = checkedItems(body, known, needs, {
      scopes: [deviceScope(realm, mac)],
      today,
      lends,
    })
    const items = checked && locate ? await itemsPlaced(checked, known, locate, warnings) : checked
    if (items) checkStored(items)
    const pausedUntil = pauseOf(body, clock.now())
    const change = (now: Device | undefined): Device => {
      const device = now ?? NEW_DEVICE
      const next = items ?? itemsOf(device)
      const configured = next.length > 0 ? needs.withModes(realm, mac, device, modesOf(next), body.strategy) : device
      return configured
        .with(PLAYLIST, {
          ...(items && { items: isPlain(items) ? [] : [...items] }),
          ...(body.quiet !== undefined && { quiet: body.quiet }),
          ...(pausedUntil !== undefined && { pausedUntil }),
        })
        .with(PLAYING, { key: undefined, since: 0 })
        .with(CONFIG, { configured: true })
        .with(RUNTIME, { pendingRefresh: true, actedAt: clock.now() })
    }
    return { warnings, change }
  }
  return {
    shown: async (realm, mac) => shownOf((await devices.get(realm, mac)) ?? NEW_DEVICE, clock.now()),
    prepare,
    save: async (realm, mac, ...given) => {
      const { warnings, change } = await prepare(realm, mac, ...given)
      await devices.update(realm, mac, change)
      return warnings
    },
  }
}

/** The playlist of a device as callers read it. */
function shownOf(device: Device, now: number): z.output<typeof playlistShown> {
  const { quiet, pausedUntil } = device.get(PLAYLIST)
  return {
    playlist: itemsOf(device).map((item) =>
      item.settings ? { ...item, settings: withoutSealed(item.settings) as Record<string, unknown> } : item,
    ),
    strategy: activeConfig(device)?.strategy ?? "random",
    quiet,
    pausedUntil: pausedUntil !== null && pausedUntil > now ? new Date(pausedUntil).toISOString() : null,
  }
}

/** Whether entries say no more than a config does. */
function isPlain(items: readonly PlaylistItem[]): boolean {
  return modesOf(items).length === items.length && items.every((item) => Object.keys(item).length === 1)
}

function pauseOf({ pausedUntil }: PlaylistBody, now: number): number | null | undefined {
  if (pausedUntil === undefined || pausedUntil === null) return pausedUntil
  const until = Date.parse(pausedUntil)
  if (until - now > MAX_PAUSE_DAYS * DAY_MS)
    throw invalid([{ path: "pausedUntil", message: `must be within ${MAX_PAUSE_DAYS} days` }])
  return until > now ? until : null
}

/** The entries with their settings checked and sealed. Throws Invalid. */
function checkedItems(
  { playlist, strategy }: PlaylistBody,
  device: Device | undefined,
  { modes, strategies, secrets }: PlaylistNeeds,
  {
    scopes,
    today,
    lends,
  }: { readonly scopes: readonly string[]; readonly today: () => LocalDay; readonly lends: boolean },
): { readonly items: readonly PlaylistItem[] | undefined; readonly warnings: string[] } {
  const catalog: ModeCatalog = { ...modes, get: (id) => modes.get(id, scopes), list: () => modes.list(scopes) }
  const issues: Issue[] = []
  const warnings: string[] = []
  if (strategy !== undefined && !strategies.get(strategy))
    issues.push({
      path: "strategy",
      message: `must be one of ${strategies
        .list()
        .map(({ id }) => id)
        .join(", ")}`,
    })
  checkCount(playlist ?? [])
  const stored = earlierOf(device)
  const items = playlist?.map((item, i): PlaylistItem => {
    if (!catalog.get(item.mode)) issues.push({ path: `playlist.${i}.mode`, message: "there is no such mode" })
    if ((item.from === undefined) !== (item.to === undefined))
      issues.push({
        path: `playlist.${i}.${item.from === undefined ? "from" : "to"}`,
        message: "is missing beside the other",
      })
    else if (item.from !== undefined && item.from === item.to)
      issues.push({ path: `playlist.${i}.to`, message: "is the same as from: leave out both for the whole day" })
    if (!item.settings) return item
    const overrides = { [item.mode]: item.settings }
    const found = { warnings: [] as string[], issues: checkNested({ modeOverrides: overrides }) }
    const checked = checkOverrides(overrides, catalog, found, today, { stored, seal: secrets.seal, lends })
    const renamed = (path: string): string => path.replace(`mode_overrides.${item.mode}`, `playlist.${i}.settings`)
    issues.push(...found.issues.map(({ path, message }) => ({ path: renamed(path), message })))
    warnings.push(...found.warnings.map(renamed))
    const { settings: _, ...rest } = item
    const own = checked[item.mode]
    return own ? { ...rest, settings: own } : rest
  })
  if (issues.length > 0) throw invalid(issues)
  return { items, warnings }
}

/** The entries with the places of their cities. Adds a warning for each city that was not found. */
async function itemsPlaced(
  items: readonly PlaylistItem[],
  device: Device | undefined,
  locate: Locate,
  warnings: string[],
): Promise<readonly PlaylistItem[]> {
  const stored = earlierOf(device)
  const placeOf = finderOf(locate, (device && activeConfig(device)?.language) ?? "en", warnings)
  const placed: PlaylistItem[] = []
  for (const [i, item] of items.entries()) {
    const { settings } = item
    const earlier = stored(item.mode)
    const before =
      earlier.find(({ city, latitude }) => city === settings?.city && typeof latitude === "number") ??
      earlier.find(({ latitude, longitude }) => latitude === settings?.latitude && longitude === settings?.longitude)
    placed.push(
      settings
        ? { ...item, settings: await settingsPlaced(settings, before, `playlist.${i}.settings`, placeOf) }
        : item,
    )
  }
  return placed
}

/** The settings that a device has for a mode: those of its playlist, then those of its config. */
function earlierOf(device: Device | undefined): Earlier["stored"] {
  const items = device?.get(PLAYLIST).items ?? []
  const own = (device && activeConfig(device)?.settings) ?? {}
  return (id) => [
    ...items.flatMap(({ mode, settings }) => (mode === id && settings ? [settings] : [])),
    ...[own[id] ?? []].flat(),
  ]
}

/** All entries together have no more values than a config. Throws Invalid. */
function checkCount(items: readonly PlaylistItem[]): void {
  const all = Object.fromEntries(items.map(({ settings = {} }, i) => [String(i), settings]))
  const many = checkNested({ modeOverrides: all }).find(({ path }) => path === "mode_overrides")
  if (many) throw invalid([{ path: "playlist", message: "has too many settings: use fewer entries with settings" }])
}

/** Secrets are longer than what is read of them. Throws TooLarge. */
function checkStored(items: readonly PlaylistItem[]): void {
  const { length } = JSON.stringify(items)
  if (length > MAX_STORED)
    throw new TooLarge(
      `The playlist has ${length} characters with its secrets, and the maximum is ${MAX_STORED}: use fewer secrets.`,
    )
}

const MAX_ISSUES = 20

function invalid(issues: readonly Issue[]): Invalid {
  const shown = issues.slice(0, MAX_ISSUES)
  return new Invalid(
    shown
      .slice(0, 3)
      .map(({ path, message }) => `The field "${path}" is invalid: ${message}.`)
      .join(" "),
    { issues: shown },
  )
}

/** A config with other modes and, where one is named, another strategy; undefined where it has them. */
export function modesChanged(
  config: WireConfig,
  modes: readonly string[],
  strategy: string | undefined,
): WireConfig | undefined {
  const isSame = config.modes.length === modes.length && config.modes.every((mode, i) => mode === modes[i])
  if (isSame && (strategy === undefined || strategy === config.strategy)) return undefined
  return { ...config, modes: [...modes], strategy: strategy ?? config.strategy }
}
