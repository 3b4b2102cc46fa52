import type { CommandEntry } from "platen/sdk"
import type { Host } from "./host.js"

/** Commands of the kernel. `host`: whose config and clock they work with. */
export const ownCommands = (host: Partial<Host> = {}): readonly CommandEntry[] => [
  {
    name: "backup",
    summary: "back up the store into one file",
    load: async () => ({ default: (await import("./backup.js")).backupCommand(host) }),
  },
  {
    name: "restore",
    summary: "replace the store by a backup",
    load: async () => ({ default: (await import("./backup.js")).restoreCommand(host) }),
  },
  {
    name: "copy-store",
    summary: "copy the store of another storage engine",
    load: async () => ({ default: (await import("./copy-store.js")).copyStoreCommand(host) }),
  },
]
