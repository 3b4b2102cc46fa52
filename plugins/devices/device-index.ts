import { put, z } from "platen/sdk"
import { deviceKey, MEMBERS } from "platen/sdk/device"
import { entriesOf, isOwned } from "platen/sdk/kit"
import type { Change, Store } from "platen/sdk"
import type { Device, DeviceId } from "platen/sdk/device"

/**
 * Index of devices by bound user and by request id. It is written in one transaction with the device's document.
 * The document is authoritative: check an entry against it.
 */
export interface DeviceIndex {
  /** Index changes for a change of a document. `ttl`: of the document, in seconds. */
  changes(
    id: DeviceId,
    before: Device | undefined,
    after: Device | undefined,
    ttl: number | undefined,
  ): readonly Change[]
  /** MACs that a user is bound to, and those whose binding was undone within UNDONE_SECONDS. */
  boundTo(realm: string, user: string): Promise<readonly string[]>
  /** MACs of unclaimed devices with access requests. */
  withRequests(realm: string): Promise<readonly string[]>
  /** MAC of the device with that access request. */
  requested(realm: string, id: number): Promise<string | undefined>
}

/** Seconds for which a user can read that a binding was undone. */
export const UNDONE_SECONDS = 7 * 86_400

export function deviceIndexIn(store: Store): DeviceIndex {
  const bindings = store.collection("bindings", z.object({ at: z.number() }))
  const requests = store.collection("requests", z.object({ mac: z.string(), owned: z.boolean() }))
  const keyOf = (realm: string, id: number): string => `${realm}/${id}`
  const memberChanges = ({ realm, mac }: DeviceId, before: Device | undefined, after: Device | undefined): Change[] => {
    if (before?.get(MEMBERS) === after?.get(MEMBERS)) return []
    const [had, have] = [boundUsers(before), boundUsers(after)]
    const key = (user: string): string => `${user}/${deviceKey(realm, mac)}`
    return [
      ...[...had.keys()].filter((user) => !have.has(user)).map((user) => put(bindings, key(user), undefined)),
      ...[...have]
        .filter(([user, { ttl }]) => !had.has(user) || had.get(user)!.ttl !== ttl)
        .map(([user, { at, ttl }]) => put(bindings, key(user), { at }, { ttl })),
    ]
  }
  const requestChanges = (
    { realm, mac }: DeviceId,
    before: Device | undefined,
    after: Device | undefined,
    ttl: number | undefined,
  ): Change[] => {
    const had = new Set(before?.get(MEMBERS).requests.map(({ id }) => id))
    const have = new Set(after?.get(MEMBERS).requests.map(({ id }) => id))
    if (had.size === 0 && have.size === 0) return []
    const owned = after !== undefined && isOwned(after)
    // A write renews the expiry of the document, and so of its requests.
    const same = ttl === undefined && before !== undefined && owned === isOwned(before)
    return [
      ...[...had].filter((id) => !have.has(id)).map((id) => put(requests, keyOf(realm, id), undefined)),
      ...[...have]
        .filter((id) => !same || !had.has(id))
        .map((id) => put(requests, keyOf(realm, id), { mac, owned }, { ttl })),
    ]
  }
  return {
    changes: (id, before, after, ttl) => [
      ...memberChanges(id, before, after),
      ...requestChanges(id, before, after, ttl),
    ],
    boundTo: async (realm, user) => {
      const prefix = `${user}/${realm}/`
      const macs: string[] = []
      for await (const { key } of entriesOf(bindings, { prefix })) macs.push(key.slice(prefix.length))
      return macs
    },
    withRequests: async (realm) => {
      const found = new Set<string>()
      for await (const {
        value: { mac, owned },
      } of entriesOf(requests, { prefix: `${realm}/` }))
        if (!owned) found.add(mac)
      return [...found].sort()
    },
    requested: async (realm, id) => (await requests.get(keyOf(realm, id)))?.mac,
  }
}

/** Members, and the user whose binding was undone, by user id. `ttl`: seconds; undefined for members. */
function boundUsers(
  device: Device | undefined,
): ReadonlyMap<string, { readonly at: number; readonly ttl: number | undefined }> {
  const { members = [], undone } = device?.get(MEMBERS) ?? {}
  return new Map<string, { readonly at: number; readonly ttl: number | undefined }>([
    ...(undone ? [[undone.user, { at: undone.at, ttl: UNDONE_SECONDS }] as const] : []),
    ...members.map(({ user, boundAt }) => [user, { at: boundAt, ttl: undefined }] as const),
  ])
}
