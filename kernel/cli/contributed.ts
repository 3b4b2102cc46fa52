import { SetupError } from "platen/sdk"
import type { CommandEntry } from "platen/sdk"
import type { Found } from "../plugins/find.js"
import { ownCommands } from "./commands.js"

const NAME = /^[a-z][a-z0-9-]{0,17}$/
/** Commands that main.ts handles itself. */
const RESERVED = new Set(["help", "serve"])

/** A command and the id of the plugin that contributes it. `alone`: the plugins that it needs, where the build knows them. */
export interface Contributed {
  readonly entry: CommandEntry
  readonly owner: string
  readonly alone?: readonly Found[] | undefined
}

/** The commands of the kernel and of plugins. Throws SetupError for a name that is malformed or already used. */
export function commandsOf(plugins: readonly Found[]): readonly Contributed[] {
  const all = new Map<string, Contributed>(ownCommands().map((entry) => [entry.name, { entry, owner: "platen" }]))
  for (const { plugin } of plugins) {
    for (const entry of plugin.commands ?? []) {
      const { name } = entry
      if (!NAME.test(name))
        throw new SetupError(
          `Plugin "${plugin.id}" has the command "${name}": its name must match ${NAME.source}; correct it, or turn the plugin off in platen.yaml.`,
        )
      const other = RESERVED.has(name) ? "platen" : all.get(name)?.owner
      if (other !== undefined)
        throw new SetupError(
          `Plugin "${plugin.id}" has the command "${name}", which ${other === "platen" ? "the server itself" : `plugin "${other}"`} already has: rename it, or turn the plugin off in platen.yaml.`,
        )
      all.set(name, { entry, owner: plugin.id })
    }
  }
  return [...all.values()]
}
