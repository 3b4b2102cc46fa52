#!/usr/bin/env -S node --max-semi-space-size=4
import { readFileSync } from "node:fs"
import { readManifest } from "./cli/manifest.js"
import type { Listed } from "./cli/manifest.js"

// Nothing else is imported before it is known what is asked for: help and version answer at once.
const [name = "--help", ...args] = process.argv.slice(2)

// Whoever reads the output has gone, as head does: the command finishes its work and ends with its own code.
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

/** The help with the commands of every plugin of the config. */
async function whole(): Promise<string> {
  const { listed } = await import("./cli/run.js")
  const { all, fault } = await listed()
  return general(all, fault === undefined ? "" : `Those of plugins are not here: ${fault}\n`)
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
      known ? general(known, "platen help lists the commands of your own plugins as well.\n") : await whole(),
    )
    return 0
  }
  if (name === "help") {
    process.stdout.write(await whole())
    return 0
  }
  if (name === "serve") {
    if (args.length > 0) {
      process.stderr.write(
        `platen serve: it takes no options, and was given ${args[0]}: write server.port and the like into platen.yaml, or set PORT and HOST.\n`,
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
  process.stderr.write(`There is no command "${name}".\n\n${await whole()}`)
  return 2
}

/** What a command has thrown: wrong usage, a failure that is said in one sentence, or a mistake of ours. */
function failed(error: Error & { code?: unknown; syscall?: string; status?: number }): number {
  const isUsage = String(error.code).startsWith("ERR_PARSE_ARGS") || error.status === 400
  // What the operating system says ("ENOENT: no such file or directory, open 'x'") names the thing as well.
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
