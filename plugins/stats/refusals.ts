import { z } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { addressPlace } from "platen/sdk/kit"
import type { Clock, Log, Store } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Call } from "./calls.js"
import { KINDS } from "./calls.js"
import { gathering } from "./gather.js"

const row = z.object({
  kind: z.enum(KINDS),
  mac: z.string(),
  address: z.string(),
  call: z.string(),
  detail: z.string(),
  /** Calls that this row stands for, the first and the last of them. */
  count: z.number().int(),
  first: z.number(),
  last: z.number(),
})
export type Refusal = z.output<typeof row>

/** Calls that were refused, or odd: what came again is counted, not listed again. */
export interface Refusals {
  note(edition: string, call: Call): void
  /** Newest first. `mac`: of that device alone. */
  list(edition: string, mac?: string): Promise<readonly Refusal[]>
  forget(edition: string, mac: string): Promise<void>
  /** Resolves once all is written. */
  settled(): Promise<void>
}

const DAY_MS = 86_400_000
/** Rows of all devices together, and of one that somebody owns: those have a list of their own, which no flood of others' calls empties. */
const MAX_ROWS = 300
const MAX_OF_DEVICE = 50
/** Rows of one address among those of all: what is more is counted in one. */
const MAX_OF_ADDRESS = 60
const MAX_WAITING = 1_000
const PAUSE_MS = 1_000

export function refusalsIn(
  store: Store,
  { devices, clock, log }: { readonly devices: Devices; readonly clock: Clock; readonly log: Log },
): Refusals {
  const lists = store.collection("refusals", z.object({ rows: z.array(row) }))
  const change = (key: string, how: (rows: readonly Refusal[]) => readonly Refusal[]): Promise<unknown> =>
    lists.update(
      key,
      (known) => {
        const rows = how(lately(known?.rows ?? [], clock.now()))
        return rows.length === 0 ? undefined : { rows: [...rows] }
      },
      { ttl: DAY_MS / 1000 },
    )
  const gathered = gathering<{ readonly edition: string; readonly row: Refusal }>({
    most: MAX_WAITING,
    pause: PAUSE_MS,
    now: () => clock.now(),
    failed: (error) => log.warn({ err: error }, "refusals-write.failed"),
    write: async (items) => {
      for (const edition of new Set(items.map((item) => item.edition))) {
        const rows = items.filter((item) => item.edition === edition).map((item) => item.row)
        await change(ofAll(edition), (known) => merged(known, rows, { most: MAX_ROWS, ofAddress: MAX_OF_ADDRESS }))
        for (const mac of new Set(rows.map((each) => each.mac))) {
          if (mac === "" || !(await isOwned(devices, edition, mac))) continue
          await change(ofDevice(edition, mac), (known) =>
            merged(
              known,
              rows.filter((each) => each.mac === mac),
              { most: MAX_OF_DEVICE, ofAddress: MAX_OF_DEVICE },
            ),
          )
        }
      }
    },
  })
  return {
    note: (edition, call) => {
      const now = clock.now()
      gathered.add({ edition, row: { ...call, count: 1, first: now, last: now } })
    },
    list: async (edition, mac) => {
      await gathered.settled()
      const own = mac === undefined ? undefined : await lists.get(ofDevice(edition, mac))
      const all = own ?? (await lists.get(ofAll(edition)))
      return lately(all?.rows ?? [], clock.now()).filter((each) => mac === undefined || each.mac === mac)
    },
    forget: async (edition, mac) => {
      await gathered.settled()
      await lists.delete(ofDevice(edition, mac))
      await change(ofAll(edition), (known) => known.filter((each) => each.mac !== mac))
    },
    settled: gathered.settled,
  }
}

function ofAll(edition: string): string {
  return `all/${edition}`
}

function ofDevice(edition: string, mac: string): string {
  return `device/${deviceKey(edition, mac)}`
}

async function isOwned(devices: Devices, edition: string, mac: string): Promise<boolean> {
  return ((await devices.get(edition, mac))?.members.length ?? 0) > 0
}

function lately(rows: readonly Refusal[], now: number): Refusal[] {
  return rows.filter(({ last }) => now - last < DAY_MS)
}

/** The rows with more calls in them, newest first. Those of one kind from one sender to one device are one row. */
function merged(
  known: readonly Refusal[],
  more: readonly Refusal[],
  { most, ofAddress }: { readonly most: number; readonly ofAddress: number },
): Refusal[] {
  const rows = new Map(known.map((each) => [identityOf(each), each]))
  const ofPlace = new Map<string, number>()
  for (const { address } of rows.values())
    ofPlace.set(addressPlace(address), (ofPlace.get(addressPlace(address)) ?? 0) + 1)
  for (const each of more) {
    const place = addressPlace(each.address)
    const fits = rows.has(identityOf(each)) || (ofPlace.get(place) ?? 0) < ofAddress
    const counted: Refusal = fits ? each : { ...each, kind: "others", mac: "", detail: "" }
    const before = rows.get(identityOf(counted))
    if (!before) ofPlace.set(place, (ofPlace.get(place) ?? 0) + 1)
    rows.set(
      identityOf(counted),
      before ? { ...counted, count: before.count + each.count, first: before.first } : counted,
    )
  }
  return [...rows.values()].sort((a, b) => b.last - a.last).slice(0, most)
}

function identityOf({ kind, mac, address, call }: Refusal): string {
  // The same wrong address is one mistake; where it is one of many, the row for the rest takes it.
  return `${kind} ${mac} ${addressPlace(address)}${kind === "address-wrong" ? ` ${call}` : ""}`
}
