import { modeCatalog } from "../../../plugins/pages/pages/mode-catalog.js"
import { definePlugin, LOG, OBSERVERS, STORE, z } from "platen/sdk"
import { CHOOSERS, STRATEGIES } from "platen/sdk/device"
import { BUNDLED_PICTURES, CODECS, DECODERS, FONTS, ICONS, PALETTES, PANELS } from "platen/sdk/drawing"
import { AREAS, POLICIES, ROUTES } from "platen/sdk/http"
import { FRAMES, MESSAGES, MODES, SOURCES } from "platen/sdk/mode"
import type { Catalog, Contribution, Plugin, Point } from "platen/sdk"
import type { Mode, ModeCatalog, Source } from "platen/sdk/mode"
import { Container } from "../../../kernel/container.js"
import type { RootLog } from "../../../kernel/log.js"
import { PluginHost } from "../../../kernel/plugins/host.js"
import { Points } from "../../../kernel/plugins/points.js"
import { fakeClock, fakeLog } from "../../testing/index.js"
import type { FakeClock, FakeLog } from "../../testing/index.js"
import { memoryEngine } from "../../testing/memory-engine.js"
import { Migrations, storeOf } from "../../../kernel/storage/store.js"

/** Every built-in point, by its name without "platen.". */
export const POINTS = {
  modes: MODES,
  sources: SOURCES,
  frames: FRAMES,
  messages: MESSAGES,
  fonts: FONTS,
  icons: ICONS,
  palettes: PALETTES,
  panels: PANELS,
  codecs: CODECS,
  pictures: BUNDLED_PICTURES,
  decoders: DECODERS,
  strategies: STRATEGIES,
  choosers: CHOOSERS,
  observers: OBSERVERS,
  policies: POLICIES,
  areas: AREAS,
  routes: ROUTES,
}

/** The built-in points, opened so that their catalogs show all that is contributed: the modes of every scope, and hidden ones. */
export function opened(): Points {
  const points = new Points()
  const opens = Object.values(POINTS).map((point) => ({ point, catalog: (values: Catalog<unknown>) => values }))
  points.open({ id: "platen", opens })
  return points
}

/** All that is contributed to a point. */
export function all<T, C>(points: Points, point: Point<T, C>): Catalog<T> {
  return points.catalog(point, "test") as unknown as Catalog<T>
}

/** Modes as those see them who name some scopes. */
export function modesIn(points: Points): ModeCatalog {
  return modeCatalog(all(points, MODES))
}

export interface Hosting {
  readonly host: PluginHost
  readonly points: Points
  readonly modes: ModeCatalog
  readonly container: Container
  readonly log: FakeLog
  readonly clock: FakeClock
  /** Runs these, with what the operator wrote for each by id. */
  start(plugins: readonly Plugin[], configs?: Readonly<Record<string, unknown>>): Promise<void>
}

/** A host without a server round it: its store is in memory, its log can be read. */
export function hosting(): Hosting {
  const [clock, log, points, container] = [fakeClock(), fakeLog(), opened(), new Container()]
  const engine = memoryEngine(clock)
  const migrations = new Migrations(engine, clock)
  for (const token of [LOG, STORE]) container.provide<unknown>(token, undefined)
  const host = new PluginHost({
    container,
    points,
    log: named(log),
    clock,
    storeOf: (plugin) => storeOf(engine, clock, plugin),
    migrate: (plugin, store, log) => migrations.run(plugin, store, log),
    opened: () => {},
  })
  return {
    host,
    points,
    modes: modesIn(points),
    container,
    log,
    clock,
    start: (plugins, configs = {}) =>
      host.start(plugins.map((plugin) => ({ plugin, origin: `./${plugin.id}`, config: configs[plugin.id] }))),
  }
}

function named(log: FakeLog, name?: string): RootLog {
  const mark = (fields: object): object => (name === undefined ? fields : { ...fields, name })
  return {
    debug: (fields, event) => log.debug(mark(fields), event),
    info: (fields, event) => log.info(mark(fields), event),
    warn: (fields, event) => log.warn(mark(fields), event),
    error: (fields, event) => log.error(mark(fields), event),
    named: (other) => named(log, other),
  }
}

/** A plugin that gives these. */
export function giving(id: string, ...contributions: readonly Contribution[]): Plugin {
  return definePlugin({ id, setup: () => contributions })
}

export function mode(id: string, parts: Partial<Mode> = {}): Mode {
  return {
    id,
    title: { en: id },
    data: z.object({}),
    content: () => Promise.resolve({ data: {} }),
    fallback: () => ({}),
    view: (_, { language }) => ({ body: { type: "spacer" }, language }),
    ...parts,
  }
}

export function source(name: string): Source {
  return { name, parameters: z.object({}), result: z.object({}), read: () => Promise.resolve({}) }
}

/** How many values each point has, those that have none left out. Of messages: how many plugins have given some. */
export function sizes(list: (point: Point<never, unknown>) => readonly unknown[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(POINTS)
      .map(([kind, point]) => [kind, list(point as unknown as Point<never, unknown>).length] as const)
      .filter(([, size]) => size > 0),
  )
}
