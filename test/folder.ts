import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import os from "node:os"
import path from "node:path"

let root: string | undefined

function rootFolder(): string {
  const made = mkdtempSync(path.join(os.tmpdir(), "platen-test-"))
  process.once("exit", () => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A new folder with these files, by path inside it; gone when the process ends. */
export function folderWith(files: Readonly<Record<string, string>> = {}): string {
  root ??= rootFolder()
  const folder = mkdtempSync(path.join(root, "folder-"))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  return folder
}
