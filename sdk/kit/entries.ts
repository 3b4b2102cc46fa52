import type { Collection, Entry } from "../storage/store.js"

/** Iterates over all entries whose keys begin with `prefix`, in order of keys, however many there are. `page`: entries read at once. */
export async function* entriesOf<T>(
  collection: Collection<T>,
  { prefix = "", page = 1000 }: { readonly prefix?: string; readonly page?: number } = {},
): AsyncGenerator<Entry<T>> {
  for (let after: string | undefined; ;) {
    const entries = await collection.list({ prefix, limit: page, ...(after !== undefined && { after }) })
    yield* entries
    after = entries.at(-1)?.key
    if (entries.length < page) return
  }
}
