import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { BadInput, PlatenError, SetupError } from "platen/sdk"
import type { Command } from "platen/sdk"
import { systemClock } from "../clock.js"
import { loadConfig } from "../config.js"
import { createLog } from "../log.js"
import { appFromConfig, keepFilesPrivate } from "../main.js"
import { findBuiltIn, findPlugins } from "../plugins/find.js"
import { reservedIn } from "../plugins/order.js"
import { ownCommands } from "./commands.js"
import { commandsOf } from "./contributed.js"
import type { Contributed } from "./contributed.js"
import type { Host } from "./host.js"
import { readManifest } from "./manifest.js"
import type { Listed } from "./manifest.js"
import { openTerminal } from "./terminal.js"

/** The commands of the config. `fault`: why the commands of plugins are missing. */
export async function listed({ source }: Host): Promise<{ readonly all: readonly Listed[]; readonly fault?: string }> {
  try {
    return { all: commandsOf(await findPlugins(loadConfig(source, false))).map(({ entry }) => entry) }
  } catch (error) {
    if (error instanceof PlatenError) return { all: readManifest() ?? ownCommands(), fault: error.message }
    throw error
  }
}

/** Looks a command up. The kernel's own need no plugins, so that a server with a broken plugin can be backed up. */
async function found(name: string, host: Host): Promise<Contributed | undefined> {
  const own = ownCommands(host).find((entry) => entry.name === name)
  if (own) return { entry: own, owner: "platen" }
  const config = loadConfig(host.source, false)
  const files = host.findPlugins ? [] : (readManifest()?.find((each) => each.name === name)?.plugins ?? [])
  const alone = await findBuiltIn(files, config)
  const all = commandsOf(alone ?? (await findPlugins(config))).map((each) => ({ ...each, alone }))
  return all.find(({ entry }) => entry.name === name)
}

/** Runs a command. Resolves to its exit code, or to undefined for an unknown name. */
export async function run(name: string, args: readonly string[], host: Host): Promise<number | undefined> {
  const contributed = await found(name, host)
  if (!contributed) return undefined
  const { default: command } = await contributed.entry.load()
  if (args.includes("--help") || args.includes("-h")) {
    host.output.write(command.help)
    return 0
  }
  const terminal = openTerminal(host)
  const closing: (() => Promise<void> | void)[] = [() => terminal.close()]
  try {
    return await command.run(args, terminal, (how) => start(command, contributed, host, { closing, ...how }))
  } catch (error) {
    throw misuse(error as NodeJS.ErrnoException, name, command.help) ?? error
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** What to type in place of arguments that `parseArgs` refused; undefined for any other error. */
function misuse({ code = "", message }: NodeJS.ErrnoException, name: string, help: string): BadInput | undefined {
  if (!code.startsWith("ERR_PARSE_ARGS")) return undefined
  const [, given = ""] = /'(?:-\w, )?([^' ]*)/.exec(message) ?? []
  const needsValue = /missing|ambiguous/.test(message)
  const fault = code.endsWith("OPTION")
    ? `there is no option ${given}`
    : `${given} ${code.endsWith("POSITIONAL") ? "is one argument too many" : needsValue ? "needs a value" : "takes no value"}`
  return new BadInput(`${fault}: write ${help.split("\n")[0]}; platen ${name} --help explains it.`)
}

/** Starts the plugins of the config, or those that the command needs, without listening; checks the commands of all. Resolves to the services that the command needs. */
async function start(
  { data, needs }: Command,
  { owner, alone }: Contributed,
  { source, clock = systemClock, error, findPlugins: find = findPlugins, app: running }: Host,
  { closing, alone: wanted }: { readonly closing: (() => Promise<void> | void)[]; readonly alone?: boolean },
): Promise<Readonly<Record<string, unknown>>> {
  const reserved = reservedIn({ needs })
  if (reserved !== undefined)
    throw new SetupError(`The command of plugin "${owner}" needs "${reserved}": no command may have it.`)
  if (running) return running.host.services(owner, needs)
  keepFilesPrivate()
  const config = loadConfig(source, false)
  const isServers = data === "server"
  const dataFolder = isServers ? config.dataFolder : mkdtempSync(path.join(os.tmpdir(), "platen-"))
  if (!isServers) closing.push(() => rmSync(dataFolder, { recursive: true, force: true }))
  // Warnings and errors alone, on standard error: the output stays clean.
  const log = createLog(config.server.logLevel === "info" ? "warn" : config.server.logLevel, error)
  const isPart = wanted === true && alone !== undefined
  const plugins = isPart ? alone : await find(config)
  commandsOf(plugins)
  const app = await appFromConfig({ ...config, dataFolder }, { plugins, log, clock, offline: isServers, isPart })
  closing.push(() => app.close())
  return app.host.services(owner, needs)
}
