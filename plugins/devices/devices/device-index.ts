import { put, z } from "platen/sdk"
import { deviceKey, MEMBERS } from "platen/sdk/device"
import { entriesOf, isOwned } from "platen/sdk/kit"
import type { Change, Collection, Store } from "platen/sdk"
import type { Device, DeviceId } from "platen/sdk/device"

/**
 * Index of devices by bound user and by request id. It is written in one transaction with the device.
 * The device is authoritative: check an entry against it.
 */
export interface DeviceIndex {
  /** Index changes for a change of a device. `ttl`: of the device, in seconds. */
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
  const requests = store.collection("requests", z.object({ mac: z.string() }))
  const asked = askedIn(store)
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
    // A write renews the expiry of the device, and so of its requests.
    const same = ttl === undefined && before !== undefined && after !== undefined && isOwned(after) === isOwned(before)
    const [wasAsked, isAsked] = [isAskedFor(before), isAskedFor(after)]
    return [
      ...[...had].filter((id) => !have.has(id)).map((id) => put(requests, keyOf(realm, id), undefined)),
      ...[...have].filter((id) => !same || !had.has(id)).map((id) => put(requests, keyOf(realm, id), { mac }, { ttl })),
      ...(isAsked && !(same && wasAsked) ? [put(asked, deviceKey(realm, mac), {}, { ttl })] : []),
      ...(wasAsked && !isAsked ? [put(asked, deviceKey(realm, mac), undefined)] : []),
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
      const macs: string[] = []
      for await (const { key } of entriesOf(asked, { prefix: `${realm}/` })) macs.push(key.slice(realm.length + 1))
      return macs
    },
    requested: async (realm, id) => (await requests.get(keyOf(realm, id)))?.mac,
  }
}

/** Index of the devices without an owner that have requests. */
export function askedIn(store: Store): Collection<object> {
  return store.collection("asked", z.object({}))
}

export function isAskedFor(device: Device | undefined): boolean {
  return device !== undefined && !isOwned(device) && device.get(MEMBERS).requests.length > 0
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
