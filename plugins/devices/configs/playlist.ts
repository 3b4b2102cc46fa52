import { z } from "platen/sdk"
import { defineSlice } from "platen/sdk/device"
import { activeConfig } from "platen/sdk/kit"
import type { LocalTime } from "platen/sdk"
import type { Device } from "platen/sdk/device"

const MAX_ITEMS = 50
const DAY_MINUTES = 1440
const START = 'must be a time of day from "00:00" to "23:59"'
const END = 'must be a time of day from "00:00" to "24:00"'
const start = z.string(START).regex(/^([01]\d|2[0-3]):[0-5]\d$/, START)
const end = z.string(END).regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, END)

/** An entry of a playlist: a mode, and when and how it is shown. */
export const playlistItem = z.strictObject({
  mode: z.string().trim().toUpperCase().max(40).describe("Id of a mode. A mode may stand in several entries."),
  minutes: z
    .number()
    .int()
    .min(10)
    .max(DAY_MINUTES)
    .optional()
    .describe("How long it stays. Default: until the next refresh."),
  from: start.optional().describe("When it may be shown, with `to`. Default: at any time."),
  to: end.optional(),
  weekdays: z
    .array(z.number().int().min(1).max(7))
    .min(1)
    .max(7)
    .optional()
    .describe(
      "On which it may be shown: 1 Monday to 7 Sunday. A stretch past midnight belongs to the day on which it begins.",
    ),
  weight: z.number().int().min(1).max(10).optional().describe("How often it comes against the others. Default: 1."),
  whenEmpty: z
    .enum(["show", "skip"])
    .optional()
    .describe("skip: the next entry is shown in its place when it has nothing to say. Default: show."),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Settings of this entry, before those of the mode in the config."),
})
export type PlaylistItem = z.output<typeof playlistItem>

/** Hours in which the screen keeps its page. */
export const quietHours = z.strictObject({ from: start, to: end })

const list = z.object({
  /** Empty: the modes of the config, and nothing more is said of them. */
  items: z.array(playlistItem).max(MAX_ITEMS).default([]),
  quiet: quietHours.nullable().default(null),
  /** Milliseconds since 1970 in UTC. */
  pausedUntil: z.number().nullable().default(null),
})
export type Playlist = z.output<typeof list>

/** The playlist of a device: what its config cannot say. */
export const PLAYLIST = defineSlice("configs/playlist", list)

/** What a playlist is at. */
export const PLAYING = defineSlice(
  "configs/playing",
  z.object({
    /** The entry that is shown, by its key, and since when. */
    key: z.string().optional(),
    since: z.number().default(0),
    /** The minutes that the device was last told, and when they changed in the last day. */
    told: z.number().optional(),
    changes: z.array(z.number()).default([]),
  }),
  { row: "runtime" },
)

/** The modes of a playlist, each once, in its order: what the config has. */
export function modesOf(items: readonly PlaylistItem[]): string[] {
  return [...new Set(items.map(({ mode }) => mode))]
}

/** The entries of a device: those of its playlist, else its config's modes, which an older client may have changed since. */
export function itemsOf(device: Device): readonly PlaylistItem[] {
  const modes = activeConfig(device)?.modes ?? []
  const { items } = device.get(PLAYLIST)
  const own = modesOf(items)
  const isCurrent = own.length === modes.length && own.every((mode, i) => mode === modes[i])
  return isCurrent && items.length > 0 ? items : modes.map((mode) => ({ mode }))
}

/** Whether a device has more than its config can say. */
export function hasPlaylist(device: Device): boolean {
  const { items, quiet, pausedUntil } = device.get(PLAYLIST)
  return items.length > 0 || quiet !== null || pausedUntil !== null
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number)
  return hours! * 60 + minutes!
}

/** Whether a local time is in a stretch of the day; one that ends before it begins ends on the next day. */
function isWithin(
  from: string,
  to: string,
  now: LocalTime,
): { readonly isIn: boolean; readonly isAfterMidnight: boolean } {
  const [begin, finish, at] = [minutesOf(from), minutesOf(to), now.hour * 60 + now.minute]
  if (begin < finish) return { isIn: at >= begin && at < finish, isAfterMidnight: false }
  return { isIn: at >= begin || at < finish, isAfterMidnight: at < finish }
}

/** Whether an entry may be shown at a local time. */
export function isDue({ from = "00:00", to = "24:00", weekdays }: PlaylistItem, now: LocalTime): boolean {
  const { isIn, isAfterMidnight } = isWithin(from, to, now)
  if (!isIn || !weekdays) return isIn
  const today = now.weekday === 0 ? 7 : now.weekday
  const day = !isAfterMidnight ? today : today === 1 ? 7 : today - 1
  return weekdays.includes(day)
}

/** Minutes until quiet hours end; undefined outside of them. */
export function quietFor({ quiet }: Playlist, now: LocalTime): number | undefined {
  if (!quiet || !isWithin(quiet.from, quiet.to, now).isIn) return undefined
  const left = minutesOf(quiet.to) - (now.hour * 60 + now.minute)
  return left > 0 ? left : left + DAY_MINUTES
}
