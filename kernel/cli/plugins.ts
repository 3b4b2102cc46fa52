import { parseArgs } from "node:util"
import { jsonSchema, NotFound, redacted, z } from "platen/sdk"
import type { Command } from "platen/sdk"
import type { App } from "../app.js"
import { findPlugins } from "../plugins/find.js"
import type { Found } from "../plugins/find.js"
import { loadConfig } from "../config.js"
import { withApp } from "./setting.js"

const help = `platen plugins [OPTIONS]

Lists what runs with this config: plugins and where they come from, modes, panels and sources.

  --schema NAME    prints what a plugin's config, or a mode's settings, may be, as JSON Schema
  --icons          lists the names of pictograms instead
  --sources        lists the names of sources instead
  --routes         lists edition, method, path and auth of every route instead
`

export const listPlugins: Command = {
  name: "plugins",
  summary: "list what runs with this config",
  help,
  run: async (args) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        icons: { type: "boolean" },
        sources: { type: "boolean" },
        routes: { type: "boolean" },
        schema: { type: "string" },
      },
    })
    if (values.schema !== undefined) return printSchema(values.schema)
    return withApp(async (app) => {
      const lines = values.icons
        ? app.drawing.env({ width: 400, height: 300, language: "en" }).typesetter.book.iconNames()
        : values.sources
          ? app.registry.sources.list().map(({ name }) => name)
          : values.routes
            ? routeLines(app.mounts)
            : await everything(app)
      process.stdout.write(lines.map((line) => `${line}\n`).join(""))
      return 0
    })
  },
}

async function everything({ registry }: App): Promise<readonly string[]> {
  const modes = registry.modeCatalog().list()
  return [
    "plugins",
    ...(await findPlugins(loadConfig())).map(pluginLine),
    "modes",
    ...modes.map(({ id, title }) => `  ${id.padEnd(24)} ${title.en}`),
    "panels",
    ...registry.panels
      .list()
      .map(({ id, title, width, height, palette }) => `  ${id.padEnd(24)} ${width} x ${height} ${palette}: ${title}`),
    "sources",
    ...registry.sources.list().map(({ name }) => `  ${name}`),
  ]
}

/** A plugin, where it is from, and its config without the secrets. */
function pluginLine({ plugin, origin, config }: Found): string {
  const shown =
    config === undefined ? "" : ` ${JSON.stringify(plugin.config ? redacted(plugin.config, config) : config)}`
  return `  ${plugin.id.padEnd(24)} ${origin}${shown}`
}

async function printSchema(name: string): Promise<number> {
  const plugin = (await findPlugins(loadConfig())).find((found) => found.plugin.id === name)?.plugin
  const schema = plugin
    ? (plugin.config ?? z.strictObject({}))
    : await withApp(async (app) => {
        const mode = app.registry.modeCatalog().get(name.toUpperCase())
        if (!mode) throw new NotFound(`there is no plugin and no mode "${name}": see platen plugins.`)
        return mode.settings ?? z.strictObject({})
      })
  process.stdout.write(`${JSON.stringify(jsonSchema(schema), null, 2)}\n`)
  return 0
}

/** The route table: one line a route under each edition, aliases left out. */
export function routeLines(
  mounts: readonly {
    readonly methods: ReadonlyMap<
      string,
      {
        readonly edition: { readonly id: string }
        readonly path: string
        readonly alias: boolean
        readonly route: { readonly auth: unknown }
      }
    >
  }[],
): string[] {
  const lines = mounts
    .flatMap(({ methods }) => [...methods.entries()])
    .filter(([, { alias }]) => !alias)
    .map(([method, { edition, path, route }]) => `${edition.id} ${method} ${path} ${auth(route.auth)}`)
  // A route that also answers at a fixed path within its own is there once.
  return [...new Set(lines)].sort()
}

function auth(given: unknown): string {
  if (given === "open") return "open"
  const { anyOf, when } = given as { anyOf: readonly string[]; when?: unknown }
  return `${anyOf.join("|")}${when ? " when asked" : ""}`
}
