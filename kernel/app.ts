import path from "node:path"
import {
  CHOOSE,
  CLOCK,
  deviceKey,
  DRAW,
  FETCH,
  FILES,
  FORGET,
  ICONS,
  LOAD,
  LOG,
  MODES,
  NotFound,
  OBSERVE,
  PALETTES,
  PANELS,
  PICTURES,
  RANDOM,
  ROUTES,
  SANDBOX,
  SERVICE,
  SetupError,
  SOURCES,
  STORE,
  STRATEGIES,
  Unavailable,
} from "platen/sdk"
import type { Choose, Clock, DeviceId, Observer, OutboundFetch, Service, Token } from "platen/sdk"
import { bmp } from "./codecs/bmp.js"
import { glass, png } from "./codecs/png.js"
import { raw2bpp } from "./codecs/raw2bpp.js"
import type { AppConfig } from "./config.js"
import { Container } from "./container.js"
import { ContentMaker, lastGoodSchema } from "./content.js"
import { Decoding } from "./decoding.js"
import { Drawing } from "./draw.js"
import { trustedProxies } from "./http/caller.js"
import { guardedFetch } from "./http/fetch.js"
import { checkLimits, limitsOf } from "./http/limits.js"
import { httpServer } from "./http/server.js"
import type { HttpServer } from "./http/server.js"
import { spareOf } from "./http/spare.js"
import { mountTable } from "./http/table.js"
import type { Mount } from "./http/table.js"
import { localTime } from "./local-time.js"
import { files } from "./files.js"
import type { RootLog } from "./log.js"
import { errorMessages, filled } from "./messages.js"
import type { Found } from "./plugins/find.js"
import { checkReferences } from "./references.js"
import { Gallery, heldSchema, keptSchema, listSchema } from "./pictures.js"
import { pictureKey } from "./picture-key.js"
import { PluginHost } from "./plugins/host.js"
import { Registry } from "./plugins/registry.js"
import { sqliteEngine } from "./storage/engines/sqlite.js"
import { lockFolder } from "./storage/lock.js"
import { Migrations, STORE_FILE, storeOf } from "./storage/store.js"
import { watchedEngine } from "./storage/watched.js"
import { Typesetter } from "./text/block.js"
import { FontBook } from "./text/fonts.js"
import { Sandbox } from "./work/sandbox.js"

/** Milliseconds that a render waits for its content: well under the 10 s in which it must answer. */
const PATIENCE_MS = 7_000
const SWEEP_MS = 600_000
/** Pictures for calls that are refused: each costs as much as a page. */
const DRAWN_REFUSALS = { perSecond: 20, burst: 100 }

export interface AppOptions {
  readonly config: AppConfig
  readonly plugins: readonly Found[]
  readonly log: RootLog
  readonly clock: Clock
  readonly version: string
  /** 0 to below 1. */
  readonly random: () => number
  /** Monotonic milliseconds, for durations. */
  readonly ticks: () => number
  /** In place of the guarded one, for tests. */
  readonly fetch?: OutboundFetch
  readonly patience?: number
  /** True: it runs beside a server, on its store: it takes no lock and sweeps nothing. */
  readonly beside?: boolean
  /** Milliseconds that a server that is closed goes on serving new requests, so that none that was sent before is reset. Default: 0. */
  readonly drainMs?: number
}

/** Platen, put together and started up to the point of listening. */
export interface App {
  readonly registry: Registry
  readonly drawing: Drawing
  readonly pictures: Gallery
  readonly sandbox: Sandbox
  readonly service: Service
  readonly mounts: readonly Mount[]
  readonly host: PluginHost
  get<T>(token: Token<T>): T
  /** Resolves to the port. */
  listen(): Promise<number>
  /** Finishes what is in flight, disposes plugins in reverse, closes the store. May be called twice. */
  close(): Promise<void>
  /** Closes the store and nothing else, for a process that ends now. */
  abandon(): Promise<void>
}

/** The composition root. Throws SetupError for everything that is wrong with config, plugins or store. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, log } = options
  const closing: (() => Promise<void>)[] = options.beside ? [] : [await lockFolder(config.dataFolder)]
  const close = async (): Promise<void> => {
    for (const step of closing.splice(0).reverse()) await step()
  }
  try {
    return await start(options, closing, close)
  } catch (error) {
    await close()
    if (error instanceof SetupError) throw error
    log.error({ err: error }, "start.failed")
    throw error
  }
}

async function start(options: AppOptions, closing: (() => Promise<void>)[], close: () => Promise<void>): Promise<App> {
  const { config, log, clock } = options
  const file = path.join(config.dataFolder, STORE_FILE)
  const database = await sqliteEngine(file, clock)
  const engine = options.beside ? database : await watchedEngine(database, file, log)
  closing.push(() => engine.close())
  const migrations = new Migrations(engine, clock)
  await migrations.checkStore()
  const sweep = options.beside
    ? undefined
    : setInterval(() => {
        engine.sweep().catch((error: unknown) => log.warn({ err: error }, "store.sweep-failed"))
      }, SWEEP_MS).unref()
  closing.push(async () => {
    clearInterval(sweep)
  })

  const registry = new Registry()
  registry.add("platen", { codecs: [bmp, glass, png, raw2bpp], messages: errorMessages })
  const container = new Container()
  let typesetter: Typesetter | undefined
  const book = (): FontBook => typesetterOf(typesetter).book
  const service: Service = {
    version: options.version,
    defaults: serviceDefaults(config),
    publicUrl: config.server.publicUrl,
    origins: config.server.origins,
    security: config.security,
    bounds: { storage: config.server.storage, devices: config.server.devices },
    localTime,
  }
  const own = storeOf(engine, clock, "platen")
  const contents = new ContentMaker({
    clock,
    log,
    patience: options.patience ?? PATIENCE_MS,
    source: (name) => registry.sources.get(name),
    scopeOf: (mode) => registry.scopeOf(mode),
    lastGood: own.collection("last-good", lastGoodSchema),
  })
  const decoding = new Decoding(log)
  closing.push(() => decoding.close())
  const sandbox = new Sandbox({ log, fonts: () => registry.fonts.list(), icons: () => registry.icons.list() })
  closing.push(() => sandbox.close())
  const pictures = new Gallery({
    clock,
    log,
    files,
    kept: own.collection("pictures", keptSchema),
    list: own.collection("picture-list", listSchema),
    holders: own.collection("picture-holders", heldSchema),
    key: () => pictureKey(own),
    bundled: (id) => registry.pictures.get(id),
    readers: () => registry.decoders.list().map((decoder) => decoding.reader(decoder)),
  })
  const frames = byRank(() => registry.frames.list())
  const drawing = new Drawing({
    clock,
    log,
    contents,
    pictures,
    sandbox,
    ticks: options.ticks,
    frames,
    modes: registry.modeCatalog(true),
    typesetter: () => typesetterOf(typesetter),
    palette: (id) => registry.palettes.get(id),
    codec: (id) => registry.codecs.get(id),
    phrase: (language, key) => registry.phrase(language, key),
  })
  const host = new PluginHost({
    container,
    registry,
    log,
    storeOf: (plugin) => storeOf(engine, clock, plugin),
    migrate: (plugin, store, log) => migrations.run(plugin, store, log),
    opened: async () => {
      registry.open()
      typesetter = new Typesetter(await FontBook.create(registry.fonts.list(), registry.icons.list()))
    },
  })
  container.provide(CLOCK, clock)
  container.provide(RANDOM, options.random)
  container.provide(FILES, files)
  container.provide(SERVICE, service)
  container.provide(
    FETCH,
    options.fetch ??
      guardedFetch({
        lanHosts: config.server.lanHosts,
        ticks: options.ticks,
        told: (event) => tellAll(registry, log, (observer) => observer.outbound?.(event)),
      }),
  )
  container.provide(MODES, registry.modeCatalog())
  container.provide(SOURCES, registry.sources)
  container.provide(STRATEGIES, registry.strategies)
  container.provide(PANELS, registry.panels)
  container.provide(PALETTES, registry.palettes)
  container.provide(PICTURES, pictures)
  container.provide(ICONS, { has: (name) => book().hasIcon(name), names: () => book().iconNames() })
  container.provide(DRAW, drawing)
  container.provide(SANDBOX, sandbox)
  container.provide(LOAD, (plugin, options) => host.load(plugin, options))
  container.provide(CHOOSE, chooseBy(registry))
  container.provide(OBSERVE, (event) => {
    setImmediate(() => tellAll(registry, log, (observer) => observer.render?.(event)))
  })
  container.provide(FORGET, async (device) => {
    await forgottenByAll(registry, log, device)
    await contents.forget(device)
    await pictures.release(deviceKey(device.edition, device.mac))
  })
  let mounts: readonly Mount[] = []
  container.provide(ROUTES, { list: () => [...new Set(mounts.flatMap(({ methods }) => [...methods.values()]))] })
  // Every plugin gets its own of these two from its child container: here only that they can be needed.
  for (const each of [LOG, STORE]) container.provide<unknown>(each, undefined)
  closing.push(() => host.stop())
  await host.start(options.plugins)
  mounts = mountTable(registry.routes.list(), registry.editions.list(), registry.policies.list(), (route) =>
    registry.ownerOf(route),
  )
  checkReferences(registry, config)
  checkLimits(config.server.limits, registry.routes.list())

  const server: HttpServer = httpServer(mounts, {
    draw: drawing,
    log,
    ticks: options.ticks,
    trustProxy: trustedProxies(config.server.trustProxy),
    origins: new Set(config.server.origins),
    limits: limitsOf(clock, config.server.limits),
    refusals: spareOf(options.ticks, DRAWN_REFUSALS),
    policy: (id) => registry.policies.get(id),
    told: (event) => tellAll(registry, log, (observer) => observer.request?.(event)),
    phrase: (language, key, parameters) =>
      filled(
        registry.phrase(language, key) ??
          registry.phrase(language, key.endsWith(".title") ? "error.title" : "error") ??
          key,
        parameters,
      ),
  })
  return {
    registry,
    drawing,
    pictures,
    sandbox,
    service,
    mounts,
    host,
    get: (wanted) => container.get(wanted),
    listen: async () => {
      const port = await server.listen(config.server.port, config.server.host)
      closing.push(() => server.close({ drainMs: options.drainMs ?? 0 }))
      await host.listening({ port, editions: registry.editions.list().map(({ id }) => id) })
      return port
    },
    close,
    abandon: () => engine.close(),
  }
}

function typesetterOf(typesetter: Typesetter | undefined): Typesetter {
  if (!typesetter) throw new SetupError("Nothing can be drawn during setup: draw from `ready` or later.")
  return typesetter
}

function serviceDefaults({ defaults: { language, mode, timeZone, place } }: AppConfig): Service["defaults"] {
  return {
    language,
    mode,
    timeZone,
    ...(place && {
      place: {
        latitude: place.latitude,
        longitude: place.longitude,
        ...(place.name !== undefined && { name: place.name }),
      },
    }),
  }
}

/** Frames change only at the start: sorted once. */
function byRank<T extends { readonly rank: number }>(list: () => readonly T[]): () => readonly T[] {
  let sorted: readonly T[] | undefined
  return () => (sorted ??= [...list()].sort((a, b) => a.rank - b.rank))
}

function chooseBy(registry: Registry): Choose {
  const choosers = byRank(() => registry.choosers.list())
  return (request) => {
    for (const chooser of choosers()) {
      const choice = chooser.choose(request)
      if (choice) return choice
    }
    throw new NotFound("No enabled plugin chooses what to show: enable one that does.")
  }
}

/**
 * Tells every observer that a device is to be forgotten. What one of them throws is logged, and the others are told all the same: a plugin's
 * mistake does not keep a device. Rejects with Unavailable where nothing can be written: then the device stays, too.
 */
async function forgottenByAll(registry: Registry, log: RootLog, device: DeviceId): Promise<void> {
  for (const observer of registry.observers.list()) {
    try {
      await observer.forgotten?.(device)
    } catch (error) {
      if (error instanceof Unavailable) throw error
      log.error({ observer: observer.id, mac: device.mac, err: error }, "device.not-forgotten")
    }
  }
}

/** What an observer throws is logged and changes nothing. */
function tellAll(registry: Registry, log: RootLog, tell: (observer: Observer) => void): void {
  for (const observer of registry.observers.list()) {
    try {
      tell(observer)
    } catch (error) {
      log.error({ observer: observer.id, err: error }, "observer.failed")
    }
  }
}
