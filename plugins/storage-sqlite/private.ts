import { chmodSync, existsSync } from "node:fs"

/** Read and written by the server's user alone. */
const OWN = 0o600

/** Makes those of the files that exist private. A file system without rights, or a file of another user, stays as it is. */
export function makePrivate(...files: readonly string[]): void {
  for (const file of files) {
    try {
      if (existsSync(file)) chmodSync(file, OWN)
    } catch {
      // The folder's owner decides there.
    }
  }
}
