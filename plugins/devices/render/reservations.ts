import { append } from "platen/sdk"
import { deviceKey, deviceScope, MEMBERS, RUNTIME, TOKENS } from "platen/sdk/device"
import { activeRecord, lruSet, NEW_DEVICE, newSecret, rssiWithin, voltsWithin } from "platen/sdk/kit"
import type { Catalog, Clock, Log, Observer } from "platen/sdk"
import type { Choice, Choose, ChooseRequest, Device, Devices, RenderRequest, Runtime } from "platen/sdk/device"
import type { ModeCatalog, Picture } from "platen/sdk/mode"
import { deliveryLine, withDeliveries } from "./deliveries.js"
import { lastPictureOf } from "./last-picture.js"
import {
  isUnderway,
  takesAnything,
  withoutUnderway,
  withRecovered,
  withReleased,
  withReturned,
  withUnderway,
} from "./reserved.js"
import type { Reserved } from "./reserved.js"
import { withSent } from "./sent.js"

/** Number of fallbacks since the last success that may ask the device to retry soon: a booting device shows none of those, and newer firmware boots for every page. */
const MAX_FLAGGED = 2
/** Number of pages underway that this server knows to be its own. */
const MAX_OURS = 10_000
/** Number of unknown devices whose fallbacks are counted in memory. */
const MAX_UNKNOWN = 1_000
/** Minutes to the next refresh after the first, second and third consecutive fallback. */
const RETRY_MINUTES = [10, 20, 40] as const
/** Time after a flagged response during which the same mode is chosen again. */
const SAME_MS = 2 * 60_000

/** A choice that is reserved. */
export interface Taken {
  readonly choice: ReturnType<Choose>
  /** The device before the reservation; undefined for an unknown device. */
  readonly device: Device | undefined
  readonly reserved: Reserved
}

export type Fallbacks = Runtime["fallbacks"]

/** Values that the device reported with its call, and values that the response told it. */
export interface Telemetry {
  /** Undefined: the device could not measure them. */
  readonly volts: number | undefined
  readonly rssi: number | undefined
  readonly reportedMinutes: number | undefined
  readonly toldMinutes: number
  readonly inks: number
  /** The screen of the call. */
  readonly panel: RenderRequest["panel"]
  /** Token of the call. */
  readonly token: string | undefined
  /** True: the owner has not confirmed that token yet. */
  readonly provisional: boolean
  /** True: the response asked the device to retry soon. */
  readonly flagged: boolean
}

export interface Reservations {
  /** Chooses a page and reserves it on the device, in one write. `own`: false for a token that the owner has not confirmed: nothing is reserved. */
  take(realm: string, mac: string, own: boolean, request: (device: Device | undefined) => ChooseRequest): Promise<Taken>
  /** Undoes a reservation whose response did not arrive. */
  release(realm: string, mac: string, reserved: Reserved): Promise<void>
  /** Whether a device has a token; true without one. */
  holds(device: Device, token: string | undefined): boolean
  /** The fallbacks that a device received before. */
  fallbacks(realm: string, mac: string, device: Device | undefined): Fallbacks
  /** Whether another fallback may ask the device to retry soon. */
  mayFlag(before: Fallbacks): boolean
  /** Records a response that arrived, on the device and in its log. */
  shown(realm: string, mac: string, reserved: Reserved, picture: Picture, telemetry: Telemetry): Promise<void>
}

interface Needs {
  readonly devices: Devices
  readonly choose: Choose
  readonly clock: Clock
  readonly modes: Pick<ModeCatalog, "get">
  readonly observers: Catalog<Observer>
  readonly log: Pick<Log, "debug" | "error">
}

export function reservationsOf(needs: Needs): Reservations {
  const { devices, clock } = needs
  const record = recordOf(needs)
  const unknown = new Map<string, Fallbacks>()
  const ours: Ours = new Map()
  return {
    take: takeOf(needs, ours),
    release: async (realm, mac, reserved) => {
      ours.delete(reserved.id)
      if (!takesAnything(reserved)) return
      await devices.update(realm, mac, (device) =>
        device && isUnderway(device, reserved) ? withReleased(withoutUnderway(device, reserved), reserved) : device,
      )
    },
    holds,
    fallbacks: (realm, mac, device) => device?.get(RUNTIME).fallbacks ?? unknown.get(deviceKey(realm, mac)) ?? NONE,
    mayFlag: ({ flagged }) => flagged.length < MAX_FLAGGED,
    shown: async (realm, mac, reserved, picture, telemetry) => {
      if (!reserved.known) {
        const key = deviceKey(realm, mac)
        if (picture.isFallback)
          lruSet(unknown, key, counted(unknown.get(key) ?? NONE, clock.now(), telemetry.flagged), MAX_UNKNOWN)
        else unknown.delete(key)
        return
      }
      try {
        await record(realm, mac, reserved, picture, telemetry)
      } catch (error) {
        if (ours.has(reserved.id)) ours.set(reserved.id, "arrived")
        throw error
      }
      ours.delete(reserved.id)
    },
  }
}

/** What this server knows of its own reservations, by their ids. */
type Ours = Map<string, "underway" | "arrived">

function takeOf({ devices, choose, clock }: Needs, ours: Ours): Reservations["take"] {
  return async (realm, mac, own, requestOf) => {
    let taken: Taken | undefined
    const id = newSecret().slice(0, 12)
    lruSet(ours, id, "underway", MAX_OURS)
    const done = devices.update(
      realm,
      mac,
      (found) => {
        const at = clock.now()
        const device = found && own ? withRecovered(found, ours, at) : found
        const choice = choose(requestOf(device && (own ? device : withoutOwned(device))))
        // Nothing is stored for an unknown device.
        const after = device && afterReservation(device, choice, own)
        const reserved = reservedBy(choice, own, device, after, id)
        taken = { choice, device, reserved }
        return after && withUnderway(after, { at, reserved })
      },
      { with: () => taken?.choice.changes ?? [] },
    )
    // A write that failed may have been done all the same.
    await done.catch((error: unknown) => {
      ours.delete(id)
      throw error
    })
    if (taken?.reserved.id === "") ours.delete(id)
    return taken!
  }
}

/** Records a page that arrived on its device, and in its journal. */
function recordOf({ devices, clock, modes, observers, log }: Needs): Reservations["shown"] {
  return async (realm, mac, reserved, picture, telemetry) => {
    const now = clock.now()
    if (telemetry.provisional) {
      // An unconfirmed token proves nothing about the device: record only its use.
      await devices.update(realm, mac, (device) => device && used(device, telemetry, now))
      return
    }
    const row = {
      mode: renderName(reserved, picture),
      cacheHit: picture.cached,
      ms: Math.round(picture.contentMs + picture.drawMs),
      failed: picture.failure !== undefined,
    }
    const drawn =
      picture.mode !== undefined && modes.get(picture.mode, [deviceScope(realm, mac)]) ? picture.mode : undefined
    let [known, name] = [false, mac]
    await devices.update(
      realm,
      mac,
      (device) => {
        // Ignore the response if the device changed its owner in the meantime.
        known = device !== undefined && holds(device, telemetry.token)
        if (!known) return device
        const after = afterDelivery(device!, reserved, picture, telemetry, now)
        return withDeliveries(
          withLastMode(after, reserved, drawn),
          { picture, at: now, panel: telemetry.panel, inks: telemetry.inks },
          observers,
          log,
        )
      },
      {
        with: (device) => {
          if (!device || !known) return []
          name = activeRecord(device)?.config.nickname || mac
          return [append(devices.renders, deviceKey(realm, mac), row, { ttl: devices.ttl(device) })]
        },
      },
    )
    if (known) log.debug({ mac, say: deliveryLine(name, row, telemetry) }, "page.delivered")
  }
}

function holds(device: Device, token: string | undefined): boolean {
  return token === undefined || device.get(TOKENS).tokens.some(({ value }) => value === token)
}

/** A device as choosers see it for an unconfirmed token: only tokens and members, nothing to reserve or show. */
export function withoutOwned(device: Device): Device {
  return NEW_DEVICE.with(TOKENS, { tokens: device.get(TOKENS).tokens }).with(MEMBERS, {
    members: device.get(MEMBERS).members,
  })
}

/** The device after a reservation. Pending work is cleared; a pending mode stays when the caller forced another mode. */
export function afterReservation(
  device: Device,
  { device: chosen = device, aside = false }: Choice,
  own: boolean,
): Device {
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

/** What a reservation took, of the device before and after it. */
function reservedBy(
  choice: ReturnType<Choose>,
  own: boolean,
  before: Device | undefined,
  after: Device | undefined,
  id: string,
): Reserved {
  const [was, is] = [before?.get(RUNTIME), after?.get(RUNTIME)]
  const { taken, push } = choice
  const asked = was?.pendingMode === taken || was?.returned.some((each) => each.asked && each.mode === taken) === true
  const reserved = {
    known: before !== undefined,
    own,
    first: choice.modes[0] ?? "",
    ...(push && { pushed: { label: was?.push?.mode ?? "" } }),
    ...(taken !== undefined && { taken: { mode: taken, asked } }),
    ...(is?.pendingMode === undefined && was?.pendingMode !== undefined && { pendingMode: was.pendingMode }),
    ...(is?.push === undefined && was?.push && { push: was.push }),
    pendingRefresh: was?.pendingRefresh === true,
    why: choice.why,
    lastMode: { before: was?.lastMode, after: is?.lastMode },
  }
  // With the same page as before there is nothing that another server would have to put back.
  const { pendingMode, pendingRefresh, lastMode } = reserved
  const isLost = pendingMode !== undefined || push || pendingRefresh || lastMode.before !== lastMode.after
  return { id: own && was && isLost ? id : "", ...reserved }
}

/** Name of a render in the history: for a pushed picture, the mode given with the push. */
function renderName({ first, pushed }: Reserved, { mode = "NOTICE" }: Picture): string {
  return pushed && mode === first ? pushed.label || mode : mode
}

/** The device after a response has arrived. */
function afterDelivery(device: Device, reserved: Reserved, picture: Picture, telemetry: Telemetry, at: number): Device {
  const [now, { taken }] = [device.get(RUNTIME), reserved]
  const arrived = withoutUnderway(device, reserved)
  return withSent(used(arrived, telemetry, at), reserved.why, { picture, panel: telemetry.panel, at }).with(RUNTIME, {
    seenAt: at,
    shownAt: at,
    ...(telemetry.volts !== undefined && { volts: voltsWithin(telemetry.volts) }),
    toldMinutes: telemetry.toldMinutes,
    inks: telemetry.inks,
    ...(telemetry.rssi !== undefined && { rssi: rssiWithin(telemetry.rssi) }),
    ...(telemetry.reportedMinutes !== undefined && { reportedMinutes: telemetry.reportedMinutes }),
    lastPicture: lastPictureOf(picture),
    // A booting device ignores a flagged picture: the next one is still its first.
    ...(!telemetry.flagged && { bootedAt: undefined }),
    fallbacks: picture.isFallback ? counted(now.fallbacks, at, telemetry.flagged) : NONE,
    ...(picture.isFallback &&
      telemetry.flagged &&
      taken && {
        returned: withReturned(now, { mode: taken.mode, until: at + SAME_MS, ...(taken.asked && { asked: true }) }),
      }),
  })
}

/** The last mode of a device without a saved config, for which no chooser remembers one. `drawn`: the mode drawn; undefined for a page of the server itself. */
function withLastMode(device: Device, { taken, pushed }: Reserved, drawn: string | undefined): Device {
  return drawn === undefined || taken || pushed || activeRecord(device)
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

const NONE: Fallbacks = { count: 0, flagged: [] }

/** Counts one more fallback. */
function counted({ count, flagged: times }: Fallbacks, now: number, flagged: boolean): Fallbacks {
  return { count: count + 1, flagged: flagged ? [...times, now].slice(-MAX_FLAGGED) : times }
}

/** Minutes to the next refresh: as configured, or sooner after a fallback. */
export function refreshMinutes(configured: number, { count }: Fallbacks, isFallback: boolean): number {
  return isFallback ? Math.min(configured, RETRY_MINUTES[Math.min(RETRY_MINUTES.length - 1, count)]!) : configured
}
