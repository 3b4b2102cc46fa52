import type { CommandEntry } from "platen/sdk"

/** Commands of the kernel. */
export const commands: readonly CommandEntry[] = [
  {
    name: "backup",
    summary: "back up the store into one file",
    load: async () => ({ default: (await import("./backup.js")).backupCommand }),
  },
  {
    name: "restore",
    summary: "replace the store by a backup",
    load: async () => ({ default: (await import("./backup.js")).restoreCommand }),
  },
]
