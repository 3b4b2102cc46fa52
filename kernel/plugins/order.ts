import { ADMIN_TOKEN, ANSWERS, SetupError } from "platen/sdk"
import type { Plugin, Token } from "platen/sdk"

/** What may hold a secret of the operator: each is for one plugin of platen.yaml, and for no command. */
const RESERVED = [ADMIN_TOKEN.name, ANSWERS.name]
const needing = ({ needs = {} }: Pick<Plugin, "needs">, name: string): boolean =>
  Object.values(needs).some((need) => need.name === name)
export const reservedIn = (plugin: Pick<Plugin, "needs">): string | undefined =>
  RESERVED.find((name) => needing(plugin, name))

/**
 * Plugins in order of their dependencies: each follows the providers of its needs; otherwise the order is kept.
 * `has`: whether the kernel provides a token. Throws SetupError for two providers of one token (the kernel counts as
 * one), a need without a provider, and circular needs.
 */
export function order(plugins: readonly Plugin[], has: (token: Token<unknown>) => boolean): readonly Plugin[] {
  const providers = new Map<string, Plugin>()
  for (const plugin of plugins) {
    for (const { name } of plugin.provides ?? []) {
      if (has({ name }))
        throw new SetupError(
          `Plugin "${plugin.id}" provides "${name}", which the server itself provides: remove it from its \`provides\`, or turn "${plugin.id}" off in platen.yaml.`,
        )
      const other = providers.get(name)
      if (other)
        throw new SetupError(
          `Plugins "${other.id}" and "${plugin.id}" both provide "${name}": turn one off in platen.yaml.`,
        )
      providers.set(name, plugin)
    }
  }
  for (const name of RESERVED) {
    const guards = plugins.filter((plugin) => needing(plugin, name))
    if (guards.length > 1)
      throw new SetupError(
        `Plugins ${guards.map(({ id }) => `"${id}"`).join(" and ")} both need "${name}", which only one plugin may have: turn one off in platen.yaml.`,
      )
  }
  const opened = new Set(
    plugins.flatMap(({ opens = [] }) => opens.map((each) => ("point" in each ? each.point : each).name)),
  )
  const sorted: Plugin[] = []
  const visiting: Plugin[] = []
  const visit = (plugin: Plugin): void => {
    if (sorted.includes(plugin)) return
    if (visiting.includes(plugin)) {
      const circle = [...visiting.slice(visiting.indexOf(plugin)), plugin].map(({ id }) => `"${id}"`).join(" needs ")
      throw new SetupError(
        `Plugins need each other in a circle: ${circle}; turn one off, or move what they share into a third plugin.`,
      )
    }
    visiting.push(plugin)
    for (const need of Object.values(plugin.needs ?? {})) {
      // A point is read after all plugins are set up, so it imposes no order.
      if (has(need) || opened.has(need.name)) continue
      const provider = providers.get(need.name)
      if (!provider)
        throw new SetupError(
          `Plugin "${plugin.id}" needs "${need.name}", which no enabled plugin provides: enable one that provides it, or turn "${plugin.id}" off.`,
        )
      visit(provider)
    }
    visiting.pop()
    sorted.push(plugin)
  }
  plugins.forEach(visit)
  return sorted
}
