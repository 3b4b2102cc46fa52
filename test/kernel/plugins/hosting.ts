import { definePlugin, LOG, STORE } from "platen/sdk"
import type { Contributions, Mode, Plugin, Source } from "platen/sdk"
import { z } from "platen/sdk"
import { Container } from "../../../kernel/container.js"
import type { RootLog } from "../../../kernel/log.js"
import { PluginHost } from "../../../kernel/plugins/host.js"
import { Registry } from "../../../kernel/plugins/registry.js"
import { fakeClock, fakeLog } from "../../../kernel/testing/index.js"
import type { FakeLog } from "../../../kernel/testing/index.js"
import { memoryEngine } from "../../../kernel/storage/engines/memory.js"
import { Migrations, storeOf } from "../../../kernel/storage/store.js"

export interface Hosting {
  readonly host: PluginHost
  readonly registry: Registry
  readonly container: Container
  readonly log: FakeLog
  /** Runs these, with what the operator wrote for each by id. */
  start(plugins: readonly Plugin[], configs?: Readonly<Record<string, unknown>>): Promise<void>
}

/** A host without a server round it: its store is in memory, its log can be read. */
export function hosting({ timeout }: { readonly timeout?: number } = {}): Hosting {
  const [clock, log, registry, container] = [fakeClock(), fakeLog(), new Registry(), new Container()]
  const engine = memoryEngine(clock)
  const migrations = new Migrations(engine, clock)
  for (const token of [LOG, STORE]) container.provide<unknown>(token, undefined)
  const host = new PluginHost({
    container,
    registry,
    log: named(log),
    storeOf: (plugin) => storeOf(engine, clock, plugin),
    migrate: (plugin, store, log) => migrations.run(plugin, store, log),
    opened: () => registry.open(),
    ...(timeout !== undefined && { timeout }),
  })
  return {
    host,
    registry,
    container,
    log,
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
export function giving(id: string, contributions: Contributions): Plugin {
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

/** How many things of each kind are registered, those there are none of left out. */
export function sizes(registry: Registry): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(registry)
      .map(([kind, catalog]) => [kind, (catalog as { list(): readonly unknown[] }).list().length] as const)
      .filter(([, size]) => size > 0),
  )
}
