import { entriesOf, put, z } from "platen/sdk"
import { deviceKey } from "platen/sdk/device"
import type { Change, Store } from "platen/sdk"
import type { Device, DeviceId } from "platen/sdk/device"

/**
 * Who is bound to which device, and whose request is whose: written along with the device's document, so that it is found by them
 * whoever changes it. What the document says counts, not these.
 */
export interface DeviceIndex {
  /** What is to be written when a document becomes another. `ttl`: of the document, in seconds. */
  changes(
    id: DeviceId,
    before: Device | undefined,
    after: Device | undefined,
    ttl: number | undefined,
  ): readonly Change[]
  /** MACs that a user is bound to, or was until the binding was undone. */
  boundTo(edition: string, user: string): Promise<readonly string[]>
  /** MACs that somebody has asked for while they had no owner. */
  asked(edition: string): Promise<readonly string[]>
  requested(edition: string, id: number): Promise<string | undefined>
}

/** For so long a user can read that a binding was undone. */
export const UNDONE_SECONDS = 7 * 86_400

export function deviceIndexIn(store: Store): DeviceIndex {
  const bindings = store.collection("bindings", z.object({ at: z.number() }))
  const requests = store.collection("requests", z.object({ mac: z.string(), owned: z.boolean() }))
  const keyOf = (edition: string, id: number): string => `${edition}/${id}`
  const members = ({ edition, mac }: DeviceId, before: Device | undefined, after: Device | undefined): Change[] => {
    if (before?.members === after?.members && before?.undone === after?.undone) return []
    const [had, have] = [boundUsers(before), boundUsers(after)]
    const key = (user: string): string => `${user}/${deviceKey(edition, mac)}`
    return [
      ...[...had.keys()].filter((user) => !have.has(user)).map((user) => put(bindings, key(user), undefined)),
      ...[...have]
        .filter(([user, { ttl }]) => !had.has(user) || had.get(user)!.ttl !== ttl)
        .map(([user, { at, ttl }]) => put(bindings, key(user), { at }, { ttl })),
    ]
  }
  const asking = (
    { edition, mac }: DeviceId,
    before: Device | undefined,
    after: Device | undefined,
    ttl: number | undefined,
  ): Change[] => {
    const had = new Set(before?.requests.map(({ id }) => id))
    const have = new Set(after?.requests.map(({ id }) => id))
    if (had.size === 0 && have.size === 0) return []
    const owned = after !== undefined && after.members.length > 0
    // Those of a document that runs out live as long as it does.
    const same = ttl === undefined && before !== undefined && owned === before.members.length > 0
    return [
      ...[...had].filter((id) => !have.has(id)).map((id) => put(requests, keyOf(edition, id), undefined)),
      ...[...have]
        .filter((id) => !same || !had.has(id))
        .map((id) => put(requests, keyOf(edition, id), { mac, owned }, { ttl })),
    ]
  }
  return {
    changes: (id, before, after, ttl) => [...members(id, before, after), ...asking(id, before, after, ttl)],
    boundTo: async (edition, user) => {
      const prefix = `${user}/${edition}/`
      const macs: string[] = []
      for await (const { key } of entriesOf(bindings, { prefix })) macs.push(key.slice(prefix.length))
      return macs
    },
    asked: async (edition) => {
      const found = new Set<string>()
      for await (const {
        value: { mac, owned },
      } of entriesOf(requests, { prefix: `${edition}/` }))
        if (!owned) found.add(mac)
      return [...found].sort()
    },
    requested: async (edition, id) => (await requests.get(keyOf(edition, id)))?.mac,
  }
}

/** Members, and the user whose binding was undone, who is told for so many seconds. */
function boundUsers(
  device: Device | undefined,
): ReadonlyMap<string, { readonly at: number; readonly ttl: number | undefined }> {
  return new Map<string, { readonly at: number; readonly ttl: number | undefined }>([
    ...(device?.undone ? [[device.undone.user, { at: device.undone.at, ttl: UNDONE_SECONDS }] as const] : []),
    ...(device?.members.map(({ user, boundAt }) => [user, { at: boundAt, ttl: undefined }] as const) ?? []),
  ])
}
