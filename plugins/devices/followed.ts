import { deviceKey, entriesOf, put, z } from "platen/sdk"
import type { Change, Device, DeviceId, Store } from "platen/sdk"

/**
 * Who is bound to which device, and whose request is whose: written along with the device's document, so that it is found by them
 * whoever changes it. What the document says counts, not these.
 */
export interface Followed {
  /** What is to be written when a document becomes another. `ttl`: of the document, in seconds. */
  follow(id: DeviceId, before: Device | undefined, after: Device | undefined, ttl: number | undefined): readonly Change[]
  /** MACs that a user is bound to. */
  boundTo(edition: string, user: string): Promise<readonly string[]>
  /** MACs that somebody has asked for while they had no owner. */
  asked(edition: string): Promise<readonly string[]>
  requested(edition: string, id: number): Promise<string | undefined>
}

export function followedIn(store: Store): Followed {
  const bindings = store.collection("bindings", z.object({ at: z.number() }))
  const requests = store.collection("requests", z.object({ mac: z.string(), owned: z.boolean() }))
  const keyOf = (edition: string, id: number): string => `${edition}/${id}`
  const members = ({ edition, mac }: DeviceId, before: Device | undefined, after: Device | undefined): Change[] => {
    if (before?.members === after?.members) return []
    const had = new Set(before?.members.map(({ user }) => user))
    const have = new Set(after?.members.map(({ user }) => user))
    const key = (user: string): string => `${user}/${deviceKey(edition, mac)}`
    return [
      ...[...had].filter((user) => !have.has(user)).map((user) => put(bindings, key(user), undefined)),
      ...after?.members.filter(({ user }) => !had.has(user)).map(({ user, boundAt }) => put(bindings, key(user), { at: boundAt })) ?? [],
    ]
  }
  const asking = ({ edition, mac }: DeviceId, before: Device | undefined, after: Device | undefined, ttl: number | undefined): Change[] => {
    const had = new Set(before?.requests.map(({ id }) => id))
    const have = new Set(after?.requests.map(({ id }) => id))
    if (had.size === 0 && have.size === 0) return []
    const owned = after !== undefined && after.members.length > 0
    // Those of a document that runs out live as long as it does.
    const same = ttl === undefined && before !== undefined && owned === before.members.length > 0
    return [
      ...[...had].filter((id) => !have.has(id)).map((id) => put(requests, keyOf(edition, id), undefined)),
      ...[...have].filter((id) => !same || !had.has(id)).map((id) => put(requests, keyOf(edition, id), { mac, owned }, { ttl })),
    ]
  }
  return {
    follow: (id, before, after, ttl) => [...members(id, before, after), ...asking(id, before, after, ttl)],
    boundTo: async (edition, user) => {
      const prefix = `${user}/${edition}/`
      const macs: string[] = []
      for await (const { key } of entriesOf(bindings, { prefix })) macs.push(key.slice(prefix.length))
      return macs
    },
    asked: async (edition) => {
      const found = new Set<string>()
      for await (const { value: { mac, owned } } of entriesOf(requests, { prefix: `${edition}/` })) if (!owned) found.add(mac)
      return [...found].sort()
    },
    requested: async (edition, id) => (await requests.get(keyOf(edition, id)))?.mac,
  }
}
