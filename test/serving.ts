import { randomBytes } from "node:crypto"
import type { OutboundFetch, Plugin } from "platen/sdk"
import { createApp } from "../kernel/app.js"
import type { AppOptions } from "../kernel/app.js"
import { systemClock } from "../kernel/clock.js"
import { keepCompact } from "../kernel/compact-heap.js"
import type { AppConfig } from "../kernel/config.js"
import { findPlugins } from "../kernel/plugins/find.js"
import type { RootLog } from "../kernel/log.js"

/** Serves in this process as `platen serve` does, with another world and one more plugin, until it is told to end. */
export async function serving(
  config: AppConfig,
  {
    plugin,
    ...given
  }: Pick<AppOptions, "children"> & {
    readonly log: RootLog
    readonly plugin: Plugin
    readonly fetch: OutboundFetch
  },
): Promise<void> {
  const app = await createApp({
    config,
    plugins: [...(await findPlugins(config)), { plugin, origin: "tests", config: undefined }],
    clock: systemClock,
    ticks: () => performance.now(),
    random: () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48,
    version: "0.0.0",
    drainMs: 500,
    ...given,
  })
  const { log } = given
  const port = await app.listen()
  process.once("SIGTERM", () => {
    app.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  })
  process.on("unhandledRejection", (error) => log.error({ err: error }, "rejection.unhandled"))
  keepCompact()
  log.info({ port }, "server.started")
}
