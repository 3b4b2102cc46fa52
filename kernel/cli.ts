#!/usr/bin/env -S node --max-old-space-size=256 --max-semi-space-size=2 --v8-pool-size=2
import { readFileSync } from "node:fs"
import { readManifest } from "./cli/manifest.js"
import type { Listed } from "./cli/manifest.js"

// The other modules are imported on demand, so that --help and --version answer at once.
const [name = "--help", ...args] = process.argv.slice(2)

// A reader such as `head` may close the pipe early: the command still finishes and exits with its own code.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error
  })
}

const general = (commands: readonly Listed[], note: string): string => `platen draws screens for e-ink devices.

Usage: platen COMMAND [OPTIONS]

  serve              start the server (config: platen.yaml in this folder, or PLATEN_CONFIG)
${commands.map((each) => `  ${each.name.padEnd(18)} ${each.summary}`).join("\n")}

${note}platen COMMAND --help explains a command. platen --version prints the version.
`

/** Builds the help text, including the commands of every configured plugin. */
async function fullHelp(): Promise<string> {
  const { listed } = await import("./cli/run.js")
  const { all, fault } = await listed()
  return general(all, fault === undefined ? "" : `The commands of plugins are not listed: ${fault}\n`)
}

async function main(): Promise<number> {
  if (name === "--version" || name === "-v") {
    const file = new URL("../../package.json", import.meta.url)
    process.stdout.write(`${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}\n`)
    return 0
  }
  const explain = args.includes("--help") || args.includes("-h")
  if (name === "--help" || name === "-h" || (name === "serve" && explain)) {
    const known = readManifest()
    process.stdout.write(
      known ? general(known, "platen help also lists the commands of your own plugins.\n") : await fullHelp(),
    )
    return 0
  }
  if (name === "help") {
    process.stdout.write(await fullHelp())
    return 0
  }
  if (name === "serve") {
    if (args.length > 0) {
      process.stderr.write(
        `platen serve: Unexpected argument ${args[0]}: platen serve takes no options; set server.port and the other settings in platen.yaml, or set PORT and HOST.\n`,
      )
      return 2
    }
    const { serve } = await import("./main.js")
    await serve()
    return -1
  }
  const { run } = await import("./cli/run.js")
  const code = await run(name, args)
  if (code !== undefined) return code
  process.stderr.write(`Unknown command "${name}": use one of those below.\n\n${await fullHelp()}`)
  return 2
}

/** Prints the error of a command and returns its exit code: 2 for wrong usage, else 1. Only an unexpected error shows its stack. */
function failed(error: Error & { code?: unknown; syscall?: string; status?: number }): number {
  const isUsage = String(error.code).startsWith("ERR_PARSE_ARGS") || error.status === 400
  // System errors ("ENOENT: no such file or directory, open 'x'") already name the file.
  const isSentence = isUsage || error.status !== undefined || error.syscall !== undefined
  process.stderr.write(isSentence ? `platen ${name}: ${error.message}\n` : `${String(error.stack)}\n`)
  return isUsage ? 2 : 1
}

try {
  const code = await main()
  if (code >= 0) process.exit(code)
} catch (error) {
  process.exit(failed(error as Error))
}
