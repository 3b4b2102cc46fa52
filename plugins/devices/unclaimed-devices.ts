import { createHash } from "node:crypto"
import { Conflict, z } from "platen/sdk"
import type { Store } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"

/** Lists that all places share, and devices in each: anybody can invent as many as they like, and only so many are kept that nobody owns. */
const LISTS = 32
const MOST = 1_024
/** As long as a device that nobody owns is kept after its last call. */
const SECONDS = 30 * 86_400

/** Devices that nobody owns, by where they first asked for a token. */
export interface UnclaimedDevices {
  /** `from`: a digest of the place. Beyond the most of a list, a device of the place that has most of them is forgotten: the one that came first. */
  note(edition: string, mac: string, from: string): Promise<void>
}

export interface UnclaimedBounds {
  readonly lists: number
  readonly most: number
}

const unclaimedDevice = z.object({ mac: z.string(), from: z.string() })
type UnclaimedDevice = z.output<typeof unclaimedDevice>

export function unclaimedDevicesIn(
  store: Store,
  devices: Pick<Devices, "update" | "forget" | "ttl">,
  { lists, most }: UnclaimedBounds = { lists: LISTS, most: MOST },
): UnclaimedDevices {
  const all = store.collection("newcomers", z.object({ all: z.array(unclaimedDevice) }))
  return {
    note: async (edition, mac, from) => {
      const list = createHash("sha256").update(from).digest().readUInt32BE() % lists
      let gone: readonly UnclaimedDevice[] = []
      await all.update(
        `${edition}/${list}`,
        (known) => {
          const before = [...(known?.all ?? []).filter((each) => each.mac !== mac), { mac, from }]
          const after = withinBounds(before, most)
          gone = before.filter((each) => !after.includes(each))
          return { all: [...after] }
        },
        { ttl: SECONDS },
      )
      for (const each of gone) await forgetUnowned(devices, edition, each.mac)
    },
  }
}

function withinBounds(all: readonly UnclaimedDevice[], most: number): readonly UnclaimedDevice[] {
  if (all.length <= most) return all
  const crowds = new Map<string, number>()
  for (const { from } of all) crowds.set(from, (crowds.get(from) ?? 0) + 1)
  const largest = Math.max(...crowds.values())
  const first = all.find(({ from }) => crowds.get(from) === largest)
  return withinBounds(
    all.filter((each) => each !== first),
    most,
  )
}

/** Of one that has only asked for a token nothing is kept beside its document: no other plugin has to look. */
function isUnused({ tokens, configs }: Device): boolean {
  return (
    configs.length === 0 && tokens.every(({ usedAt, renderedAt }) => usedAt === undefined && renderedAt === undefined)
  )
}

/** Somebody may have made it theirs meanwhile: then it stays. */
async function forgetUnowned(
  devices: Pick<Devices, "update" | "forget" | "ttl">,
  edition: string,
  mac: string,
): Promise<void> {
  const left = await devices.update(edition, mac, (device) =>
    device && devices.ttl(device) !== undefined && isUnused(device) ? undefined : device,
  )
  if (!left) return
  try {
    await devices.forget(edition, mac, (device) => {
      if (device && devices.ttl(device) === undefined) throw new Conflict("The device is somebody's.")
      return undefined
    })
  } catch (error) {
    if (!(error instanceof Conflict)) throw error
  }
}
