import { parseArgs } from "node:util"
import { BadInput } from "platen/sdk"
import type { Command } from "platen/sdk"
import { loadConfig } from "../config.js"
import { wallClock } from "../main.js"
import { backUp, restore } from "../storage/backup.js"
import { keepFilesPrivate } from "../storage/private.js"

export const backupCommand: Command = {
  name: "backup",
  summary: "copy everything that is kept into one file",
  help: `platen backup FILE

Writes everything that the server keeps (devices, accounts, configs, pictures) into one new file, also while the server
runs: what it holds is of one moment. The file holds every secret that the store holds: keep it like one.

Example: platen backup 2026-11-21.db
`,
  run: async (args, terminal) => {
    const file = fileOf(args, "backup")
    keepFilesPrivate()
    await backUp(loadConfig().dataFolder, file, wallClock)
    terminal.out(`Everything is in ${file}.\n`)
    return 0
  },
}

export const restoreCommand: Command = {
  name: "restore",
  summary: "put a backup in the place of what is kept",
  help: `platen restore FILE

Puts a backup in the place of what the server keeps. Stop the server first: while one holds the data folder, nothing is
done. What was there before stays in the folder under another name.

Example: platen restore 2026-11-21.db
`,
  run: async (args, terminal) => {
    const file = fileOf(args, "restore")
    keepFilesPrivate()
    const { dataFolder } = loadConfig()
    const before = await restore(dataFolder, file, wallClock)
    terminal.out(
      `${dataFolder} now holds what is in ${file}.${before === undefined ? "" : ` What was there before is in ${before}.`}\n`,
    )
    return 0
  },
}

function fileOf(args: readonly string[], command: string): string {
  const {
    positionals: [file, ...more],
  } = parseArgs({ args: [...args], allowPositionals: true, options: {} })
  if (file === undefined || more.length > 0) throw new BadInput(`it takes one file: platen ${command} FILE`)
  return file
}
