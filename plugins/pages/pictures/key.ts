import { z } from "platen/sdk"
import { newSecret } from "platen/sdk/kit"
import type { Store } from "platen/sdk"

const keys = new WeakMap<Store, Promise<string>>()

/** Secret from which this server derives picture ids; created on first use and stored. */
export function pictureKey(store: Store): Promise<string> {
  let key = keys.get(store)
  if (!key) {
    const fresh = newSecret()
    key = store
      .collection("picture-key", z.string())
      .update("key", (known) => known ?? fresh)
      .then((kept) => kept!)
    // After a failed write, the next call tries again.
    key.catch(() => keys.delete(store))
    keys.set(store, key)
  }
  return key
}
