import type { Change, Write } from "platen/sdk"
import type { CollectionInside } from "./collection.js"
import type { JournalInside } from "./journal.js"

/** Converts changes to writes of the engine. Throws TypeError for a value that does not match its schema. */
export function writesOf(changes: readonly Change[]): Write[] {
  return changes.map((change) => {
    if ("journal" in change)
      return (change.journal as unknown as JournalInside<unknown>).write(change.stream, change.row, change.ttl)
    const inside = change.collection as unknown as CollectionInside<unknown>
    const key = inside.fullKey(change.key)
    return {
      key,
      value: change.value === undefined ? undefined : inside.encode(key, change.value).text,
      expires: inside.expires(change.ttl),
    }
  })
}

/** Trims journals. Call it after the changes are written. */
export async function written(changes: readonly Change[]): Promise<void> {
  for (const change of changes)
    if ("journal" in change) await (change.journal as unknown as JournalInside<unknown>).appended(change.stream)
}
