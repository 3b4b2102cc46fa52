import { append } from "platen/sdk"
import { activeRecord, device as schema, deviceKey, deviceScope, rssiWithin, voltsWithin } from "platen/sdk/device"
import { lruSet } from "platen/sdk/kit"
import type { Clock } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Device, Devices } from "platen/sdk/device"
import type { ModeCatalog, Picture } from "platen/sdk/mode"
import { lastPictureOf, summed } from "./counters.js"

/** So many stand-ins may ask the device to come back soon within so long: one that boots shows none that does. */
const MAX_FLAGGED = 2
const FLAGGED_MS = 15 * 60_000
/** Devices that nothing is kept of, whose stand-ins are counted in memory. */
const MAX_UNKNOWN = 1_000
/** Minutes to the next refresh after the first, second and third stand-in in a row. */
const AGAIN_MINUTES = [10, 20, 40] as const
/** For so long after a flagged answer the same mode comes again. */
const SAME_MS = 2 * 60_000

/** What a render of a device has taken, before it is drawn. */
export interface Reservation {
  readonly choice: Choice
  /** As it was before; undefined for a device that nothing is kept of. */
  readonly device: Device | undefined
  /** As it was written. */
  readonly after: Device | undefined
  /** False: by a token that the device's owner has not confirmed. */
  readonly own: boolean
}

export type Fallbacks = Device["standIns"]

/** What the device telemetry of itself, and what its answer telemetry. */
export interface Telemetry {
  readonly volts: number
  readonly rssi: number | undefined
  readonly refreshMinutes: number | undefined
  readonly toldMinutes: number
  readonly colors: number
  /** The token that it showed. */
  readonly token: string | undefined
  /** True: its owner has not confirmed that token yet. */
  readonly provisional: boolean
  /** True: the answer asked it to come back soon. */
  readonly flagged: boolean
}

export interface DeviceRenders {
  /** Chooses, and takes what is shown out of the device's document, in one write. `own`: false for a device that its owner has not confirmed: nothing of its is taken. */
  take(
    edition: string,
    mac: string,
    own: boolean,
    request: (device: Device | undefined) => ChooseRequest,
  ): Promise<Reservation>
  /** The answer did not arrive: what was taken comes back. */
  release(edition: string, mac: string, reservation: Reservation): Promise<void>
  /** What a device was told of stand-ins before. */
  standIns(edition: string, mac: string, device: Device | undefined): Fallbacks
  /** Whether another stand-in may ask the device to come back soon. */
  mayFlag(before: Fallbacks): boolean
  /** The answer arrived: it is counted, logged and remembered. */
  shown(edition: string, mac: string, reservation: Reservation, picture: Picture, telemetry: Telemetry): Promise<void>
}

interface Needs {
  readonly devices: Devices
  readonly choose: Choose
  readonly clock: Clock
  readonly modes: Pick<ModeCatalog, "get">
}

export function deviceRenders({ devices, choose, clock, modes }: Needs): DeviceRenders {
  const unknown = new Map<string, Fallbacks>()
  return {
    take: async (edition, mac, own, requestOf) => {
      let reservation: Reservation | undefined
      await devices.update(
        edition,
        mac,
        (device) => {
          const choice = choose(requestOf(device && (own ? device : withoutOwned(device))))
          // Nothing is kept of a device that nobody has made known.
          reservation = { choice, device, after: device && afterReservation(device, choice, own), own }
          return reservation.after
        },
        { with: () => reservation?.choice.changes ?? [] },
      )
      return reservation!
    },
    release: async (edition, mac, { choice, device: before, after: left, own }) => {
      // Whoever is not known to be the device has taken nothing.
      if (!before || !left || !own) return
      // What this render has taken away, and only that, comes back.
      const mode = left.pendingMode === undefined ? before.pendingMode : undefined
      const push = left.push === undefined ? before.push : undefined
      const taken = choice.taken === mode ? undefined : choice.taken
      if (taken === undefined && mode === undefined && push === undefined && !before.pendingRefresh) return
      await devices.update(
        edition,
        mac,
        (device) =>
          device && {
            ...device,
            pendingRefresh: device.pendingRefresh || before.pendingRefresh,
            ...(mode !== undefined && { pendingMode: device.pendingMode ?? mode }),
            ...(push !== undefined && { push: device.push ?? push }),
            ...(taken !== undefined && { returned: withReturned(device, { mode: taken }) }),
            ...(device.lastMode === left.lastMode && { lastMode: before.lastMode }),
          },
      )
    },
    standIns: (edition, mac, device) => device?.standIns ?? unknown.get(deviceKey(edition, mac)) ?? NONE,
    mayFlag: ({ flagged }) => flaggedLately(flagged, clock.now()).length < MAX_FLAGGED,
    shown: async (edition, mac, reservation, picture, telemetry) => {
      const now = clock.now()
      const key = deviceKey(edition, mac)
      if (!reservation.device) {
        if (picture.isFallback)
          lruSet(unknown, key, counted(unknown.get(key) ?? NONE, now, telemetry.flagged), MAX_UNKNOWN)
        else unknown.delete(key)
        return
      }
      if (telemetry.provisional) {
        // Of the device itself nothing is known by this: only that somebody comes with that token.
        await devices.update(edition, mac, (device) => device && { ...device, tokens: used(device, telemetry, now) })
        return
      }
      const row = {
        persona: calledOf(reservation, picture),
        cacheHit: picture.cached,
        ms: Math.round(picture.contentMs + picture.drawMs),
        failed: picture.failure !== undefined,
      }
      const drawn = picture.mode !== undefined && modes.get(picture.mode, [deviceScope(mac)]) ? picture.mode : undefined
      let known = false
      await devices.update(
        edition,
        mac,
        (device) => {
          // A device that has become another's while this was on its way has shown nothing.
          known =
            device !== undefined &&
            (telemetry.token === undefined || device.tokens.some(({ value }) => value === telemetry.token))
          return known
            ? {
                ...afterDelivery(device!, reservation, picture, telemetry, now),
                ...lastMode(device!, reservation, drawn),
              }
            : device
        },
        {
          with: (device) =>
            device && known
              ? [append(devices.renders, key, row, { ttl: devices.ttl(device) }), devices.seen(edition, mac)]
              : [],
        },
      )
    },
  }
}

/** Of an owned device whose token nobody has confirmed, a chooser sees who may confirm it, and nothing that could be taken or shown. */
export function withoutOwned({ tokens, members }: Device): Device {
  return { ...schema.parse({}), tokens, members }
}

/** The document once a page has been chosen. Whatever that is, nothing waits any more: but with a mode that the caller forces, the one that waits does. */
function afterReservation(device: Device, { device: chosen = device, aside = false }: Choice, own: boolean): Device {
  if (!own) return { ...device, tokens: chosen.tokens }
  const { pendingMode, ...rest } = chosen
  return { ...rest, ...(aside && pendingMode !== undefined && { pendingMode }), pendingRefresh: false }
}

/** What a render is called in the list: a pushed picture as whoever pushed it says. */
function calledOf({ choice, device }: Reservation, { mode = "NOTICE" }: Picture): string {
  return choice.push && mode === choice.modes[0] ? device?.push?.mode || mode : mode
}

/** The document once an answer has arrived. */
function afterDelivery(
  device: Device,
  { choice, device: before }: Reservation,
  picture: Picture,
  telemetry: Telemetry,
  now: number,
): Device {
  const again = picture.isFallback && telemetry.flagged && choice.taken !== undefined
  const asked =
    before?.pendingMode === choice.taken || before?.returned.some((each) => each.asked && each.mode === choice.taken)
  return {
    ...device,
    seenAt: now,
    shownAt: now,
    volts: voltsWithin(telemetry.volts),
    toldMinutes: telemetry.toldMinutes,
    colors: telemetry.colors,
    ...(telemetry.rssi !== undefined && { rssi: rssiWithin(telemetry.rssi) }),
    ...(telemetry.refreshMinutes !== undefined && { saidMinutes: telemetry.refreshMinutes }),
    lastPicture: lastPictureOf(picture),
    // A device that boots shows no picture that asks it to come back: its next is the first.
    ...(!telemetry.flagged && { bootedAt: undefined }),
    tokens: used(device, telemetry, now),
    standIns: picture.isFallback ? counted(device.standIns, now, telemetry.flagged) : NONE,
    ...(again && {
      returned: withReturned(device, { mode: choice.taken!, until: now + SAME_MS, ...(asked && { asked }) }),
    }),
    counters: summed(device.counters, picture, now),
  }
}

/** Of a device without a saved config no chooser remembers a mode. `drawn`: the mode on the page; undefined for a page of the server's own. */
function lastMode(
  device: Device,
  { choice }: Reservation,
  drawn: string | undefined,
): Pick<Device, "lastMode"> | undefined {
  return drawn === undefined || choice.taken !== undefined || choice.push || activeRecord(device)
    ? undefined
    : { lastMode: drawn }
}

function used({ tokens }: Device, { token: shown }: Telemetry, now: number): Device["tokens"] {
  return tokens.map((token) =>
    token.value === shown ? { ...token, usedAt: now, renderedAt: now, renders: (token.renders ?? 0) + 1 } : token,
  )
}

/** In front of what else came back, each mode once: however many answers are cut off, they are no more than there are modes. */
function withReturned({ returned }: Device, first: Device["returned"][number]): Device["returned"] {
  return [first, ...returned.filter(({ mode }) => mode !== first.mode)]
}

const NONE: Fallbacks = { count: 0, flagged: [] }

/** One more. */
function counted({ count, flagged: times }: Fallbacks, now: number, flagged: boolean): Fallbacks {
  return { count: count + 1, flagged: [...flaggedLately(times, now), ...(flagged ? [now] : [])] }
}

function flaggedLately(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time <= FLAGGED_MS)
}

/** Minutes to the next refresh: as configured, or sooner while content stands in. */
export function refreshMinutes(configured: number, { count }: Fallbacks, isFallback: boolean): number {
  return isFallback ? Math.min(configured, AGAIN_MINUTES[Math.min(AGAIN_MINUTES.length - 1, count)]!) : configured
}
