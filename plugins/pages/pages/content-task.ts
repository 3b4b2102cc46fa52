import { hash } from "node:crypto"
import { screenClass } from "platen/sdk/mode"
import type { LocalTime } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"
import type { ContentContext, DrawRequest, Mode } from "platen/sdk/mode"
import { folderOf } from "./last-good.js"
import type { Slot } from "./last-good.js"
import { placeOf, settingsOf, USUAL_TONE } from "./mode-input.js"
import { numberOf } from "./numbers.js"
import type { Asking } from "./sources/asking.js"

export type Known = Omit<ContentContext, "deadline" | "source" | "random">

/** A request for content. */
export interface Task {
  readonly mode: Mode
  readonly context: Known
  /** Cache key: everything the content depends on. */
  readonly key: string
  /** The key without day and hour, for the last good content. */
  readonly lasting: string
  /** Whether it is kept: pages for people leave nothing. */
  readonly isKept: boolean
  /** True for an anonymous preview with trial settings: no source may be read. */
  readonly asksNobody: boolean
  /** True: sources that fetch addresses of users are not asked. */
  readonly asksNoAddress: boolean
  /** True: nobody vouches for the caller: sources are asked in none of its words. */
  readonly anonymous: boolean
  /** The address whose allowance counts new words of anonymous callers. */
  readonly allowance: string | undefined
  readonly isTrial: boolean
  /** True for a mode with a scope. */
  readonly scoped: boolean
  /** What it has asked of sources: only such content can fail later. */
  asking: Asking
  /** Device under which the content is stored: content from a device's own settings can hold private text. */
  readonly device: DeviceId | undefined
  /** Of before the content is made: it is kept only if its device was not forgotten since. */
  readonly mark: number
  readonly caller: string
}

export function slotOf({ mode, lasting, device, scoped }: Task): Slot {
  return { mode: mode.id, input: lasting, device, scoped }
}

/** The day and the hour that a content is of. */
export function momentOf({ context: { day, hour } }: Task): string {
  return `${day.year}-${day.month}-${day.day}${hour === undefined ? "" : ` ${hour}`}`
}

export function contextOf(mode: Mode, request: DrawRequest, { hour, year, month, day, weekday }: LocalTime): Known {
  const place = placeOf(mode, request)
  return {
    settings: settingsOf(mode, request.settings?.[mode.id]),
    language: request.language,
    tone: request.tone ?? USUAL_TONE,
    ...(place && { place }),
    timeZone: request.timeZone,
    day: { year, month, day, weekday },
    ...(mode.hourly && { hour }),
    ...(mode.perUser && request.user !== undefined && { user: request.user }),
    ...(mode.perUser && request.writers?.[mode.id] && { writers: request.writers[mode.id]! }),
    screen: screenClass(request.width, request.height, request).id,
    palette: request.palette,
    ...(mode.perDevice &&
      request.mac !== undefined && {
        mac: request.mac,
        ...(request.realm !== undefined && { realm: request.realm }),
      }),
  }
}

/** The scope without its realm, as in the digests of contents that earlier versions have stored. The folder of a device tells realms apart. */
export function lastingScope(scope: string): string {
  return scope.replace(/^device\/[^/]+\//, "device/")
}

/** Key in memory, with a digest of `key`, which has all settings: a cache of small contents held twice as much in its keys. Modes of the same id (scoped, or reloaded) never share contents. */
export function inMemory({ mode, context: { realm, mac } }: Task, key: string): string {
  const folder = mac === undefined ? "" : folderOf({ realm: realm ?? "", mac })
  return `${folder}${numberOf(mode)} ${hash("sha256", key, "base64url")}`
}

export function deviceOf(mode: Mode, { realm, mac, settings }: DrawRequest, scope: string): DeviceId | undefined {
  if (realm === undefined || mac === undefined) return undefined
  return scope !== "" || mode.perDevice || settings?.[mode.id] !== undefined ? { realm, mac } : undefined
}
