import { existsSync, readdirSync } from "node:fs"
import { files } from "../../kernel/files.js"
import { readDefinition } from "../../plugins/pages/modes-json/definition-files.js"

/** The folder of the built-in modes, as sources. */
export const MODES = new URL("../../../modes/", import.meta.url)

/** The built-in modes that are data, by their folders. */
export const DEFINED: readonly string[] = readdirSync(MODES).filter((name) =>
  existsSync(new URL(`${name}/mode.json`, MODES)),
)

/** The definition of a built-in mode. */
export async function definitionOf<T>(name: string): Promise<T> {
  return (await readDefinition(new URL(`${name}/`, MODES), files)).definition as T
}
