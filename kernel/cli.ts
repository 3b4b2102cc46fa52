#!/usr/bin/env -S node --max-semi-space-size=4
import { BadInput, PlatenError } from "platen/sdk"
import type { Command } from "platen/sdk"
import { commands } from "./cli/commands.js"
import { contributed, runBeside } from "./cli/contributed.js"
import { openTerminal } from "./cli/terminal.js"
import { serve } from "./main.js"

const [name = "help", ...args] = process.argv.slice(2)
const explain = args.includes("--help") || args.includes("-h")
const terminal = openTerminal({ input: process.stdin, output: process.stdout, error: process.stderr })

// Whoever reads the output has gone, as head does: the command finishes its work and ends with its own code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })
}

/** `more`: what plugins add, or why that cannot be said. */
const general = (more: readonly Command[] | string): string => `platen draws screens for e-ink devices.

Usage: platen COMMAND [OPTIONS]

  serve              start the server (config: platen.yaml in this folder, or PLATEN_CONFIG)
${[...commands, ...(typeof more === "string" ? [] : more)].map(({ name: each, summary }) => `  ${each.padEnd(18)} ${summary}`).join("\n")}
${typeof more === "string" ? `\nThose of plugins are not here: ${more}\n` : ""}
platen COMMAND --help explains a command.
`

async function main(): Promise<number> {
  if (name === "serve" && !explain) {
    if (args.length > 0)
      throw new BadInput(
        `it takes no options, and was given ${args[0]}: write server.port and the like into platen.yaml, or set PORT and HOST.`,
      )
    await serve()
    return -1
  }
  if (["help", "--help", "-h", "serve"].includes(name)) {
    terminal.out(general(await contributed().catch(why)))
    return 0
  }
  const own = commands.find((each) => each.name === name)
  const others = own ? [] : await contributed()
  const command = own ?? others.find((each) => each.name === name)
  if (!command) {
    process.stderr.write(`There is no command "${name}".\n\n${general(others)}`)
    return 2
  }
  if (explain) {
    terminal.out(command.help)
    return 0
  }
  return own ? own.run(args, terminal) : runBeside(name, args, terminal)
}

function why(error: unknown): string {
  if (error instanceof PlatenError) return error.message
  throw error
}

try {
  const code = await main()
  terminal.close()
  if (code >= 0) process.exit(code)
} catch (error) {
  const { code, syscall } = error as { code?: string; syscall?: string }
  const parse = code?.startsWith("ERR_PARSE_ARGS") === true
  // What the operating system says ("ENOENT: no such file or directory, open 'x'") names the thing as well.
  process.stderr.write(
    error instanceof PlatenError || parse || syscall !== undefined
      ? `platen ${name}: ${(error as Error).message}\n`
      : `${String((error as Error).stack)}\n`,
  )
  process.exit(parse || error instanceof BadInput ? 2 : 1)
}
