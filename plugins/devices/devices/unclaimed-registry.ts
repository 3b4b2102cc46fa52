import { createHash } from "node:crypto"
import { Conflict, z } from "platen/sdk"
import { CONFIG, TOKENS } from "platen/sdk/device"
import type { Store } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"

/** Lists that all places share, and devices per list. They bound the unclaimed devices, which an unauthenticated caller can create. */
const LISTS = 32
const MAX_PER_LIST = 1_024
/** Lifetime of a list: that of an unclaimed device after its last call. */
const SECONDS = 30 * 86_400

/** Registry of unclaimed devices by the place of their first token request. */
export interface UnclaimedRegistry {
  /** Adds a device. `from`: `placeDigest` of the place. A full list forgets the oldest device of the place that has most devices in it. */
  note(realm: string, mac: string, from: string): Promise<void>
}

export interface UnclaimedBounds {
  readonly lists: number
  readonly perList: number
}

const unclaimedDevice = z.object({ mac: z.string(), from: z.string() })
type UnclaimedDevice = z.output<typeof unclaimedDevice>

export function unclaimedRegistryIn(
  store: Store,
  devices: Pick<Devices, "update" | "forget" | "ttl">,
  { lists, perList }: UnclaimedBounds = { lists: LISTS, perList: MAX_PER_LIST },
): UnclaimedRegistry {
  const all = store.collection("newcomers", z.object({ all: z.array(unclaimedDevice) }))
  return {
    note: async (realm, mac, from) => {
      const list = createHash("sha256").update(from).digest().readUInt32BE() % lists
      let evicted: readonly UnclaimedDevice[] = []
      await all.update(
        `${realm}/${list}`,
        (known) => {
          const before = [...(known?.all ?? []).filter((each) => each.mac !== mac), { mac, from }]
          const after = withinBounds(before, perList)
          evicted = before.filter((each) => !after.includes(each))
          return { all: [...after] }
        },
        { ttl: SECONDS },
      )
      for (const each of evicted) await forgetUnowned(devices, realm, each.mac)
    },
  }
}

function withinBounds(all: readonly UnclaimedDevice[], max: number): readonly UnclaimedDevice[] {
  if (all.length <= max) return all
  const crowds = new Map<string, number>()
  for (const { from } of all) crowds.set(from, (crowds.get(from) ?? 0) + 1)
  const largest = Math.max(...crowds.values())
  const first = all.find(({ from }) => crowds.get(from) === largest)
  return withinBounds(
    all.filter((each) => each !== first),
    max,
  )
}

/** Whether the device has only requested a token: then no other plugin has data of it, and its document can be deleted without notice. */
function isUnused(device: Device): boolean {
  const { tokens } = device.get(TOKENS)
  const isUsed = tokens.some(({ usedAt, renderedAt }) => usedAt !== undefined || renderedAt !== undefined)
  return device.get(CONFIG).records.length === 0 && !isUsed
}

/** Forgets a device unless it got an owner in the meantime. */
async function forgetUnowned(
  devices: Pick<Devices, "update" | "forget" | "ttl">,
  realm: string,
  mac: string,
): Promise<void> {
  const left = await devices.update(realm, mac, (device) =>
    device && devices.ttl(device) !== undefined && isUnused(device) ? undefined : device,
  )
  if (!left) return
  try {
    await devices.forget(realm, mac, (device) => {
      if (device && devices.ttl(device) === undefined) throw new Conflict("The device has an owner.")
      return undefined
    })
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
  }
}
