import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** A command as the help lists it. */
export interface Listed {
  readonly name: string
  readonly summary: string
}

/** Beside the built code: written by the build, so that the help need not import a single plugin. */
const MANIFEST = new URL("../../commands.json", import.meta.url)

/** The commands of a server without a config; undefined where the build has written none. */
export function readManifest(file = MANIFEST): readonly Listed[] | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Listed[]) : undefined
}

export function writeManifest(commands: readonly Listed[], file = MANIFEST): void {
  const listed = commands.map(({ name, summary }) => ({ name, summary }))
  writeFileSync(file, `${JSON.stringify(listed, null, 2)}\n`)
}
