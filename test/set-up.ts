import type { Contributions, Plugin } from "platen/sdk"

/** What a plugin gives by kind, set up by hand with these services and this config. */
export async function setUp(
  plugin: Pick<Plugin, "setup">,
  services: Readonly<Record<string, unknown>> = {},
  config: unknown = {},
): Promise<Contributions> {
  return (await plugin.setup(services, config)) as Contributions
}
