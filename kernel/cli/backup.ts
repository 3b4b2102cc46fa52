import { parseArgs } from "node:util"
import { BadInput, defineCommand } from "platen/sdk"
import type { Clock, Command } from "platen/sdk"
import { systemClock } from "../clock.js"
import { loadConfig } from "../config.js"
import type { AppConfig } from "../config.js"
import { keepFilesPrivate } from "../main.js"
import { findPlugins } from "../plugins/find.js"
import { engineOf } from "../storage/engines.js"
import type { ChosenEngine } from "../storage/engines.js"
import { Migrations } from "../storage/store.js"
import type { Host } from "./host.js"

/** Whose config is read, and whose clock is asked. */
type Surroundings = Pick<Host, "source" | "clock">

export const backupCommand = ({ source, clock = systemClock }: Surroundings): Command =>
  defineCommand({
    help: `platen backup FILE

Copies the whole store (devices, accounts, configs, pictures) into one new file. It works while the server runs; the
file is a consistent snapshot. It contains every secret of the store: protect it.

Example: platen backup 2026-11-21.db
`,
    run: async (args, terminal) => {
      const file = fileOf(args, "backup")
      keepFilesPrivate()
      const { engine, place } = await chosen(loadConfig(source, false), clock)
      await engine.backUp(place, file)
      terminal.out(`Backup written to ${file}.\n`)
      return 0
    },
  })

export const restoreCommand = ({ source, clock = systemClock }: Surroundings): Command =>
  defineCommand({
    help: `platen restore FILE

Replaces the store by a backup. Stop the server first: while a server uses the data folder, the command changes nothing.
The previous store stays there under another name. No backup holds secrets.key: bring it back, too.

Example: platen restore 2026-11-21.db
`,
    run: async (args, terminal) => {
      const file = fileOf(args, "restore")
      keepFilesPrivate()
      const { engine, place } = await chosen(loadConfig(source, false), clock)
      const before = await engine.restore(place, file, (kept) => new Migrations(kept, clock).checkBackup())
      terminal.out(
        `Restored ${file} into ${place.folder}.${before === undefined ? "" : ` The previous store is in ${before}.`} Secret links and keys need the secrets.key of the server that was backed up.\n`,
      )
      return 0
    },
  })

/** The configured storage engine. */
async function chosen(config: AppConfig, clock: Clock): Promise<ChosenEngine> {
  // With a built-in engine no external plugin is loaded, so that a server with a broken plugin can be backed up.
  const builtIn = await findPlugins({ plugins: {}, folder: config.folder })
  const isBuiltIn = builtIn.some(({ plugin }) => plugin.engines?.some(({ id }) => id === config.storage.engine))
  return engineOf(isBuiltIn ? builtIn : await findPlugins(config), config, clock)
}

function fileOf(args: readonly string[], command: string): string {
  const [file, ...more] = parseArgs({ args: [...args], allowPositionals: true, options: {} }).positionals
  if (file === undefined || more.length > 0) throw new BadInput(`expected exactly one file: platen ${command} FILE`)
  return file
}
