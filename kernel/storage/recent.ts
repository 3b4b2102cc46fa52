import { lruSet } from "platen/sdk/kit"
import type { Known } from "./collection.js"

/** Number of remembered values and characters of the longest one's text; together about 32 MB at most. */
const MAX_VALUES = 2_000
const MAX_LENGTH = 8_192

/** Values last read or written in this process. Other processes may have changed them: compare the revisions before use. */
export interface Recent<T> extends Pick<Map<string, Known<T>>, "get" | "delete"> {
  /** Remembers a value of a stored text of so many characters, frozen. */
  set(key: string, known: Known<T>, length: number): Known<T>
}

export function recentValues<T>(): Recent<T> {
  const values = new Map<string, Known<T>>()
  return {
    get: (key) => values.get(key),
    set: (key, known, length) => {
      if (length > MAX_LENGTH) values.delete(key)
      else {
        frozen(known.value)
        lruSet(values, key, known, MAX_VALUES)
      }
      return known
    },
    delete: (key) => values.delete(key),
  }
}

/** Freezes a value and all that it holds: every reader gets the same object. */
export function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  for (const each of Object.values(Object.freeze(value))) frozen(each as unknown)
  return value
}
