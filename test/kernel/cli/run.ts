import type { Terminal } from "platen/sdk"
import { commands } from "../../../kernel/cli/commands.js"
import { folderWith } from "../../folder.js"

/** For commands that ask nothing and write where they always do. */
const TERMINAL: Terminal = {
  out: (text) => {
    process.stdout.write(text)
  },
  ask: () => Promise.reject(new Error("it asks")),
}

/** Runs a command inside this process, in an empty folder: for what it refuses. A child process would take three times as long. */
export async function run(name: string, args: readonly string[]): Promise<number> {
  const before = process.cwd()
  process.chdir(folderWith())
  try {
    return await commands.find((command) => command.name === name)!.run(args, TERMINAL)
  } finally {
    process.chdir(before)
  }
}
