import { CONFIG } from "platen/sdk/device"
import { ownerOf } from "platen/sdk/kit"
import type { ConfigRecord, Device } from "platen/sdk/device"

/** Milliseconds within which one save after another counts as the same change. */
const SAME_MS = 15 * 60_000

/** At most so many records. The oldest one goes that was followed by another at once, so that yesterday's outlast many small saves; else the oldest. */
function bounded(records: readonly ConfigRecord[], most: number): ConfigRecord[] {
  if (records.length <= most) return [...records]
  const at = records.findLastIndex((each, i) => i > 0 && records[i - 1]!.createdAt - each.createdAt < SAME_MS)
  return bounded(records.toSpliced(at < 0 ? records.length - 1 : at, 1), most)
}

/** The next record of a device's configs, of which it becomes the active one. */
export function withRecord(
  device: Device,
  config: ConfigRecord["config"],
  { now, most }: { readonly now: number; readonly most: number },
): { readonly device: Device; readonly record: ConfigRecord } {
  const { records, next } = device.get(CONFIG)
  const record: ConfigRecord = { id: next, createdAt: now, active: true, config }
  return {
    record,
    device: device.with(CONFIG, {
      records: bounded([record, ...records.map((each) => ({ ...each, active: false }))], most),
      next: next + 1,
    }),
  }
}

/**
 * A device with an earlier config active; undefined when it has none of this id. `by`: the account of its owner, who brings back only what was
 * saved since they have the device: records before may hold secrets of other people. Undefined: an admin.
 */
export function withActive(device: Device, id: number, by: string | undefined): Device | undefined {
  const { records } = device.get(CONFIG)
  const wanted = records.find((each) => each.id === id)
  const owner = ownerOf(device)
  if (!wanted) return undefined
  const isOwn = owner !== undefined && owner.user === by && wanted.createdAt >= (owner.ownedAt ?? owner.boundAt)
  if (by !== undefined && !isOwn) return undefined
  return device.with(CONFIG, { records: records.map((each) => ({ ...each, active: each === wanted })) })
}
