import { mkdtempSync, rmSync } from "node:fs"
import os from "node:os"
import path from "node:path"
import { seededRandom } from "platen/sdk/kit"
import type { Clock, OutboundFetch, Plugin } from "platen/sdk"
import { createApp } from "../../kernel/app.js"
import { temporaryFolder } from "../../kernel/font-files/unpacked-fonts.js"
import type { App } from "../../kernel/app.js"
import { loadConfig } from "../../kernel/config.js"
import type { AppConfig } from "../../kernel/config.js"
import type { RootLog } from "../../kernel/log.js"
import { findPlugins } from "../../kernel/plugins/find.js"
import { compilingOnce } from "./compiled-once.js"
import { memoryStorage } from "./memory-storage.js"
import { callerOf, deviceOn, personOn } from "./device.js"
import type { StageCaller, StageDevice } from "./device.js"
import { fakeClock, fakeFetch, fakeLog } from "./fakes.js"
import type { FakeLog } from "./fakes.js"
import { sharedChildren } from "./shared-children.js"

export interface StageOptions {
  /** Beside the built-in ones. */
  readonly plugins?: readonly Plugin[]
  /** As in platen.yaml under `plugins`, for your own too, by id. */
  readonly config?: AppConfig["plugins"]
  readonly defaults?: Partial<AppConfig["defaults"]>
  readonly server?: Partial<AppConfig["server"]>
  readonly security?: Partial<AppConfig["security"]>
  /** Default: in memory; with a data folder the engine of the config's defaults, on a file. */
  readonly storage?: AppConfig["storage"]
  readonly clock?: Clock
  readonly fetch?: OutboundFetch
  /** Default: the same numbers each time. */
  readonly random?: () => number
  /** Kept after the stage closes when given; else a folder of its own that is removed. */
  readonly dataFolder?: string
}

export interface Stage {
  readonly app: App
  readonly log: FakeLog
  /** One HTTP call; the server listens on a free port of this machine from the first one on. */
  readonly call: StageCaller
  /** A device that calls over HTTP and has got its token. Default: one that nobody has heard of yet. */
  device(mac?: string): Promise<StageDevice>
  /** Registers somebody; resolves to the headers of their session. */
  person(username?: string): Promise<Readonly<Record<string, string>>>
  close(): Promise<void>
}

/** Passwords are hashed in no time. */
const QUICK = { accounts: { scrypt: { n: 1024, r: 1, p: 1 } } }

/**
 * A whole server that does not listen until it is called: built-in plugins and your own, a clock that stands still at a known moment, no
 * world, a store in a folder that is removed.
 */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const folder = options.dataFolder ?? mkdtempSync(path.join(os.tmpdir(), "platen-stage-"))
  const base = loadConfig({ env: {}, cwd: folder })
  const config: AppConfig = {
    ...base,
    server: { ...base.server, host: "127.0.0.1", port: 0, ...options.server },
    security: { ...base.security, ...options.security },
    defaults: { ...base.defaults, timeZone: "UTC", ...options.defaults },
    storage: options.storage ?? (options.dataFolder === undefined ? { engine: "memory" } : base.storage),
    plugins: { ...QUICK, ...options.config },
    dataFolder: folder,
    // Stages come and go: they share their fonts.
    fontFolder: process.env.PLATEN_FONTS ?? temporaryFolder(),
  }
  const own = options.plugins ?? []
  const elsewhere = Object.fromEntries(
    Object.entries(config.plugins).filter(([id]) => !own.some((plugin) => plugin.id === id)),
  )
  const log = fakeLog()
  const clock = options.clock ?? fakeClock()
  const remove = (): void => {
    if (options.dataFolder === undefined) rmSync(folder, { recursive: true, force: true })
  }
  try {
    const app = await createApp({
      config,
      plugins: [
        ...(await findPlugins({ folder, plugins: elsewhere })).map(compilingOnce),
        { plugin: memoryStorage(), origin: "test", config: undefined },
        ...own.map((plugin) => ({ plugin, origin: "test", config: config.plugins[plugin.id] })),
      ],
      log: rootLog(log),
      clock,
      ticks: clock.now,
      version: "0.0.0",
      random: options.random ?? seededRandom("stage"),
      fetch: options.fetch ?? fakeFetch({}),
      children: sharedChildren,
    })
    return { ...callsTo({ app }, remove), log }
  } catch (error) {
    remove()
    throw error
  }
}

/**
 * The server, and whoever calls it: it listens once, by itself or because a test has it listen. Once it is closed, nothing of it is held: the
 * variables of a test file stay as long as its process.
 */
function callsTo(held: { app?: App }, remove: () => void): Omit<Stage, "log"> {
  let port: Promise<number> | undefined
  const app = { ...held.app!, listen: () => (port ??= held.app!.listen()) }
  const call = callerOf(() => app.listen())
  let [devices, people] = [0, 0]
  return {
    app,
    call,
    device: (mac = macOf(++devices)) => deviceOn(call, mac),
    person: (username = `person${++people}`) => personOn(call, username),
    close: async () => {
      await held.app?.close()
      remove()
      delete held.app
      for (const each of Object.keys(app)) Reflect.deleteProperty(app, each)
    },
  }
}

function macOf(number: number): string {
  return `0D:00:${number
    .toString(16)
    .padStart(8, "0")
    .toUpperCase()
    .replaceAll(/(?<=..)(?=(?:..)+$)/g, ":")}`
}

function rootLog(log: FakeLog): RootLog {
  return { ...log, named: () => rootLog(log) }
}
