import { randomBytes } from "node:crypto"
import { readFileSync, realpathSync } from "node:fs"
import { pathToFileURL } from "node:url"
import { PlatenError } from "platen/sdk"
import { createApp } from "./app.js"
import type { App, AppOptions } from "./app.js"
import type { Host } from "./cli/host.js"
import { systemClock } from "./clock.js"
import { keepCompact } from "./compact-heap.js"
import { loadConfig } from "./config.js"
import type { AppConfig } from "./config.js"
import { createLog } from "./log.js"
import type { RootLog } from "./log.js"
import { findPlugins } from "./plugins/find.js"

export const version = (
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as { version: string }
).version

/** Makes new files readable by the server's user only: the store holds every token. */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}

/** Requests that arrive this long after the stop signal are still served. */
const DRAIN_MS = 500

/** Creates the application that a config describes. */
export function appFromConfig(
  config: AppConfig,
  running: Pick<AppOptions, "plugins" | "log" | "clock" | "offline" | "isPart">,
): Promise<App> {
  return createApp({
    config,
    ticks: () => performance.now(),
    random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    version,
    drainMs: DRAIN_MS,
    ...running,
  })
}

/**
 * Starts the server, and stops it on SIGTERM or SIGINT. Resolves to undefined once it listens, or to the exit code 1 after a start failure,
 * for which it prints one sentence.
 */
export async function serve({
  source,
  clock = systemClock,
  output,
  error: printed,
}: Omit<Host, "input">): Promise<number | undefined> {
  keepFilesPrivate()
  try {
    const config = loadConfig(source)
    const log = createLog(config.server.logLevel, output)
    const app = await appFromConfig(config, { plugins: await findPlugins(config), log, clock })
    const port = await app.listen().catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    // Before the log line: its reader may send a signal at once.
    stopOnSignals(app, log)
    keepCompact()
    const say = `Platen ${version} runs. Its data: ${config.dataFolder}`
    log.info({ port, host: config.server.host, version, say }, "server.started")
    process.on("unhandledRejection", (error) => log.error({ err: error }, "rejection.unhandled"))
    process.once("uncaughtException", (error) => {
      // The state is unknown: finish the requests in flight and exit, so that the supervisor restarts the server.
      log.error({ err: error }, "exception.uncaught")
      app.close().finally(() => process.exit(1))
    })
    return undefined
  } catch (error) {
    printed.write(
      `platen cannot start: ${error instanceof PlatenError ? error.message : String((error as Error).stack)}\n`,
    )
    return 1
  }
}

/** Handles stop signals: the first lets requests in flight finish, the second closes the store and exits at once. */
function stopOnSignals(app: App, log: RootLog): void {
  let signals = 0
  const stop = (signal: string): void => {
    signals++
    log.info({ signal }, signals === 1 ? "stop.requested" : "stop.forced")
    if (signals > 2) process.exit(1)
    if (signals === 2) return void app.abandon().finally(() => process.exit(1))
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, "server-stop.failed")
        process.exit(1)
      },
    )
  }
  process.on("SIGTERM", stop)
  process.on("SIGINT", stop)
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) {
  const code = await serve({ output: process.stdout, error: process.stderr })
  if (code !== undefined) process.exit(code)
}
