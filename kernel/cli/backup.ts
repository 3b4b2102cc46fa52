import { parseArgs } from "node:util"
import { BadInput, defineCommand } from "platen/sdk"
import type { StorageEngine } from "platen/sdk"
import { loadConfig } from "../config.js"
import { keepFilesPrivate, wallClock } from "../main.js"
import { findPlugins } from "../plugins/find.js"
import { engineOf } from "../storage/engines.js"
import { Migrations } from "../storage/store.js"

export const backupCommand = defineCommand({
  help: `platen backup FILE

Writes everything that the server keeps (devices, accounts, configs, pictures) into one new file, also while the server
runs: what it holds is of one moment. The file holds every secret that the store holds: keep it like one.

Example: platen backup 2026-11-21.db
`,
  run: async (args, terminal) => {
    const file = fileOf(args, "backup")
    keepFilesPrivate()
    const { engine, dataFolder } = await chosen()
    await engine.backUp(dataFolder, file, wallClock)
    terminal.out(`Everything is in ${file}.\n`)
    return 0
  },
})

export const restoreCommand = defineCommand({
  help: `platen restore FILE

Puts a backup in the place of what the server keeps. Stop the server first: while one holds the data folder, nothing is
done. What was there before stays in the folder under another name.

Example: platen restore 2026-11-21.db
`,
  run: async (args, terminal) => {
    const file = fileOf(args, "restore")
    keepFilesPrivate()
    const { engine, dataFolder } = await chosen()
    const before = await engine.restore(dataFolder, file, wallClock, (kept) =>
      new Migrations(kept, wallClock).checkBackup(),
    )
    terminal.out(
      `${dataFolder} now holds what is in ${file}.${before === undefined ? "" : ` What was there before is in ${before}.`}\n`,
    )
    return 0
  },
})

/** The storage engine of the config, and its data folder. */
async function chosen(): Promise<{ readonly engine: StorageEngine; readonly dataFolder: string }> {
  const config = loadConfig()
  // A backup can be made of a server whose plugin is broken, if its engine is built in.
  const builtIn = await findPlugins({ plugins: {}, folder: config.folder })
  const isBuiltIn = builtIn.some(({ plugin }) => plugin.engines?.some(({ id }) => id === config.storage.engine))
  return { engine: engineOf(isBuiltIn ? builtIn : await findPlugins(config), config), dataFolder: config.dataFolder }
}

function fileOf(args: readonly string[], command: string): string {
  const {
    positionals: [file, ...more],
  } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
  if (file === undefined || more.length > 0) throw new BadInput(`it takes one file: platen ${command} FILE`)
  return file
}
