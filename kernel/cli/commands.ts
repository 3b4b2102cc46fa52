import type { CommandEntry } from "platen/sdk"

/** Those that the kernel has itself. */
export const commands: readonly CommandEntry[] = [
  {
    name: "backup",
    summary: "copy everything that is kept into one file",
    load: async () => ({ default: (await import("./backup.js")).backupCommand }),
  },
  {
    name: "restore",
    summary: "put a backup in the place of what is kept",
    load: async () => ({ default: (await import("./backup.js")).restoreCommand }),
  },
]
