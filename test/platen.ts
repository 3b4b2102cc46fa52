import { Readable, Writable } from "node:stream"
import { fakeClock } from "platen/testing"
import type { Clock } from "platen/sdk"
import type { App } from "../kernel/app.js"
import { main } from "../kernel/cli/main.js"
import type { Host } from "../kernel/cli/host.js"
import { run as runCommand } from "../kernel/cli/run.js"
import { findPlugins } from "../kernel/plugins/find.js"
import type { Ended } from "./child.js"
import { folderWith } from "./folder.js"
import { compilingOnce } from "./testing/compiled-once.js"

export interface PlatenOptions {
  /** Working folder. Default: a new one that is empty. */
  readonly cwd?: string
  /** All of the environment that the config can read. */
  readonly env?: Readonly<Record<string, string>>
  /** What is piped in. */
  readonly input?: string
  /** Default: one that stands still. */
  readonly clock?: Clock
  /** The application on which the command runs. Default: it starts its own. */
  readonly app?: App
}

/**
 * Runs the command line `platen ARGS` inside this process, one after another. Modules stay loaded: a plugin of one's own needs a path of its
 * own, such as that of a new folder.
 */
export async function platen(
  args: readonly string[],
  { cwd = folderWith(), ...options }: PlatenOptions = {},
): Promise<Ended> {
  const [output, error] = [written(), written()]
  const host = { ...hostIn(cwd, options), output: output.stream, error: error.stream }
  const code = await inFolder(cwd, () => main(args, host))
  if (code === undefined) throw new Error("a server runs that nothing will stop")
  return { code, stdout: output.text(), stderr: error.text() }
}

/** Runs one command in an empty folder. Resolves to its exit code, or rejects as the command does. */
export async function run(name: string, args: readonly string[], options: PlatenOptions = {}): Promise<number> {
  const cwd = folderWith()
  const code = await inFolder(cwd, () => runCommand(name, args, hostIn(cwd, options)))
  if (code === undefined) throw new Error(`there is no command ${name}`)
  return code
}

function hostIn(
  cwd: string,
  { env = {}, input = "", clock = fakeClock(), app }: Omit<PlatenOptions, "cwd"> = {},
): Host {
  return {
    ...(app && { app }),
    source: { env: { PLATEN_FONTS: process.env.PLATEN_FONTS, ...env }, cwd },
    clock,
    input: Readable.from(input === "" ? [] : [input]),
    output: written().stream,
    error: written().stream,
    findPlugins: async (config) => (await findPlugins(config)).map(compilingOnce),
  }
}

function written(): { readonly stream: Writable; text(): string } {
  let text = ""
  const stream = new Writable({
    write: (chunk: Uint8Array, _, done) => {
      text += chunk.toString()
      done()
    },
  })
  return { stream, text: () => text }
}

let last: Promise<unknown> = Promise.resolve()

/** Does the work in that working folder, one after another: a process has only one, and one mask for new files. */
function inFolder<T>(cwd: string, work: () => Promise<T>): Promise<T> {
  const next = last.then(async () => {
    const before = { folder: process.cwd(), mask: process.umask() }
    process.chdir(cwd)
    try {
      return await work()
    } finally {
      process.chdir(before.folder)
      process.umask(before.mask)
    }
  })
  last = next.catch(() => {})
  return next
}
