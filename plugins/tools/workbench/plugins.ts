import { parseArgs } from "node:util"
import { defineCommand, NotFound, PLUGINS, z } from "platen/sdk"
import { jsonSchema } from "platen/sdk/kit"
import { ICONS, PANELS } from "platen/sdk/drawing"
import { SERVED_ROUTES } from "platen/sdk/http"
import { MODES, SOURCES } from "platen/sdk/mode"
import type { Catalog, InstalledPlugin } from "platen/sdk"
import type { Panel } from "platen/sdk/drawing"
import type { ServedRoute } from "platen/sdk/http"
import type { ModeCatalog, Source } from "platen/sdk/mode"

const help = `platen plugins [OPTIONS]

Lists what runs with this config: plugins with their origin, modes, panels and sources.

  --schema NAME    prints the JSON Schema of a plugin's config, or of a mode's settings
  --icons          lists the names of icons instead
  --sources        lists the names of sources instead
  --routes         lists edition, method, path and authentication of every route instead
`

export default defineCommand({
  help,
  needs: {
    plugins: PLUGINS,
    modes: MODES,
    panels: PANELS,
    sources: SOURCES,
    icons: ICONS,
    routes: SERVED_ROUTES,
  },
  run: async (args, terminal, services) => {
    const { values } = parseArgs({
      args: [...args],
      options: {
        icons: { type: "boolean" },
        sources: { type: "boolean" },
        routes: { type: "boolean" },
        schema: { type: "string" },
      },
    })
    const needs = await services()
    const lines =
      values.schema !== undefined
        ? [schemaOf(needs, values.schema)]
        : values.icons
          ? needs.icons.names()
          : values.sources
            ? needs.sources.list().map(({ name }) => name)
            : values.routes
              ? routeLines(needs.routes.list())
              : everything(needs)
    terminal.out(lines.map((line) => `${line}\n`).join(""))
    return 0
  },
})

interface Needs {
  readonly plugins: readonly InstalledPlugin[]
  readonly modes: ModeCatalog
  readonly panels: Catalog<Panel>
  readonly sources: Catalog<Source>
}

function everything({ plugins, modes, panels, sources }: Needs): readonly string[] {
  return [
    "plugins",
    ...plugins.map(
      ({ id, origin, config }) =>
        `  ${id.padEnd(24)} ${origin}${config === undefined ? "" : ` ${JSON.stringify(config)}`}`,
    ),
    "modes",
    ...modes.list().map(({ id, title }) => `  ${id.padEnd(24)} ${title.en}`),
    "panels",
    ...panels
      .list()
      .map(({ id, title, width, height, palette }) => `  ${id.padEnd(24)} ${width} x ${height} ${palette}: ${title}`),
    "sources",
    ...sources.list().map(({ name }) => `  ${name}`),
  ]
}

/** JSON Schema of a plugin's config, or of a mode's settings. Throws NotFound. */
function schemaOf({ plugins, modes }: Needs, name: string): string {
  const plugin = plugins.find(({ id }) => id === name)
  const mode = modes.get(name.toUpperCase())
  if (!plugin && !mode) throw new NotFound(`there is no plugin and no mode "${name}": see platen plugins.`)
  return JSON.stringify(jsonSchema(plugin?.schema ?? mode!.settings ?? z.strictObject({})), null, 2)
}

/** Route table: one line per route and area, without aliases. */
export function routeLines(routes: readonly ServedRoute[]): string[] {
  const lines = routes
    .filter(({ alias }) => !alias)
    .map(({ area, path, route }) => `${area.id} ${route.method} ${path} ${auth(route.auth)}`)
  // A route can be mounted several times, because it also answers at fixed paths that it covers.
  return [...new Set(lines)].sort()
}

function auth(value: unknown): string {
  if (value === "open") return "open"
  const { anyOf, when } = value as { anyOf: readonly string[]; when?: unknown }
  return `${anyOf.join("|")}${when ? " when asked" : ""}`
}
