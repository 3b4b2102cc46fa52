import { ADMIN_TOKEN, SetupError } from "platen/sdk"
import type { Plugin, Token } from "platen/sdk"

/**
 * Plugins so that each comes after those that provide what it needs; otherwise as given.
 * `has`: what the kernel itself provides. Throws SetupError for two providers of one token (the kernel is one), a need
 * that nobody meets, and needs that go round in a circle.
 */
export function order(plugins: readonly Plugin[], has: (token: Token<unknown>) => boolean): readonly Plugin[] {
  const providers = new Map<string, Plugin>()
  for (const plugin of plugins) {
    for (const { name } of plugin.provides ?? []) {
      if (has({ name }))
        throw new SetupError(
          `Plugin "${plugin.id}" provides "${name}", which the server itself provides: take it out of its \`provides\`, or turn "${plugin.id}" off in platen.yaml.`,
        )
      const other = providers.get(name)
      if (other)
        throw new SetupError(
          `Plugins "${other.id}" and "${plugin.id}" both provide "${name}": turn one off in platen.yaml.`,
        )
      providers.set(name, plugin)
    }
  }
  const guards = plugins.filter(({ needs = {} }) => Object.values(needs).some(({ name }) => name === ADMIN_TOKEN.name))
  if (guards.length > 1)
    throw new SetupError(
      `Plugins ${guards.map(({ id }) => `"${id}"`).join(" and ")} both need "${ADMIN_TOKEN.name}", which one plugin may have: turn one off in platen.yaml.`,
    )
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
        `Plugins need one another in a circle: ${circle}; turn one off, or split what they share into a third.`,
      )
    }
    visiting.push(plugin)
    for (const need of Object.values(plugin.needs ?? {})) {
      // Whoever reads a point does so once everybody is set up: that orders nobody.
      if (has(need) || opened.has(need.name)) continue
      const provider = providers.get(need.name)
      if (!provider)
        throw new SetupError(
          `Plugin "${plugin.id}" needs "${need.name}", which no enabled plugin provides: enable one that does, or turn "${plugin.id}" off.`,
        )
      visit(provider)
    }
    visiting.pop()
    sorted.push(plugin)
  }
  plugins.forEach(visit)
  return sorted
}
