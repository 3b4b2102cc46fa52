import { chmodSync, existsSync } from "node:fs"

/** Read and write for the server's user only. */
const OWN = 0o600

/** Makes existing files private. Ignores file systems without permissions and files of other users. */
export function makePrivate(...files: readonly string[]): void {
  for (const file of files) {
    try {
      if (existsSync(file)) chmodSync(file, OWN)
    } catch {
      // The owner of the folder is responsible for its permissions.
    }
  }
}
