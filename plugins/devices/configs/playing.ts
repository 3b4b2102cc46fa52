import { RUNTIME } from "platen/sdk/device"
import type { LocalTime } from "platen/sdk"
import type { Choice, ChooseRequest, Device, DeviceConfig, StrategyContext } from "platen/sdk/device"
import { isDue, itemsOf, PLAYING, PLAYLIST, quietFor } from "./playlist.js"
import type { PlaylistItem } from "./playlist.js"

/** Milliseconds by which a device may come early. */
const SLACK_MS = 90_000
const DAY_MS = 86_400_000
/** Changes of the interval in a day that a device's flash may bear. */
const MAX_CHANGES = 4
const STEP_MINUTES = 15
const [LEAST, MOST] = [10, 1440] as const

/** An entry with the key by which strategies know it: its mode, and a number behind it from the second time on. */
export interface Entry {
  readonly key: string
  readonly item: PlaylistItem
}

/** The entries of a playlist, as often as their weights say: copies stand as far apart as they can. */
export function entriesOf(items: readonly PlaylistItem[]): readonly Entry[] {
  const counts = new Map<string, number>()
  const rounds = Math.max(1, ...items.map(({ weight = 1 }) => weight))
  const placed = items.flatMap((item, i) => {
    const { weight = 1 } = item
    return Array.from({ length: weight }, (_, copy) => ({ item, at: (copy * rounds) / weight, i }))
  })
  return placed
    .sort((a, b) => a.at - b.at || a.i - b.i)
    .map(({ item }) => {
      const count = counts.get(item.mode) ?? 0
      counts.set(item.mode, count + 1)
      return { item, key: count === 0 ? item.mode : `${item.mode}#${count}` }
    })
}

/** The mode of a key. */
export function modeOfKey(key: string): string {
  return key.replace(/#\d+$/, "")
}

/** What a strategy is asked with, its modes being keys of entries. */
export function contextOf(entries: readonly Entry[], context: StrategyContext): StrategyContext {
  return {
    now: context.now,
    random: context.random,
    suits: (key) => context.suits(modeOfKey(key)),
    get windows() {
      return windowsOf(entries, context.windows)
    },
  }
}

type Windows = StrategyContext["windows"]
/** The last windows that were made for entries. */
const windowsMade = new WeakMap<readonly Entry[], { readonly of: Windows; readonly windows: Windows }>()

/** Windows with the keys of entries in place of their modes. */
function windowsOf(entries: readonly Entry[], of: Windows): Windows {
  const before = windowsMade.get(entries)
  if (before?.of === of) return before.windows
  const windows = of.map((window) => {
    const modes = new Set(window.modes)
    return { ...window, modes: entries.flatMap(({ key, item }) => (modes.has(item.mode) ? [key] : [])) }
  })
  windowsMade.set(entries, { of, windows })
  return windows
}

/** The page that a screen keeps while it is paused, or quiet; undefined when it may change. */
export function kept(
  device: Device,
  known: readonly string[],
  { now }: ChooseRequest,
): { readonly mode: string; readonly detail: string; readonly minutes?: number } | undefined {
  const { lastMode } = device.get(RUNTIME)
  if (lastMode === undefined || !known.includes(lastMode)) return undefined
  const playlist = device.get(PLAYLIST)
  if (playlist.pausedUntil !== null && playlist.pausedUntil > now.epoch) return { mode: lastMode, detail: "paused" }
  const minutes = quietFor(playlist, now)
  return minutes === undefined ? undefined : { mode: lastMode, detail: "quiet", minutes }
}

/** The last entries that were made of the items of a playlist, and which of these were due. */
const made = new WeakMap<readonly PlaylistItem[], { readonly due: string; readonly entries: readonly Entry[] }>()

/** The entries that may be shown now: all where none may. */
export function dueEntries(device: Device, known: readonly string[], now: LocalTime): readonly Entry[] {
  return dueOf(itemsOf(device), known, now)
}

function dueOf(all: readonly PlaylistItem[], known: readonly string[], now: LocalTime): readonly Entry[] {
  const items = all.filter(({ mode }) => known.includes(mode))
  const due = items.filter((item) => isDue(item, now))
  const shown = due.length > 0 ? due : items
  // Of one wake after another the same entries are due: they are put in order once.
  const ids = shown.map((item) => all.indexOf(item)).join(" ")
  const before = made.get(all)
  if (before?.due === ids) return before.entries
  const entries = entriesOf(shown)
  made.set(all, { due: ids, entries })
  return entries
}

/** The entry behind the one that was shown last, whether it is due or not, and the key by which it stays while its minutes last. */
export function nextEntry(
  device: Device,
  known: readonly string[],
  now: LocalTime,
): { readonly item: PlaylistItem; readonly key: string } {
  const all = itemsOf(device)
  const items = all.filter(({ mode }) => known.includes(mode))
  const due = dueOf(all, known, now)
  const last = device.get(RUNTIME).lastMode
  const shown = due.find(({ key, item }) => key === device.get(PLAYING).key && item.mode === last)
  const at = shown ? items.indexOf(shown.item) : items.findIndex(({ mode }) => mode === last)
  const item = items[(at + 1) % items.length]!
  return { item, key: due.find((each) => each.item === item)?.key ?? item.mode }
}

/** The entry that is shown, while its minutes last. */
export function staying(device: Device, due: readonly Entry[], now: LocalTime): Entry | undefined {
  const { key, since } = device.get(PLAYING)
  const entry = due.find((each) => each.key === key)
  const minutes = entry?.item.minutes
  const past = now.epoch - since
  return minutes !== undefined && past >= 0 && past < minutes * 60_000 - SLACK_MS ? entry : undefined
}

/** The choice of an entry, the other due ones behind it, then what else the config has. `device`: as the strategy leaves it. */
export function choiceOf({ key, item }: Entry, due: readonly Entry[], { device, known, config, now }: Playing): Choice {
  const at = due.findIndex((each) => each.key === key)
  const modes = new Set([item.mode])
  for (let i = 1; i <= due.length; i++) modes.add(due[(at + i) % due.length]!.item.mode)
  for (const mode of known) modes.add(mode)
  const skipEmpty = new Set<string>()
  for (const each of due) if (each.item.whenEmpty === "skip") skipEmpty.add(each.item.mode)
  const before = device.get(PLAYING)
  const playing = before.key === key && staying(device, due, now) ? before : { ...before, key, since: now.epoch }
  const told = item.minutes === undefined ? {} : intervalOf(item.minutes, playing, config, now)
  return {
    modes: [...modes],
    device: device.with(PLAYING, { ...playing, ...told.playing }).with(RUNTIME, { lastMode: item.mode }),
    taken: item.mode,
    ...(told.interval !== undefined && { interval: told.interval }),
    ...(skipEmpty.size > 0 && { skipEmpty: [...skipEmpty] }),
    ...settingsWith(item, config),
  }
}

export interface Playing {
  readonly device: Device
  readonly known: readonly string[]
  readonly config: DeviceConfig
  readonly now: LocalTime
}

/** The settings of an entry, before those of its mode in the config. A city of its own is not where that of the config is. */
export function settingsWith(
  { mode, settings }: PlaylistItem,
  config: Pick<DeviceConfig, "settings"> | undefined,
): Pick<Choice, "settings"> {
  if (!settings) return {}
  const own = config?.settings[mode] ?? {}
  const { latitude: _, longitude: __, ...rest } = own
  return { settings: { [mode]: { ...(settings.city === undefined ? own : rest), ...settings } } }
}

type PlayingState = (typeof PLAYING)["initial"]

/**
 * The minutes that a device is told in place of its own interval. It writes each new value to its flash: the steps are of 15 minutes, and after
 * four changes in a day the value stays.
 */
export function intervalOf(
  minutes: number,
  { told, changes }: Pick<PlayingState, "told" | "changes">,
  { refreshInterval }: Pick<DeviceConfig, "refreshInterval">,
  now: LocalTime,
): { readonly interval?: number; readonly playing?: Partial<PlayingState> } {
  const wanted = Math.min(MOST, minutes < LEAST + 3 ? LEAST : Math.round(minutes / STEP_MINUTES) * STEP_MINUTES)
  const last = told ?? refreshInterval
  if (wanted === last) return { interval: wanted, playing: { told: wanted } }
  const recent = changes.filter((at) => now.epoch - at < DAY_MS && at <= now.epoch)
  if (recent.length >= MAX_CHANGES) return { interval: last, playing: { told: last, changes: recent } }
  return { interval: wanted, playing: { told: wanted, changes: [...recent, now.epoch] } }
}
