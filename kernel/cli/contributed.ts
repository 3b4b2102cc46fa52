import { SetupError } from "platen/sdk"
import type { CommandEntry } from "platen/sdk"
import type { Found } from "../plugins/find.js"
import { commands } from "./commands.js"

const NAME = /^[a-z][a-z0-9-]{0,17}$/
/** What cli.ts itself does. */
const TAKEN = new Set(["help", "serve"])

/** A command, and the plugin that has it. */
export interface Contributed {
  readonly entry: CommandEntry
  readonly owner: string
}

/** The kernel's commands and those of plugins. Throws SetupError for a name that is taken, or that is no name of a command. */
export function commandsOf(plugins: readonly Found[]): readonly Contributed[] {
  const all = new Map<string, Contributed>(commands.map((entry) => [entry.name, { entry, owner: "platen" }]))
  for (const { plugin } of plugins) {
    for (const entry of plugin.commands ?? []) {
      const { name } = entry
      if (!NAME.test(name))
        throw new SetupError(
          `Plugin "${plugin.id}" has a command called "${name}": its name must match ${NAME.source}; correct it, or turn the plugin off in platen.yaml.`,
        )
      const other = TAKEN.has(name) ? "platen" : all.get(name)?.owner
      if (other !== undefined)
        throw new SetupError(
          `Plugin "${plugin.id}" has the command "${name}", which ${other === "platen" ? "the server itself" : `plugin "${other}"`} has: rename it, or turn the plugin off in platen.yaml.`,
        )
      all.set(name, { entry, owner: plugin.id })
    }
  }
  return [...all.values()]
}
