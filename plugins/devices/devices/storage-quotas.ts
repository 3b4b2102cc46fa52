import { Conflict, z } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import { oneByOne, entriesOf, ownerOf } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import type { Device, DeviceId, Devices, Quotas } from "platen/sdk/device"

/** Bytes of stored pictures and modes: of one device, and of all devices of one owner; of what a person stores apart from devices as much again. */
export const MAX_DEVICE_BYTES = 64 << 20
export const MAX_USER_BYTES = 256 << 20

const usage = z.object({ names: z.record(z.string(), z.number()) })
type Usage = z.output<typeof usage>

export interface DeviceQuotas extends Quotas {
  forget(device: DeviceId): Promise<void>
}

/** `max`: bytes of all users together. Changes run one at a time: two concurrent ones cannot exceed a bound. */
export function quotasIn(store: Store, devices: Pick<Devices, "get" | "of" | "ttl">, max: number): DeviceQuotas {
  const all = store.collection("usage", usage)
  const totals = store.collection("usage-total", z.object({ bytes: z.number() }))
  const inTurn = oneByOne()
  const total = async (): Promise<number> => (await totals.get("all"))?.bytes ?? 0
  /** Recounts the total. Rows expire without reducing the stored total, so a recount precedes every refusal. */
  const recounted = async (): Promise<number> => {
    let bytes = 0
    for await (const { value } of entriesOf(all)) bytes += sumOf(value)
    await totals.set("all", { bytes })
    return bytes
  }
  const ofOwner = async (realm: string, user: string): Promise<number> => {
    const owned = (await devices.of(realm, user)).filter(({ device }) => ownerOf(device)?.user === user)
    const rows = await Promise.all(owned.map(({ mac }) => all.get(deviceKey(realm, mac))))
    return rows.reduce((sum, row) => sum + sumOf(row), 0)
  }
  const checkTotal = async (growth: number): Promise<void> => {
    if ((await total()) + growth > max && (await recounted()) + growth > max)
      throw full("this server's storage is full")
  }
  const check = async (
    { realm }: DeviceId,
    device: Device | undefined,
    after: number,
    growth: number,
  ): Promise<void> => {
    if (after > MAX_DEVICE_BYTES) throw full(`one screen may use ${MAX_DEVICE_BYTES >> 20} MiB`)
    const owner = device && ownerOf(device)
    if (owner && (await ofOwner(realm, owner.user)) + growth > MAX_USER_BYTES)
      throw full(`one person may use ${MAX_USER_BYTES >> 20} MiB`)
    await checkTotal(growth)
  }
  const checkPerson = async (after: number, growth: number): Promise<void> => {
    if (after > MAX_USER_BYTES) throw full(`one person may use ${MAX_USER_BYTES >> 20} MiB`)
    await checkTotal(growth)
  }
  return {
    set: (holder, name, bytes) =>
      inTurn(async () => {
        const isPerson = "user" in holder
        const device = isPerson ? undefined : await devices.get(holder.realm, holder.mac)
        const key = isPerson ? `person/${holder.user}` : deviceKey(holder.realm, holder.mac)
        const before = await all.get(key)
        const names = { ...before?.names, [name]: bytes }
        const [was, after] = [sumOf(before), sumOf({ names })]
        if (after > was) await (isPerson ? checkPerson(after, after - was) : check(holder, device, after, after - was))
        if (after === was) return
        let grown = 0
        // Another server may have set another name meanwhile.
        const set = (known: Usage | undefined): Usage | undefined => {
          const next = { names: { ...known?.names, [name]: bytes } }
          grown = sumOf(next) - sumOf(known)
          return sumOf(next) === 0 ? undefined : next
        }
        await all.update(key, set, { ttl: () => device && devices.ttl(device) })
        await totals.update("all", (known) => ({ bytes: Math.max(0, (known?.bytes ?? 0) + grown) }))
      }),
    used: () => inTurn(recounted),
    forget: ({ realm, mac }) =>
      inTurn(async () => {
        const key = deviceKey(realm, mac)
        const bytes = sumOf(await all.get(key))
        if (bytes === 0) return
        await all.delete(key)
        await totals.update("all", (known) => ({ bytes: Math.max(0, (known?.bytes ?? 0) - bytes) }))
      }),
  }
}

function sumOf(row: Usage | undefined): number {
  return Object.values(row?.names ?? {}).reduce((sum, bytes) => sum + bytes, 0)
}

function full(why: string): Conflict {
  return new Conflict(`The storage limit is reached: ${why}. Delete pictures and modes that you no longer need.`, {
    code: "storage-limit-reached",
  })
}
