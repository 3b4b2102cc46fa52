// Writes dist/commands.json: the commands and what they do, so that the help imports no plugin, and the plugins that each needs, so that one that
// starts those alone imports no other. The last step of `npm run build`.
import { writeFileSync } from "node:fs"
import { commandsOf } from "../dist/kernel/cli/contributed.js"
import { builtInFiles, findPlugins } from "../dist/kernel/plugins/find.js"

const DIST = new URL("../dist/", import.meta.url)
const found = await findPlugins({ plugins: {}, folder: process.cwd() })
const plugins = found.map(({ plugin }) => plugin)
const files = new Map()
for (const file of builtInFiles()) files.set((await import(new URL(file, DIST))).default.id, file)

/** Files of a plugin, of the providers of what it needs, transitively, and of the plugins that open points which they read. */
const needed = (id, all = new Set()) => {
  if (all.has(id)) return all
  all.add(id)
  const { needs = {} } = plugins.find((plugin) => plugin.id === id)
  const names = new Set(Object.values(needs).map(({ name }) => name))
  const has = ({ provides = [], opens = [] }) =>
    [...provides, ...opens.map((each) => each.point ?? each)].some(({ name }) => names.has(name))
  for (const provider of plugins.filter(has)) needed(provider.id, all)
  return all
}
const engines = plugins.filter((plugin) => plugin.engines?.length > 0).map(({ id }) => id)
const commands = commandsOf(found).map(({ entry: { name, summary }, owner }) => ({
  name,
  summary,
  ...(owner !== "platen" && {
    plugins: [...new Set([...needed(owner), ...engines])].map((id) => files.get(id)).sort(),
  }),
}))
writeFileSync(new URL("commands.json", DIST), `${JSON.stringify(commands, null, 2)}\n`)
