import { readFileSync } from "node:fs"
import type { Host } from "./host.js"
import { readManifest } from "./manifest.js"
import type { Listed } from "./manifest.js"

// The other modules are imported on demand, so that --help and --version answer at once.

const general = (commands: readonly Listed[], note: string): string => `platen draws screens for e-ink devices.

Usage: platen COMMAND [OPTIONS]

  serve              start the server (config: platen.yaml in this folder, or PLATEN_CONFIG)
${commands.map((each) => `  ${each.name.padEnd(18)} ${each.summary}`).join("\n")}

${note}platen COMMAND --help explains a command. platen --version prints the version.
`

/** Runs a command line. `words`: what follows `platen`. Resolves to the exit code, or to undefined for a server that runs until a signal stops it. Never rejects: an error is printed. */
export async function main([name = "--help", ...args]: readonly string[], host: Host): Promise<number | undefined> {
  try {
    return await answer(name, args, host)
  } catch (error) {
    return failed(name, error as Error, host)
  }
}

async function answer(name: string, args: readonly string[], host: Host): Promise<number | undefined> {
  if (name === "--version" || name === "-v") {
    const file = new URL("../../../package.json", import.meta.url)
    host.output.write(`${(JSON.parse(readFileSync(file, "utf8")) as { version: string }).version}\n`)
    return 0
  }
  const explain = args.includes("--help") || args.includes("-h")
  if (["--help", "-h", "help"].includes(name) || (name === "serve" && explain)) {
    const known = name === "help" ? undefined : readManifest()
    host.output.write(
      known ? general(known, "platen help also lists the commands of your own plugins.\n") : await fullHelp(host),
    )
    return 0
  }
  if (name === "serve") {
    if (args.length > 0) {
      host.error.write(
        `platen serve: Unexpected argument ${args[0]}: platen serve takes no options; set server.port and the other settings in platen.yaml, or set PORT and HOST.\n`,
      )
      return 2
    }
    const { serve } = await import("../main.js")
    return serve(host)
  }
  const { run } = await import("./run.js")
  const code = await run(name, args, host)
  if (code !== undefined) return code
  host.error.write(`Unknown command "${name}": use one of those below.\n\n${await fullHelp(host)}`)
  return 2
}

/** Builds the help text, including the commands of every configured plugin. */
async function fullHelp(host: Host): Promise<string> {
  const { listed } = await import("./run.js")
  const { all, fault } = await listed(host)
  return general(all, fault === undefined ? "" : `The commands of plugins are not listed: ${fault}\n`)
}

/** Prints the error of a command and returns its exit code: 2 for wrong usage, else 1. Only an unexpected error shows its stack. */
function failed(name: string, error: Error & { syscall?: string; status?: number }, { error: output }: Host): number {
  const isUsage = error.status === 400
  // System errors ("ENOENT: no such file or directory, open 'x'") already name the file.
  const isSentence = isUsage || error.status !== undefined || error.syscall !== undefined
  output.write(isSentence ? `platen ${name}: ${error.message}\n` : `${String(error.stack)}\n`)
  return isUsage ? 2 : 1
}
