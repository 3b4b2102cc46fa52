import { SetupError } from "platen/sdk"
import type { StorageEngine } from "platen/sdk"
import type { AppConfig } from "../config.js"
import type { Found } from "../plugins/find.js"

/** The configured storage engine. Throws SetupError when no plugin has it, or two do. */
export function engineOf(plugins: readonly Found[], { storage }: Pick<AppConfig, "storage">): StorageEngine {
  const all = plugins.flatMap(({ plugin }) => (plugin.engines ?? []).map((engine) => ({ engine, owner: plugin.id })))
  const [found, other] = all.filter(({ engine }) => engine.id === storage.engine)
  if (!found)
    throw new SetupError(
      `storage.engine in platen.yaml names "${storage.engine}", which no enabled plugin has: use one of ${all.map(({ engine }) => engine.id).join(", ") || "none, and enable storage-sqlite"}.`,
    )
  if (other)
    throw new SetupError(
      `Plugins "${found.owner}" and "${other.owner}" both have the storage engine "${storage.engine}": turn one off in platen.yaml.`,
    )
  return found.engine
}
