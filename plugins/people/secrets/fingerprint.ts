import { createHash } from "node:crypto"
import { SetupError, z } from "platen/sdk"
import type { Collection, Store } from "platen/sdk"

/** Fingerprints by what they are of. */
const ONE = "key"

/** A digest by which a key is known again, and which tells nothing of it. */
export function fingerprintOf(key: Uint8Array): string {
  return createHash("sha256").update("platen secrets.key\0").update(key).digest("base64url").slice(0, 22)
}

/** The fingerprint of the key with which the servers of a store seal. It is kept once one of them has its key from platen.yaml, or several may use the store: from then on all need the same. */
export function fingerprintIn(store: Store): Collection<string> {
  return store.collection("fingerprint", z.string())
}

/** Throws SetupError when the servers of this store seal with another key. `isConfigured`: the key is from platen.yaml. `isShared`: several servers may use the store. */
export async function checkKey(
  kept: Collection<string>,
  key: () => Uint8Array | undefined,
  { isConfigured, isShared }: { readonly isConfigured: boolean; readonly isShared: boolean },
): Promise<void> {
  const known = await kept.get(ONE)
  if (known === undefined && !isConfigured && !isShared) return
  const own = key()
  const mine = own && fingerprintOf(own)
  const agreed = known ?? (await kept.update(ONE, (other) => other ?? mine))
  if (mine === agreed) return
  throw new SetupError(
    isConfigured
      ? "The secrets in the store were sealed with another key than that of plugins.secrets.key in platen.yaml: name the key that the other servers of this store have."
      : "The servers of this store share a key for secrets: name it as plugins.secrets.key in platen.yaml, such as { file: /etc/platen/secrets.key }.",
  )
}
