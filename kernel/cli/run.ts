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

/** The commands of the working folder's config. `fault`: why those of plugins are not there. */
export async function listed(): Promise<{ readonly all: readonly Listed[]; readonly fault?: string }> {
  try {
    return { all: commandsOf(await findPlugins(loadConfig())).map(({ entry }) => entry) }
  } catch (error) {
    if (error instanceof PlatenError) return { all: readManifest() ?? commands, fault: error.message }
    throw error
  }
}

/** The kernel's own commands run whatever the config names: a backup can be made of a server whose plugin is broken. */
async function found(name: string): Promise<Contributed | undefined> {
  const own = commands.find((entry) => entry.name === name)
  if (own) return { entry: own, owner: "platen" }
  return commandsOf(await findPlugins(loadConfig())).find(({ entry }) => entry.name === name)
}

/** Runs a command. Resolves to its exit code; to undefined when there is none of that name. */
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

/** Starts every plugin of the config, and listens to nobody. */
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
