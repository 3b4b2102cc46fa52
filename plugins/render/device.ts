import type { Choice, Choose, ChooseRequest, Clock, Device, Devices, Picture } from "platen/sdk"

/** So many stand-ins may ask the device to come back soon within so long: one that boots shows none that does. */
const MOST_FLAGGED = 2
const FLAGGED_MS = 15 * 60_000
/** Devices that nothing is kept of, whose flagged answers are counted in memory. */
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

export interface DeviceRenders {
  /** Chooses, and takes what is shown out of the device's document, in one write. */
  take(edition: string, mac: string, request: (device: Device | undefined) => ChooseRequest): Promise<Taken>
  /** The answer did not arrive: what was taken comes back. */
  release(edition: string, mac: string, taken: Taken): Promise<void>
  /** Whether a stand-in may ask the device to come back soon. */
  mayFlag(edition: string, mac: string, device: Device | undefined): boolean
  /** The answer arrived. `flagged`: it asked the device to come back soon. */
  shown(edition: string, mac: string, taken: Taken, picture: Picture, flagged: boolean): Promise<void>
}

export function deviceRenders(devices: Devices, choose: Choose, clock: Clock): DeviceRenders {
  const strangers = new Map<string, readonly number[]>()
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
      })
    },
    mayFlag: (edition, mac, device) => flaggedLately(device?.standIns.flagged ?? strangers.get(`${edition}/${mac}`) ?? [], clock.now()).length < MOST_FLAGGED,
    shown: async (edition, mac, { choice, device: before }, picture, flagged) => {
      const now = clock.now()
      const key = `${edition}/${mac}`
      if (!before) {
        if (flagged) remember(strangers, key, [...flaggedLately(strangers.get(key) ?? [], now), now])
        return
      }
      if (!picture.standIn && before.standIns.count === 0) return
      await devices.update(edition, mac, (device) => {
        if (!device) return undefined
        if (!picture.standIn) return { ...device, standIns: { count: 0, flagged: [] } }
        const { count, flagged: times } = device.standIns
        const returned = flagged && choice.taken !== undefined ? withReturned(device, { mode: choice.taken, until: now + SAME_MS }) : device.returned
        return { ...device, standIns: { count: count + 1, flagged: [...flaggedLately(times, now), ...(flagged ? [now] : [])] }, returned }
      })
    },
  }
}

/** In front of what else came back, each mode once: however many answers are cut off, they are no more than there are modes. */
function withReturned({ returned }: Device, first: Device["returned"][number]): Device["returned"] {
  return [first, ...returned.filter(({ mode }) => mode !== first.mode)]
}

function flaggedLately(times: readonly number[], now: number): number[] {
  return times.filter((time) => now - time <= FLAGGED_MS)
}

function remember(strangers: Map<string, readonly number[]>, key: string, times: readonly number[]): void {
  strangers.delete(key)
  strangers.set(key, times)
  const [oldest] = strangers.keys()
  if (strangers.size > MOST_STRANGERS && oldest !== undefined) strangers.delete(oldest)
}

/** Minutes to the next refresh: as configured, or sooner while content stands in. */
export function refreshMinutes(configured: number, device: Device | undefined, standIn: boolean): number {
  return standIn ? Math.min(configured, AGAIN_MINUTES[Math.min(AGAIN_MINUTES.length - 1, device?.standIns.count ?? 0)]!) : configured
}
