import type { Change } from "platen/sdk"
import type { CollectionInside } from "./collection.js"
import type { Write } from "platen/sdk"
import type { JournalInside } from "./journal.js"

/** Changes as the engine writes them. Throws TypeError for a value that does not fit its schema. */
export function writesOf(changes: readonly Change[]): Write[] {
  return changes.map((change) => {
    if ("journal" in change)
      return (change.journal as unknown as JournalInside<unknown>).write(change.stream, change.row, change.ttl)
    const inside = change.collection as unknown as CollectionInside<unknown>
    const key = inside.fullKey(change.key)
    return {
      key,
      value: change.value === undefined ? undefined : inside.encode(key, change.value),
      expires: inside.expires(change.ttl),
    }
  })
}

/** To be called once they are written: journals forget their oldest rows. */
export async function written(changes: readonly Change[]): Promise<void> {
  for (const change of changes)
    if ("journal" in change) await (change.journal as unknown as JournalInside<unknown>).appended(change.stream)
}
