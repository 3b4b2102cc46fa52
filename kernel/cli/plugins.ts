import { parseArgs } from "node:util"
import { findPlugins } from "../plugins/find.js"
import { loadConfig } from "../config.js"
import type { Command } from "./commands.js"
import { withApp } from "./setting.js"

const help = `platen plugins [OPTIONS]

Lists what runs with this config: plugins and where they come from, modes, panels and sources.

  --icons          lists the names of pictograms instead
  --routes         lists edition, method, path and auth of every route instead
`

export const listPlugins: Command = {
  name: "plugins",
  summary: "list what runs with this config",
  help,
  run: async (args) => {
    const { values } = parseArgs({ args: [...args], options: { icons: { type: "boolean" }, routes: { type: "boolean" } } })
    return withApp(async (app) => {
      const { registry } = app
      const lines = values.icons ? app.drawing.env({ width: 400, height: 300, language: "en" }).typesetter.book.iconNames()
        : values.routes ? routeLines(app.mounts)
          : [
            "plugins", ...(await findPlugins(loadConfig())).map(({ plugin, origin }) => `  ${plugin.id.padEnd(24)} ${origin}`),
            "modes", ...registry.modeCatalog().list().map(({ id, title }) => `  ${id.padEnd(24)} ${title.en}`),
            "panels", ...registry.panels.list().map(({ id, title, width, height, palette }) => `  ${id.padEnd(24)} ${width} x ${height} ${palette}: ${title}`),
            "sources", ...registry.sources.list().map(({ name }) => `  ${name}`),
          ]
      process.stdout.write(`${lines.join("\n")}\n`)
      return 0
    })
  },
}

/** The route table: one line a route under each edition, aliases left out. */
export function routeLines(mounts: readonly { readonly methods: ReadonlyMap<string, { readonly edition: { readonly id: string }; readonly path: string; readonly alias: boolean; readonly route: { readonly auth: unknown } }> }[]): string[] {
  return mounts.flatMap(({ methods }) => [...methods.entries()])
    .filter(([, { alias }]) => !alias)
    .map(([method, { edition, path, route }]) => `${edition.id} ${method} ${path} ${auth(route.auth)}`)
    .sort()
}

function auth(given: unknown): string {
  if (given === "open") return "open"
  const { anyOf, when } = given as { anyOf: readonly string[]; when?: unknown }
  return `${anyOf.join("|")}${when ? " when asked" : ""}`
}
