import { z } from "platen/sdk"
import { redacted } from "platen/sdk/kit"
import type { InstalledPlugin } from "platen/sdk"
import type { Found } from "./find.js"

/** The running plugins, with the secrets of their config masked. */
export function installed(plugins: readonly Found[]): readonly InstalledPlugin[] {
  return plugins.map(({ plugin, origin, config }) => ({
    id: plugin.id,
    origin,
    config: config === undefined || !plugin.config ? config : redacted(plugin.config, config),
    schema: plugin.config ?? z.strictObject({}),
  }))
}
