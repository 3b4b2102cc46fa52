import { SetupError } from "platen/sdk"
import type { Command, Terminal } from "platen/sdk"
import { loadConfig } from "../config.js"
import { appFromConfig } from "../main.js"
import { keepFilesPrivate } from "../storage/private.js"
import { commands } from "./commands.js"
import { withApp } from "./setting.js"

/** The commands of this config's plugins, looked up on an empty store. Throws SetupError for one that is called as another of ours. */
export async function contributed(): Promise<readonly Command[]> {
  const given = await withApp(async ({ registry }) =>
    registry.commands.list().map((command) => ({ command, owner: registry.commands.owner(command.name)! })),
  )
  const taken = new Set(["help", "serve", ...commands.map(({ name }) => name)])
  const clash = given.find(({ command }) => taken.has(command.name))
  if (clash)
    throw new SetupError(
      `Plugin "${clash.owner}" gives the command "${clash.command.name}", which the server itself has: rename it, or turn the plugin off in platen.yaml.`,
    )
  return given.map(({ command }) => command)
}

/** Runs a plugin's command on the server's own data, beside the server if it runs. Resolves to the exit code. */
export async function runBeside(name: string, args: readonly string[], terminal: Terminal): Promise<number> {
  keepFilesPrivate()
  const app = await appFromConfig(loadConfig(), { quiet: true, beside: true })
  try {
    return await app.registry.commands.get(name)!.run(args, terminal)
  } finally {
    await app.close()
  }
}
