import { networkInterfaces } from "node:os"
import {
  ADMIN_TOKEN,
  ANSWERS,
  CACHES,
  CHECKS,
  BACK_UP,
  CLOCK,
  DATA_FOLDER,
  FETCH,
  FILES,
  isPoint,
  LOAD,
  LOG,
  OBSERVERS,
  opening,
  PLUGINS,
  RANDOM,
  SERVICE,
  SetupError,
  STORE,
  TICKS,
  token,
  WORKERS,
} from "platen/sdk"
import { WARNINGS } from "platen/sdk/doctor"
import { CODECS, FONTS, ICONS, NODES, PALETTES, PANELS, RASTERIZER } from "platen/sdk/drawing"
import { ASSETS, AREAS, POLICIES, ROUTES, SERVED_ROUTES } from "platen/sdk/http"
import { NOTICE, SANDBOX } from "platen/sdk/mode"
import { every, isTimeZone, localTime, notifier } from "platen/sdk/kit"
import { COUNTERS, countersInMemory, STORE_IS_CONVERTED, STORE_IS_SHARED } from "platen/sdk/servers"
import type { Clock, OutboundFetch, Point, Service, Token, Worker, WorkerSpec } from "platen/sdk"
import type { ServedRoute } from "platen/sdk/http"
import type { AppConfig } from "./config.js"
import { Container } from "./container.js"
import type { Engine } from "./engine/engine.js"
import type { SandboxChild } from "./work/sandbox.js"
import { iconCatalog } from "./engine/icon-catalog.js"
import { byteCache } from "./engine/text/cache.js"
import { files } from "./files.js"
import { assetsOf } from "./http/assets.js"
import { trustedProxies } from "./http/caller.js"
import { guardedFetch } from "./outbound/fetch.js"
import { checkLimits, limitsOf } from "./http/limits.js"
import { httpServer } from "./http/server.js"
import type { HttpServer } from "./http/server.js"
import { mountTable } from "./http/table.js"
import type { Mount } from "./http/table.js"
import type { RootLog } from "./log.js"
import type { Found } from "./plugins/find.js"
import { PluginHost } from "./plugins/host.js"
import { installed } from "./plugins/installed.js"
import { Points } from "./plugins/points.js"
import { engineOf } from "./storage/engines.js"
import { Migrations, storeOf } from "./storage/store.js"
import { timeZoneAt } from "./time-zone.js"
import { Workers } from "./work/workers.js"

const SWEEP_MS = 600_000
/** Extension points that the kernel opens: those of the drawing, and all. */
const DRAWING_POINTS = [CODECS, FONTS, opening(ICONS, iconCatalog), NODES, PALETTES, PANELS]
const OWN_POINTS = [...DRAWING_POINTS, ASSETS, CHECKS, AREAS, OBSERVERS, POLICIES, ROUTES, WARNINGS]

export interface AppOptions {
  readonly config: AppConfig
  readonly plugins: readonly Found[]
  readonly log: RootLog
  readonly clock: Clock
  readonly version: string
  /** Returns a random number, 0 <= x < 1. */
  readonly random: () => number
  /** Monotonic milliseconds, for durations. */
  readonly ticks: () => number
  /** Replaces the guarded fetch in tests. */
  readonly fetch?: OutboundFetch
  /** Child processes of plugins and of the sandbox. Default: each app has its own. */
  readonly children?: { readonly worker: (spec: WorkerSpec) => Worker; readonly sandbox: SandboxChild }
  /** True: another process serves this store, so this app neither locks nor sweeps it. */
  readonly offline?: boolean
  /** True: `plugins` are those alone that a command needs, which draws nothing: the engine is not even read, and points that none opens stay closed. */
  readonly isPart?: boolean
  /** Milliseconds during which a closing server still accepts requests, so that no request already on its way is reset. Default: 0. */
  readonly drainMs?: number
}

/** A composed application whose plugins are started; it does not listen yet. */
export interface App {
  readonly engine: Engine
  readonly service: Service
  readonly mounts: readonly Mount[]
  readonly host: PluginHost
  /** Returns the service of a token, or the catalog of an extension point. */
  get<T>(token: Token<T>): T
  /** Starts the HTTP server. Resolves to its port. */
  listen(): Promise<number>
  /** Finishes the requests in flight, disposes the plugins in reverse order and closes the store. Idempotent. */
  close(): Promise<void>
  /** Closes only the store, for a process that exits immediately. */
  abandon(): Promise<void>
}

/** Composition root of the application. Throws SetupError for any fault of the config, the plugins or the store. */
export async function createApp(options: AppOptions): Promise<App> {
  const own = new Container()
  try {
    return await start(options, own)
  } catch (error) {
    await own.close()
    if (error instanceof SetupError) throw error
    options.log.error({ err: error }, "start.failed")
    throw error
  }
}

const ENGINE = token<Engine>("platen.engine")

/** `own`: holds what no plugin may ask for, and what is to be ended. */
async function start(options: AppOptions, own: Container): Promise<App> {
  const { config, log, clock, ticks } = options
  const isOffline = options.offline === true
  const { engine, place } = engineOf(options.plugins, config, clock)
  const store = await engine.open({ ...place, log, isOffline })
  own.onClose(() => store.close())
  const migrations = new Migrations(store, clock)
  const keep = await migrations.begin(isOffline)
  const swept = (): Promise<void> =>
    store.sweep().catch((error: unknown) => log.warn({ err: error }, "store-sweep.failed"))
  if (!isOffline) own.onClose(every(clock, SWEEP_MS, () => void swept()))

  const points = new Points()
  points.open({ id: "platen", opens: OWN_POINTS })
  const read = <T, C>(point: Point<T, C>): C => points.catalog(point, "platen")
  const [observers, policies, areas, others] = [read(OBSERVERS), read(POLICIES), read(AREAS), read(WARNINGS)]
  const [palettes, codecs, fonts, icons, nodes] = [read(PALETTES), read(CODECS), read(FONTS), read(ICONS), read(NODES)]
  const { fontFolder: folder, dataFolder } = config
  const fontFolders = { folder, isOwn: folder.startsWith(`${dataFolder}/`) }
  const workers = new Workers({ log, clock })
  own.onClose(() => workers.close())
  const sandboxChild = options.children?.sandbox
  const drawing = options.isPart ? undefined : await import("./engine/engine.js")
  const parts = { log, clock, ticks, palettes, codecs, fonts, icons, nodes, workers, fontFolders, sandboxChild }
  if (drawing)
    own.provideMade(
      ENGINE,
      () => new drawing.Engine(parts),
      (engine) => engine.close(),
    )
  const container = new Container()
  own.onClose(() => container.close())
  const host = new PluginHost({
    container,
    points,
    log,
    clock,
    storeOf: (plugin) => storeOf(store, clock, plugin),
    migrate: (plugin, own, log) => migrations.run(plugin, own, log),
    isPart: options.isPart === true,
    opened: () => (drawing ? own.get(ENGINE).open() : undefined),
  })
  const warnings = (): string[] => [...own.get(ENGINE).warnings, ...others.list().flatMap((each) => each())]
  const service: Service = { ...serviceOf(config, options.version), warnings }
  let mounts: readonly Mount[] = []
  container.provide(ADMIN_TOKEN, config.security.adminToken ?? "")
  container.provide(ANSWERS, config.answers)
  container.provide(CLOCK, clock)
  container.provide(STORE_IS_SHARED, engine.isShared === true)
  container.provide(STORE_IS_CONVERTED, () => migrations.hasRisen())
  container.provide(BACK_UP, (file) => engine.backUp(place, file))
  container.provide(DATA_FOLDER, config.dataFolder)
  container.provide(TICKS, ticks)
  container.provide(RANDOM, options.random)
  container.provide(FILES, files)
  container.provide(SERVICE, service)
  const { lanHosts } = config.server
  const onCall = notifier(observers, log, "outbound")
  container.provideMade(FETCH, () => options.fetch ?? guardedFetch({ lanHosts, clock, ticks, onCall }))
  container.provide(CACHES, (maxBytes) => byteCache(maxBytes))
  container.provideMade(RASTERIZER, () => own.get(ENGINE).rasterizer)
  container.provide(WORKERS, options.children?.worker ?? ((spec) => workers.start(spec)))
  container.provideMade(SANDBOX, () => own.get(ENGINE).sandbox)
  container.provide(LOAD, (plugin, loading) => host.load(plugin, loading))
  container.provide(PLUGINS, installed(options.plugins))
  const served = (): readonly ServedRoute[] => [...new Set(mounts.flatMap(({ methods }) => [...methods.values()]))]
  container.provide(SERVED_ROUTES, { list: served })
  // Placeholders: each plugin receives its own log and store from its child container; where nothing is drawn, nobody uses what draws.
  for (const each of [LOG, STORE]) container.provide<unknown>(each, undefined)
  if (!drawing) for (const each of [RASTERIZER, SANDBOX]) container.provide<unknown>(each, {})
  await host.start(options.plugins)
  own.onClose(() => host.stop())
  await keep?.()
  const routes = read(ROUTES).list()
  mounts = mountTable(routes, areas.list(), policies.list(), (route) => points.ownerOf(route))
  // What a part of the plugins lacks is no fault of the config.
  if (!options.isPart) checkLimits(config.server.limits, routes)
  for (const check of options.isPart ? [] : read(CHECKS).list()) check()

  const server: HttpServer = httpServer(mounts, assetsOf(read(ASSETS).list(), areas.list()), {
    log,
    clock,
    ticks,
    notice: container.has(NOTICE) ? container.get(NOTICE) : undefined,
    trustProxy: trustedProxies(config.server.trustProxy),
    origins: new Set(config.server.origins),
    limits: limitsOf(container.has(COUNTERS) ? container.get(COUNTERS) : countersInMemory(clock), config.server.limits),
    policy: (id) => policies.get(id),
    onRequest: notifier(observers, log, "request"),
  })
  return {
    get engine() {
      return own.get(ENGINE)
    },
    service,
    mounts,
    host,
    get: (wanted) => (isPoint(wanted) ? points.catalog(wanted, "platen") : container.get(wanted)),
    listen: async () => {
      await own.get(ENGINE).prepare()
      const port = await server.listen(config.server.port, config.server.host)
      own.onClose(() => server.close({ drainMs: options.drainMs ?? 0 }))
      const url = (service.publicUrl ?? lanUrl(config.server.host, port)).replace(/\/+$/, "")
      await host.listening({ port, url })
      return port
    },
    close: () => own.close(),
    abandon: () => store.close(),
  }
}

/** The address of a server at home, for others in its network. */
function lanUrl(host: string, port: number): string {
  const own = Object.values(networkInterfaces()).flat()
  const lan = own.find((each) => each?.family === "IPv4" && !each.internal)?.address ?? "localhost"
  return `http://${["0.0.0.0", "::"].includes(host) ? lan : host.includes(":") ? `[${host}]` : host}:${port}`
}

function serviceOf({ server, security, defaults }: AppConfig, version: string): Omit<Service, "warnings"> {
  const { registration, tokenReissue, pairing, metrics } = security
  return {
    version,
    defaults: defaults as Service["defaults"],
    publicUrl: server.publicUrl,
    origins: server.origins,
    // Without the secret, which goes to one plugin alone.
    security: { registration, tokenReissue, pairing, metrics },
    bounds: { storage: server.storage, devices: server.devices, limits: server.limits },
    localTime,
    isTimeZone,
    timeZoneAt,
  }
}
