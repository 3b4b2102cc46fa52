import { z } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { addressPlace, isOwned } from "platen/sdk/kit"
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
  /** The number of calls in this row, and the times of the first and the last. */
  count: z.number().int(),
  first: z.number(),
  last: z.number(),
})
export type Refusal = z.output<typeof row>

/** The lists of refused or odd calls. A repeated call raises the count of its row. */
export interface Refusals {
  note(realm: string, call: Call): void
  /** Rows, newest first. `mac`: only rows of this device. */
  list(realm: string, mac?: string): Promise<readonly Refusal[]>
  forget(realm: string, mac: string): Promise<void>
  /** Resolves once all rows are written. */
  settled(): Promise<void>
}

const DAY_MS = 86_400_000
/** Maximum rows of the common list and of the list of one owned device. Owned devices have a list of their own, which a flood of other calls cannot push out. */
const MAX_ROWS = 300
const MAX_OF_DEVICE = 50
/** Maximum rows of one address in the common list; further calls are counted in one row. */
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
        const rows = how(recent(known?.rows ?? [], clock.now()))
        return rows.length === 0 ? undefined : { rows: [...rows] }
      },
      { ttl: DAY_MS / 1000 },
    )
  const gathered = gathering<{ readonly realm: string; readonly row: Refusal }>({
    max: MAX_WAITING,
    pause: PAUSE_MS,
    now: () => clock.now(),
    failed: (error) => log.warn({ err: error }, "refusals-write.failed"),
    write: async (items) => {
      for (const realm of new Set(items.map((item) => item.realm))) {
        const rows = items.filter((item) => item.realm === realm).map((item) => item.row)
        await change(ofAll(realm), (known) => merged(known, rows, { max: MAX_ROWS, ofAddress: MAX_OF_ADDRESS }))
        for (const mac of new Set(rows.map((each) => each.mac))) {
          if (mac === "" || !(await isKept(devices, realm, mac))) continue
          await change(ofDevice(realm, mac), (known) =>
            merged(
              known,
              rows.filter((each) => each.mac === mac),
              { max: MAX_OF_DEVICE, ofAddress: MAX_OF_DEVICE },
            ),
          )
        }
      }
    },
  })
  return {
    note: (realm, call) => {
      const now = clock.now()
      gathered.add({ realm, row: { ...call, count: 1, first: now, last: now } })
    },
    list: async (realm, mac) => {
      await gathered.settled()
      const own = mac === undefined ? undefined : await lists.get(ofDevice(realm, mac))
      const all = own ?? (await lists.get(ofAll(realm)))
      return recent(all?.rows ?? [], clock.now()).filter((each) => mac === undefined || each.mac === mac)
    },
    forget: async (realm, mac) => {
      await gathered.settled()
      await lists.delete(ofDevice(realm, mac))
      await change(ofAll(realm), (known) => known.filter((each) => each.mac !== mac))
    },
    settled: gathered.settled,
  }
}

function ofAll(realm: string): string {
  return `all/${realm}`
}

function ofDevice(realm: string, mac: string): string {
  return `device/${deviceKey(realm, mac)}`
}

async function isKept(devices: Devices, realm: string, mac: string): Promise<boolean> {
  const device = await devices.get(realm, mac)
  return device !== undefined && isOwned(device)
}

function recent(rows: readonly Refusal[], now: number): Refusal[] {
  return rows.filter(({ last }) => now - last < DAY_MS)
}

/** The rows with further calls added, newest first. Calls of one kind from one address to one device share a row. */
function merged(
  known: readonly Refusal[],
  more: readonly Refusal[],
  { max, ofAddress }: { readonly max: number; readonly ofAddress: number },
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
  return [...rows.values()].sort((a, b) => b.last - a.last).slice(0, max)
}

function identityOf({ kind, mac, address, call }: Refusal): string {
  // Wrong paths are told apart; beyond MAX_OF_ADDRESS they share the row of kind "others".
  return `${kind} ${mac} ${addressPlace(address)}${kind === "address-wrong" ? ` ${call}` : ""}`
}
