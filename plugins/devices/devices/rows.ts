import { at, z } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { entriesOf, SlicedDevice, StoredSlice } from "platen/sdk/kit"
import type { Change, Clock, Log, Store } from "platen/sdk"
import type { Device, DeviceId } from "platen/sdk/device"
import type { StoredSlices } from "platen/sdk/kit"

/** The settings of a device. `id`: of this incarnation: one that is created anew gets another. `renewed`: when the expiry was last moved. */
export interface SettingsRow {
  readonly id: string
  readonly renewed: number
  readonly slices: StoredSlices
}

/** What changes at every render. `of`: the incarnation to which it belongs. */
export interface RuntimeRow {
  readonly of: string
  readonly slices: StoredSlices
}

export const settingsRow = rowOf<SettingsRow>(
  ({ id, renewed }) => typeof id === "string" && typeof renewed === "number",
)
export const runtimeRow = rowOf<RuntimeRow>(({ of }) => typeof of === "string")

/** The schema of a row: slices as they are read from JSON. */
function rowOf<T extends { readonly slices: StoredSlices }>(
  isRow: (row: Readonly<Record<keyof T, unknown>>) => boolean,
): z.ZodType<T> {
  return z.unknown().transform((row, { addIssue }) => {
    const known = row as T
    if (typeof row === "object" && row !== null && typeof known.slices === "object" && isRow(known))
      return { ...known, slices: storedSlices(known.slices) }
    addIssue({ code: "custom", message: "is no device" })
    return z.NEVER
  }) as unknown as z.ZodType<T>
}

/** Slices as they are read from JSON; those that are read already, as they are. */
function storedSlices(json: object): StoredSlices {
  const all = Object.entries(json) as [string, StoredSlice | readonly [number, unknown]][]
  if (all.every(([, each]) => each instanceof StoredSlice)) return json as StoredSlices
  return Object.fromEntries(
    all.map(([name, each]) => [name, each instanceof StoredSlice ? each : new StoredSlice(each[0], each[1])]),
  )
}

/** Devices per page of a scan. */
const PAGE = 100
/**
 * An expiring device's settings outlive its last call by this part of its life, and by a day at most: so they need not be
 * written with every call. Its small row, which is written with every change, expires on time, and the device with it.
 */
const PARTS = 24
const DAY_SECONDS = 86_400

function slackOf(seconds: number): number {
  return Math.min(DAY_SECONDS, seconds / PARTS)
}

/** A change of a device. Pure: it may run again. */
export interface RowChange {
  change(device: Device | undefined): Device | undefined
  /** Changes to write along. */
  with(before: Device | undefined, after: Device | undefined): readonly Change[]
  /** Seconds until a device expires; undefined: never. */
  ttl(device: Device): number | undefined
}

/** Devices as two rows each: one of settings and people, and a small one of what changes with every call. */
export interface DeviceRows {
  get(id: DeviceId): Promise<Device | undefined>
  /** Changes both rows as one. The settings are only written where they change, or their expiry is due. Resolves to the device before and after. */
  update(
    id: DeviceId,
    change: RowChange,
  ): Promise<{ readonly before: Device | undefined; readonly after: Device | undefined }>
  all(): AsyncIterable<DeviceId & { readonly device: Device }>
  /** The number of devices of a realm. It reads them all. */
  count(realm: string): Promise<number>
}

export function deviceRowsIn(store: Store, clock: Clock, log: Pick<Log, "warn">, newId: () => string): DeviceRows {
  const settings = store.collection("settings", settingsRow)
  const runtimes = store.collection("runtime", runtimeRow)
  const deviceOf = (mac: string, row?: SettingsRow, runtime?: RuntimeRow): SlicedDevice | undefined =>
    sliced(row, runtime, (slice, error) => log.warn({ mac, slice, err: error }, "device-slice.replaced"))
  return {
    get: async ({ realm, mac }) => {
      const key = deviceKey(realm, mac)
      const [row, runtime] = await Promise.all([settings.get(key), runtimes.get(key)])
      return deviceOf(mac, row, runtime)
    },
    update: async ({ realm, mac }, { change, with: others, ttl }) => {
      const [key, now] = [deviceKey(realm, mac), clock.now()]
      // Drawn once, however often the change runs.
      let made: string | undefined
      let before: SlicedDevice | undefined
      let after: Device | undefined
      let seconds: number | undefined
      await store.update(
        [at(settings, key, () => seconds && seconds + slackOf(seconds)), at(runtimes, key, () => seconds)],
        ([row, runtime]) => {
          before = deviceOf(mac, row, runtime)
          after = change(before)
          if (!after) return [undefined, undefined]
          if (after === before) return [row, runtime]
          seconds = ttl(after)
          const known = before && row && { row, runtime: runtime!, device: before, seconds: ttl(before) }
          return rowsAfter(known, after as SlicedDevice, { seconds, now, newId: () => (made ??= newId()) })
        },
        { with: () => others(before, after) },
      )
      return { before, after }
    },
    all: async function* () {
      // Side by side in the order of their keys, a page at a time: a store in another machine takes as long for one row as for many.
      const small = entriesOf(runtimes, { page: PAGE })
      let next = await small.next()
      for await (const { key, value } of entriesOf(settings, { page: PAGE })) {
        while (!next.done && next.value.key < key) next = await small.next()
        const runtime = next.done || next.value.key !== key ? undefined : next.value.value
        const [realm, mac] = [key.slice(0, key.indexOf("/")), key.slice(key.indexOf("/") + 1)]
        const device = deviceOf(mac, value, runtime)
        if (device) yield { realm, mac, device }
      }
    },
    count: (realm) => runtimes.count(`${realm}/`),
  }
}

/** A device has both of its rows, of one incarnation: without the small one it has expired. */
function sliced(
  row: SettingsRow | undefined,
  runtime: RuntimeRow | undefined,
  unfit: (slice: string, error: unknown) => void,
): SlicedDevice | undefined {
  return row && runtime?.of === row.id ? new SlicedDevice(row.slices, runtime.slices, unfit) : undefined
}

/** The rows of a changed device: those of `known` where nothing is to be written. */
function rowsAfter(
  known:
    | {
        readonly row: SettingsRow
        readonly runtime: RuntimeRow
        readonly device: SlicedDevice
        readonly seconds: number | undefined
      }
    | undefined,
  after: SlicedDevice,
  { seconds, now, newId }: { readonly seconds: number | undefined; readonly now: number; newId(): string },
): [SettingsRow, RuntimeRow] {
  const renews = !known || seconds !== known.seconds || isDue(known.row, seconds, now)
  const id = known?.row.id ?? newId()
  return [
    renews || after.settings !== known.device.settings
      ? { id, renewed: renews ? now : known.row.renewed, slices: after.checked("settings") }
      : known.row,
    renews || seconds !== undefined || after.runtime !== known.device.runtime
      ? { of: id, slices: after.checked("runtime") }
      : known.runtime,
  ]
}

function isDue({ renewed }: SettingsRow, seconds: number | undefined, now: number): boolean {
  return seconds !== undefined && now - renewed >= slackOf(seconds) * 1_000
}
