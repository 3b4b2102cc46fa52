import { run as runCommand } from "../../../kernel/cli/run.js"
import { folderWith } from "../../folder.js"

/** Runs a command inside this process, in an empty folder: for what it refuses. A child process would take three times as long. */
export async function run(name: string, args: readonly string[]): Promise<number> {
  const before = { folder: process.cwd(), mask: process.umask() }
  process.chdir(folderWith())
  try {
    const code = await runCommand(name, args)
    if (code === undefined) throw new Error(`there is no command ${name}`)
    return code
  } finally {
    process.chdir(before.folder)
    process.umask(before.mask)
  }
}
