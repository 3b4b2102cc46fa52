import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { ADMIN_TOKEN, PlatenError, SetupError } from "platen/sdk"
import type { Command } from "platen/sdk"
import { loadConfig } from "../config.js"
import { appFromConfig, keepFilesPrivate } from "../main.js"
import { findPlugins } from "../plugins/find.js"
import { commands } from "./commands.js"
import { commandsOf } from "./contributed.js"
import type { Contributed } from "./contributed.js"
import { readManifest } from "./manifest.js"
import type { Listed } from "./manifest.js"
import { openTerminal } from "./terminal.js"

/** The commands of the config in the working folder. `fault`: why the commands of plugins are missing. */
export async function listed(): Promise<{ readonly all: readonly Listed[]; readonly fault?: string }> {
  try {
    return { all: commandsOf(await findPlugins(loadConfig())).map(({ entry }) => entry) }
  } catch (error) {
    if (error instanceof PlatenError) return { all: readManifest() ?? commands, fault: error.message }
    throw error
  }
}

/** Looks a command up. The kernel's own need no plugins, so that a server with a broken plugin can be backed up. */
async function found(name: string): Promise<Contributed | undefined> {
  const own = commands.find((entry) => entry.name === name)
  if (own) return { entry: own, owner: "platen" }
  return commandsOf(await findPlugins(loadConfig())).find(({ entry }) => entry.name === name)
}

/** Runs a command. Resolves to its exit code, or to undefined for an unknown name. */
export async function run(name: string, args: readonly string[]): Promise<number | undefined> {
  const contributed = await found(name)
  if (!contributed) return undefined
  const { default: command } = await contributed.entry.load()
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(command.help)
    return 0
  }
  const terminal = openTerminal({ input: process.stdin, output: process.stdout, error: process.stderr })
  const closing: (() => Promise<void> | void)[] = [() => terminal.close()]
  try {
    return await command.run(args, terminal, () => start(command, contributed, closing))
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** Starts the plugins of the config without listening. Resolves to the services that the command needs. */
async function start(
  { data, needs }: Command,
  { owner }: Contributed,
  closing: (() => Promise<void> | void)[],
): Promise<Readonly<Record<string, unknown>>> {
  if (Object.values(needs).some(({ name }) => name === ADMIN_TOKEN.name))
    throw new SetupError(`The command of plugin "${owner}" needs "${ADMIN_TOKEN.name}": no command may have it.`)
  keepFilesPrivate()
  const config = loadConfig()
  const isServers = data === "server"
  const dataFolder = isServers ? config.dataFolder : mkdtempSync(path.join(os.tmpdir(), "platen-"))
  if (!isServers) closing.push(() => rmSync(dataFolder, { recursive: true, force: true }))
  const app = await appFromConfig({ ...config, dataFolder }, { quiet: true, offline: isServers })
  closing.push(() => app.close())
  return app.host.services(owner, needs)
}
