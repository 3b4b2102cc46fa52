import { z } from "platen/sdk"
import type { Change, Device, Store } from "platen/sdk"

/** A device, and what it is found by. */
export interface Place {
  readonly edition: string
  readonly mac: string
}

/**
 * Who is bound to which device, and whose request is whose: written along with the device's document, so that it is found by them
 * whoever changes it. What the document says counts, not these.
 */
export interface Followed {
  /** What is to be written when a document becomes another. `ttl`: of the document, in seconds. */
  follow(place: Place, before: Device | undefined, after: Device | undefined, ttl: number | undefined): readonly Change[]
  /** MACs that a user is bound to. */
  boundTo(edition: string, user: string): Promise<readonly string[]>
  /** MACs that somebody has asked for while they had no owner. */
  asked(edition: string): Promise<readonly string[]>
  requested(edition: string, id: number): Promise<string | undefined>
}

const PAGE = 1000

export function followedIn(store: Store): Followed {
  const bindings = store.collection("bindings", z.object({ at: z.number() }))
  const requests = store.collection("requests", z.object({ mac: z.string(), owned: z.boolean() }))
  const keyOf = (edition: string, id: number): string => `${edition}/${id}`
  const members = ({ edition, mac }: Place, before: Device | undefined, after: Device | undefined): Change[] => {
    if (before?.members === after?.members) return []
    const had = new Set(before?.members.map(({ user }) => user))
    const have = new Set(after?.members.map(({ user }) => user))
    const key = (user: string): string => `${user}/${edition}/${mac}`
    return [
      ...[...had].filter((user) => !have.has(user)).map((user) => ({ collection: bindings as never, key: key(user), value: undefined })),
      ...after?.members.filter(({ user }) => !had.has(user)).map(({ user, boundAt }) => ({ collection: bindings as never, key: key(user), value: { at: boundAt } })) ?? [],
    ]
  }
  const asking = ({ edition, mac }: Place, before: Device | undefined, after: Device | undefined, ttl: number | undefined): Change[] => {
    const had = new Set(before?.requests.map(({ id }) => id))
    const have = new Set(after?.requests.map(({ id }) => id))
    if (had.size === 0 && have.size === 0) return []
    const owned = after !== undefined && after.members.length > 0
    // Those of a document that runs out live as long as it does.
    const same = ttl === undefined && before !== undefined && owned === before.members.length > 0
    return [
      ...[...had].filter((id) => !have.has(id)).map((id) => ({ collection: requests as never, key: keyOf(edition, id), value: undefined })),
      ...[...have].filter((id) => !same || !had.has(id)).map((id) => ({ collection: requests as never, key: keyOf(edition, id), value: { mac, owned }, ...(ttl !== undefined && { ttl }) })),
    ]
  }
  return {
    follow: (place, before, after, ttl) => [...members(place, before, after), ...asking(place, before, after, ttl)],
    boundTo: async (edition, user) => (await bindings.list({ prefix: `${user}/${edition}/`, limit: PAGE })).map(({ key }) => key.slice(`${user}/${edition}/`.length)),
    asked: async (edition) => {
      const found = new Set<string>()
      for (let after: string | undefined; ;) {
        const page = await requests.list({ prefix: `${edition}/`, limit: PAGE, ...(after !== undefined && { after }) })
        for (const { value: { mac, owned } } of page) if (!owned) found.add(mac)
        after = page.at(-1)?.key
        if (page.length < PAGE) return [...found].sort()
      }
    },
    requested: async (edition, id) => (await requests.get(keyOf(edition, id)))?.mac,
  }
}
