import { Conflict, entriesOf, z } from "platen/sdk"
import { deviceKey, ownerOf } from "platen/sdk/device"
import { oneByOne } from "platen/sdk/kit"
import type { Store } from "platen/sdk"
import type { Device, DeviceId, Devices, Quotas } from "platen/sdk/device"

/** Bytes of one device, and of all devices of one owner. */
export const MAX_DEVICE_BYTES = 64 << 20
export const MAX_USER_BYTES = 256 << 20

const usage = z.object({ names: z.record(z.string(), z.number()) })
type Usage = z.output<typeof usage>

export interface DeviceQuotas extends Quotas {
  forget(device: DeviceId): Promise<void>
}

/** `max`: bytes of all users together. One change after the other: two at once are not more than there is room for. */
export function quotasIn(store: Store, devices: Pick<Devices, "get" | "of" | "ttl">, max: number): DeviceQuotas {
  const all = store.collection("usage", usage)
  const totals = store.collection("usage-total", z.object({ bytes: z.number() }))
  const inTurn = oneByOne()
  const total = async (): Promise<number> => (await totals.get("all"))?.bytes ?? 0
  /** Rows run out by themselves: before anybody is refused, they are counted anew. */
  const counted = async (): Promise<number> => {
    let bytes = 0
    for await (const { value } of entriesOf(all)) bytes += sumOf(value)
    await totals.set("all", { bytes })
    return bytes
  }
  const ofOwner = async (edition: string, user: string): Promise<number> => {
    const owned = (await devices.of(edition, user)).filter(({ device }) => ownerOf(device)?.user === user)
    const rows = await Promise.all(owned.map(({ mac }) => all.get(deviceKey(edition, mac))))
    return rows.reduce((sum, row) => sum + sumOf(row), 0)
  }
  const check = async (
    { edition }: DeviceId,
    device: Device | undefined,
    after: number,
    growth: number,
  ): Promise<void> => {
    if (after > MAX_DEVICE_BYTES) throw full(`${MAX_DEVICE_BYTES >> 20} MiB are kept for one screen`)
    const owner = device && ownerOf(device)
    if (owner && (await ofOwner(edition, owner.user)) + growth > MAX_USER_BYTES)
      throw full(`${MAX_USER_BYTES >> 20} MiB are kept for one person`)
    if ((await total()) + growth > max && (await counted()) + growth > max)
      throw full("all that the operator allows is in use")
  }
  return {
    set: (id, name, bytes) =>
      inTurn(async () => {
        const device = await devices.get(id.edition, id.mac)
        const key = deviceKey(id.edition, id.mac)
        const before = await all.get(key)
        const names = { ...before?.names, [name]: bytes }
        const [was, after] = [sumOf(before), sumOf({ names })]
        if (after > was) await check(id, device, after, after - was)
        if (after === was) return
        await all.update(key, () => (after === 0 ? undefined : { names }), { ttl: () => device && devices.ttl(device) })
        await totals.update("all", (known) => ({ bytes: Math.max(0, (known?.bytes ?? 0) + after - was) }))
      }),
    forget: ({ edition, mac }) =>
      inTurn(async () => {
        const key = deviceKey(edition, mac)
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
  return new Conflict(`There is no room for that: ${why}. Delete pictures and modes that nobody needs.`, {
    code: "storage-limit-reached",
  })
}
