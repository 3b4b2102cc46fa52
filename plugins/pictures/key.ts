import { z } from "platen/sdk"
import { newSecret } from "platen/sdk/kit"
import type { Store } from "platen/sdk"

const keys = new WeakMap<Store, Promise<string>>()

/** The secret with which this server makes ids of pictures: made by the first that is kept, and kept from then on. */
export function pictureKey(store: Store): Promise<string> {
  let key = keys.get(store)
  if (!key) {
    const fresh = newSecret()
    key = store
      .collection("picture-key", z.string())
      .update("key", (known) => known ?? fresh)
      .then((kept) => kept!)
    // A store that could not be written is asked again.
    key.catch(() => keys.delete(store))
    keys.set(store, key)
  }
  return key
}
