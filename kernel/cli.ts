#!/usr/bin/env -S node --max-semi-space-size=4
import { PlatenError } from "platen/sdk"
import { commands } from "./cli/commands.js"
import { serve } from "./main.js"

const [name = "help", ...args] = process.argv.slice(2)

const general = `platen draws screens for e-ink devices.

Usage: platen COMMAND [OPTIONS]

  serve              start the server (config: platen.yaml in this folder, or PLATEN_CONFIG)
${commands.map(({ name: each, summary }) => `  ${each.padEnd(18)} ${summary}`).join("\n")}

platen COMMAND --help explains a command.
`

async function main(): Promise<number> {
  if (name === "serve" && !args.includes("--help")) {
    await serve()
    return -1
  }
  const command = commands.find((each) => each.name === name)
  if (!command) {
    const help = ["help", "--help", "-h", "serve"].includes(name)
    ;(help ? process.stdout : process.stderr).write(help ? general : `There is no command "${name}".\n\n${general}`)
    return help ? 0 : 2
  }
  if (args.includes("--help") || args.includes("-h")) {
    process.stdout.write(command.help)
    return 0
  }
  return command.run(args)
}

try {
  const code = await main()
  if (code >= 0) process.exit(code)
} catch (error) {
  const { code, syscall } = error as { code?: string; syscall?: string }
  const parse = code?.startsWith("ERR_PARSE_ARGS") === true
  // What the operating system says ("ENOENT: no such file or directory, open 'x'") names the thing as well.
  process.stderr.write(error instanceof PlatenError || parse || syscall !== undefined ? `platen ${name}: ${(error as Error).message}\n` : `${String((error as Error).stack)}\n`)
  process.exit(parse ? 2 : 1)
}
