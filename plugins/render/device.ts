import { append } from "platen/sdk"
import { deviceKey, deviceScope, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { activeRecord, lruSet, NEW_DEVICE, rssiWithin, voltsWithin } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Observer } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Device, Devices, Runtime } from "platen/sdk/device"
import type { ModeCatalog, Picture } from "platen/sdk/mode"
import { withDeliveries } from "./deliveries.js"
import { lastPictureOf } from "./last-picture.js"

/** Number of fallbacks within FLAGGED_MS that may ask the device to retry soon: a booting device shows none of those. */
const MAX_FLAGGED = 2
const FLAGGED_MS = 15 * 60_000
/** Number of unknown devices whose fallbacks are counted in memory. */
const MAX_UNKNOWN = 1_000
/** Minutes to the next refresh after the first, second and third consecutive fallback. */
const RETRY_MINUTES = [10, 20, 40] as const
/** Time after a flagged response during which the same mode is chosen again. */
const SAME_MS = 2 * 60_000

/** The choice that a render reserved on the device before it is drawn. */
export interface Reservation {
  readonly choice: Choice
  /** The device before the reservation; undefined for an unknown one. */
  readonly device: Device | undefined
  /** The device as written by the reservation. */
  readonly after: Device | undefined
  /** False: the caller's token is not confirmed by the device's owner. */
  readonly own: boolean
}

export type Fallbacks = Runtime["fallbacks"]

/** Values that the device reported with its call, and values that the response told it. */
export interface Telemetry {
  readonly volts: number
  readonly rssi: number | undefined
  readonly refreshMinutes: number | undefined
  readonly toldMinutes: number
  readonly colors: number
  /** Token of the call. */
  readonly token: string | undefined
  /** True: the owner has not confirmed that token yet. */
  readonly provisional: boolean
  /** True: the response asked the device to retry soon. */
  readonly flagged: boolean
}

export interface DeviceRenders {
  /** Chooses a page and reserves it on the device, in one write. `own`: false for a token that the owner has not confirmed: nothing is reserved. */
  take(
    realm: string,
    mac: string,
    own: boolean,
    request: (device: Device | undefined) => ChooseRequest,
  ): Promise<Reservation>
  /** Undoes a reservation whose response did not arrive. */
  release(realm: string, mac: string, reservation: Reservation): Promise<void>
  /** The fallbacks that a device received before. */
  fallbacks(realm: string, mac: string, device: Device | undefined): Fallbacks
  /** Whether another fallback may ask the device to retry soon. */
  mayFlag(before: Fallbacks): boolean
  /** Records a response that arrived, on the device and in its log. */
  shown(realm: string, mac: string, reservation: Reservation, picture: Picture, telemetry: Telemetry): Promise<void>
}

interface Needs {
  readonly devices: Devices
  readonly choose: Choose
  readonly clock: Clock
  readonly modes: Pick<ModeCatalog, "get">
  readonly observers: Catalog<Observer>
  readonly log: Pick<Log, "error">
}

export function deviceRenders({ devices, choose, clock, modes, observers, log }: Needs): DeviceRenders {
  const unknown = new Map<string, Fallbacks>()
  return {
    take: async (realm, mac, own, requestOf) => {
      let reservation: Reservation | undefined
      await devices.update(
        realm,
        mac,
        (device) => {
          const choice = choose(requestOf(device && (own ? device : withoutOwned(device))))
          // Nothing is stored for an unknown device.
          reservation = { choice, device, after: device && afterReservation(device, choice, own), own }
          return reservation.after
        },
        { with: () => reservation?.choice.changes ?? [] },
      )
      return reservation!
    },
    release: async (realm, mac, { choice, device, after, own }) => {
      // A caller without a confirmed token reserved nothing.
      if (!device || !after || !own) return
      const [before, left] = [device.get(RUNTIME), after.get(RUNTIME)]
      // Restore only what this render removed.
      const mode = left.pendingMode === undefined ? before.pendingMode : undefined
      const push = left.push === undefined ? before.push : undefined
      const taken = choice.taken === mode ? undefined : choice.taken
      if (taken === undefined && mode === undefined && push === undefined && !before.pendingRefresh) return
      await devices.update(realm, mac, (known) => {
        const now = known?.get(RUNTIME)
        return (
          now &&
          known?.with(RUNTIME, {
            pendingRefresh: now.pendingRefresh || before.pendingRefresh,
            ...(mode !== undefined && { pendingMode: now.pendingMode ?? mode }),
            ...(push !== undefined && { push: now.push ?? push }),
            ...(taken !== undefined && { returned: withReturned(now, { mode: taken }) }),
            ...(now.lastMode === left.lastMode && { lastMode: before.lastMode }),
          })
        )
      })
    },
    fallbacks: (realm, mac, device) => device?.get(RUNTIME).fallbacks ?? unknown.get(deviceKey(realm, mac)) ?? NONE,
    mayFlag: ({ flagged }) => recentlyFlagged(flagged, clock.now()).length < MAX_FLAGGED,
    shown: async (realm, mac, reservation, picture, telemetry) => {
      const now = clock.now()
      const key = deviceKey(realm, mac)
      if (!reservation.device) {
        if (picture.isFallback)
          lruSet(unknown, key, counted(unknown.get(key) ?? NONE, now, telemetry.flagged), MAX_UNKNOWN)
        else unknown.delete(key)
        return
      }
      if (telemetry.provisional) {
        // An unconfirmed token proves nothing about the device: record only its use.
        await devices.update(realm, mac, (device) => device && used(device, telemetry, now))
        return
      }
      const row = {
        persona: renderName(reservation, picture),
        cacheHit: picture.cached,
        ms: Math.round(picture.contentMs + picture.drawMs),
        failed: picture.failure !== undefined,
      }
      const drawn = picture.mode !== undefined && modes.get(picture.mode, [deviceScope(mac)]) ? picture.mode : undefined
      let known = false
      await devices.update(
        realm,
        mac,
        (device) => {
          // Ignore the response if the device changed its owner in the meantime.
          known =
            device !== undefined &&
            (telemetry.token === undefined || device.get(TOKENS).tokens.some(({ value }) => value === telemetry.token))
          if (!known) return device
          const after = afterDelivery(device!, reservation, picture, telemetry, now)
          return withDeliveries(withLastMode(after, reservation, drawn), { picture, at: now }, observers, log)
        },
        {
          with: (device) => (device && known ? [append(devices.renders, key, row, { ttl: devices.ttl(device) })] : []),
        },
      )
    },
  }
}

/** A device as choosers see it for an unconfirmed token: only tokens and members, nothing to reserve or show. */
export function withoutOwned(device: Device): Device {
  return NEW_DEVICE.with(TOKENS, { tokens: device.get(TOKENS).tokens }).with(MEMBERS, {
    members: device.get(MEMBERS).members,
  })
}

/** The device after a reservation. Pending work is cleared; a pending mode stays when the caller forced another mode. */
function afterReservation(device: Device, { device: chosen = device, aside = false }: Choice, own: boolean): Device {
  if (!own) return withTokens(device, chosen)
  const { pendingMode, pendingRefresh } = chosen.get(RUNTIME)
  const left = aside ? pendingMode : undefined
  return pendingRefresh || pendingMode !== left
    ? chosen.with(RUNTIME, { pendingMode: left, pendingRefresh: false })
    : chosen
}

/** The device with the tokens of another. */
function withTokens(device: Device, other: Device): Device {
  const { tokens } = other.get(TOKENS)
  return tokens === device.get(TOKENS).tokens ? device : device.with(TOKENS, { tokens })
}

/** Name of a render in the history: for a pushed picture, the mode given with the push. */
function renderName({ choice, device }: Reservation, { mode = "NOTICE" }: Picture): string {
  return choice.push && mode === choice.modes[0] ? device?.get(RUNTIME).push?.mode || mode : mode
}

/** The device after a response has arrived. */
function afterDelivery(
  device: Device,
  { choice, device: reserved }: Reservation,
  picture: Picture,
  telemetry: Telemetry,
  at: number,
): Device {
  const [now, before] = [device.get(RUNTIME), reserved?.get(RUNTIME)]
  const again = picture.isFallback && telemetry.flagged && choice.taken !== undefined
  const asked =
    before?.pendingMode === choice.taken || before?.returned.some((each) => each.asked && each.mode === choice.taken)
  return used(device, telemetry, at).with(RUNTIME, {
    seenAt: at,
    shownAt: at,
    volts: voltsWithin(telemetry.volts),
    toldMinutes: telemetry.toldMinutes,
    inks: telemetry.colors,
    ...(telemetry.rssi !== undefined && { rssi: rssiWithin(telemetry.rssi) }),
    ...(telemetry.refreshMinutes !== undefined && { reportedMinutes: telemetry.refreshMinutes }),
    lastPicture: lastPictureOf(picture),
    // A booting device ignores a flagged picture: the next one is still its first.
    ...(!telemetry.flagged && { bootedAt: undefined }),
    fallbacks: picture.isFallback ? counted(now.fallbacks, at, telemetry.flagged) : NONE,
    ...(again && {
      returned: withReturned(now, { mode: choice.taken!, until: at + SAME_MS, ...(asked && { asked }) }),
    }),
  })
}

/** The last mode of a device without a saved config, for which no chooser remembers one. `drawn`: the mode drawn; undefined for a page of the server itself. */
function withLastMode(device: Device, { choice }: Reservation, drawn: string | undefined): Device {
  return drawn === undefined || choice.taken !== undefined || choice.push || activeRecord(device)
    ? device
    : device.with(RUNTIME, { lastMode: drawn })
}

function used(device: Device, { token: shown }: Telemetry, now: number): Device {
  if (shown === undefined) return device
  const { tokens } = device.get(TOKENS)
  return device.with(TOKENS, {
    tokens: tokens.map((token) =>
      token.value === shown ? { ...token, usedAt: now, renderedAt: now, renders: (token.renders ?? 0) + 1 } : token,
    ),
  })
}

/** Puts a mode first in the queue of undelivered modes, each mode once, which bounds the queue by the number of modes. */
function withReturned({ returned }: Runtime, first: Runtime["returned"][number]): Runtime["returned"] {
  return [first, ...returned.filter(({ mode }) => mode !== first.mode)]
}

const NONE: Fallbacks = { count: 0, flagged: [] }

/** Counts one more fallback. */
function counted({ count, flagged: times }: Fallbacks, now: number, flagged: boolean): Fallbacks {
  return { count: count + 1, flagged: [...recentlyFlagged(times, now), ...(flagged ? [now] : [])] }
}

function recentlyFlagged(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time <= FLAGGED_MS)
}

/** Minutes to the next refresh: as configured, or sooner after a fallback. */
export function refreshMinutes(configured: number, { count }: Fallbacks, isFallback: boolean): number {
  return isFallback ? Math.min(configured, RETRY_MINUTES[Math.min(RETRY_MINUTES.length - 1, count)]!) : configured
}
