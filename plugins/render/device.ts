import type { Choice, Choose, ChooseRequest, Clock, Device, Devices, Picture } from "platen/sdk"

/** So many stand-ins may ask the device to come back soon within so long: one that boots shows none that does. */
const MOST_FLAGGED = 2
const FLAGGED_MS = 15 * 60_000
/** Devices that nothing is kept of, whose stand-ins are counted in memory. */
const MOST_STRANGERS = 1_000
/** Minutes to the next refresh after the first, second and third stand-in in a row. */
const AGAIN_MINUTES = [10, 20, 40] as const
/** For so long after a flagged answer the same mode comes again. */
const SAME_MS = 2 * 60_000

/** What a render of a device has taken, before it is drawn. */
export interface Taken {
  readonly choice: Choice
  /** As it was before; undefined for a device that nothing is kept of. */
  readonly device: Device | undefined
}

export type StandIns = Device["standIns"]

export interface DeviceRenders {
  /** Chooses, and takes what is shown out of the device's document, in one write. */
  take(edition: string, mac: string, request: (device: Device | undefined) => ChooseRequest): Promise<Taken>
  /** The answer did not arrive: what was taken comes back. */
  release(edition: string, mac: string, taken: Taken): Promise<void>
  /** What a device was told of stand-ins before. */
  standIns(edition: string, mac: string, device: Device | undefined): StandIns
  /** Whether another stand-in may ask the device to come back soon. */
  mayFlag(before: StandIns): boolean
  /** The answer arrived. `flagged`: it asked the device to come back soon. */
  shown(edition: string, mac: string, taken: Taken, picture: Picture, flagged: boolean): Promise<void>
}

export function deviceRenders(devices: Devices, choose: Choose, clock: Clock): DeviceRenders {
  const strangers = new Map<string, StandIns>()
  return {
    take: async (edition, mac, requestOf) => {
      let taken: Taken | undefined
      await devices.update(edition, mac, (device) => {
        const choice = choose(requestOf(device))
        taken = { choice, device }
        // Nothing is kept of a device that nobody has made known.
        return device && { ...(choice.device ?? device), pendingRefresh: false }
      })
      return taken!
    },
    release: async (edition, mac, { choice, device: before }) => {
      const { taken } = choice
      if (!before || (taken === undefined && !before.pendingRefresh)) return
      await devices.update(edition, mac, (device) => device && {
        ...device,
        pendingRefresh: device.pendingRefresh || before.pendingRefresh,
        ...(taken !== undefined && { returned: withReturned(device, { mode: taken }) }),
        ...(device.lastMode === taken && { lastMode: before.lastMode }),
      })
    },
    standIns: (edition, mac, device) => device?.standIns ?? strangers.get(`${edition}/${mac}`) ?? NONE,
    mayFlag: ({ flagged }) => flaggedLately(flagged, clock.now()).length < MOST_FLAGGED,
    shown: async (edition, mac, { choice, device: before }, picture, flagged) => {
      const now = clock.now()
      const key = `${edition}/${mac}`
      if (!before) {
        if (picture.standIn) remember(strangers, key, counted(strangers.get(key) ?? NONE, now, flagged))
        else strangers.delete(key)
        return
      }
      if (!picture.standIn && before.standIns.count === 0) return
      await devices.update(edition, mac, (device) => {
        if (!device) return undefined
        if (!picture.standIn) return { ...device, standIns: NONE }
        const returned = flagged && choice.taken !== undefined ? withReturned(device, { mode: choice.taken, until: now + SAME_MS }) : device.returned
        return { ...device, standIns: counted(device.standIns, now, flagged), returned }
      })
    },
  }
}

/** In front of what else came back, each mode once: however many answers are cut off, they are no more than there are modes. */
function withReturned({ returned }: Device, first: Device["returned"][number]): Device["returned"] {
  return [first, ...returned.filter(({ mode }) => mode !== first.mode)]
}

const NONE: StandIns = { count: 0, flagged: [] }

/** One more. */
function counted({ count, flagged: times }: StandIns, now: number, flagged: boolean): StandIns {
  return { count: count + 1, flagged: [...flaggedLately(times, now), ...(flagged ? [now] : [])] }
}

function flaggedLately(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time <= FLAGGED_MS)
}

function remember(strangers: Map<string, StandIns>, key: string, standIns: StandIns): void {
  strangers.delete(key)
  strangers.set(key, standIns)
  const [oldest] = strangers.keys()
  if (strangers.size > MOST_STRANGERS && oldest !== undefined) strangers.delete(oldest)
}

/** Minutes to the next refresh: as configured, or sooner while content stands in. */
export function refreshMinutes(configured: number, { count }: StandIns, standIn: boolean): number {
  return standIn ? Math.min(configured, AGAIN_MINUTES[Math.min(AGAIN_MINUTES.length - 1, count)]!) : configured
}
