import { existsSync, readFileSync } from "node:fs"

/** A command as listed in the help. */
export interface Listed {
  readonly name: string
  readonly summary: string
  /** Files below dist/ of the plugin that contributes it, of the providers of what that needs, transitively, and of storage engines. */
  readonly plugins?: readonly string[]
}

/** Manifest next to the compiled code: the build writes it, so that the help need not import the plugins. */
const MANIFEST = new URL("../../commands.json", import.meta.url)

/** The commands of a server without a config; undefined when the build wrote no manifest. */
export function readManifest(file = MANIFEST): readonly Listed[] | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Listed[]) : undefined
}
