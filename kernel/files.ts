import { readdir, readFile } from "node:fs/promises"
import type { Files } from "platen/sdk"

/** Reads the files that plugins ship with their code. */
export const files: Files = {
  bytes: (file) => readFile(file),
  text: (file) => readFile(file, "utf8"),
  list: async (folder) => {
    const entries = await readdir(folder as URL, { withFileTypes: true }).catch(() => [])
    return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
  },
}
