import { SetupError } from "platen/sdk"
import type { Clock, StorageEngine, StorePlace } from "platen/sdk"
import type { AppConfig } from "../config.js"
import { checkedConfig } from "../plugins/checked-config.js"
import type { Found } from "../plugins/find.js"

/** A storage engine, and where its store is. */
export interface ChosenEngine {
  readonly engine: StorageEngine
  readonly place: StorePlace
}

/** The configured storage engine. Throws SetupError when no plugin has it, or two do, and for fields of `storage` that it does not take. */
export function engineOf(
  plugins: readonly Found[],
  { storage: { engine: id, ...more }, dataFolder: folder }: Pick<AppConfig, "storage" | "dataFolder">,
  clock: Clock,
): ChosenEngine {
  const all = plugins.flatMap(({ plugin }) => (plugin.engines ?? []).map((engine) => ({ engine, owner: plugin.id })))
  const [found, other] = all.filter(({ engine }) => engine.id === id)
  if (!found)
    throw new SetupError(
      `storage.engine in platen.yaml names "${id}", which no enabled plugin has: use one of ${all.map(({ engine }) => engine.id).join(", ") || "none, and enable storage-sqlite"}.`,
    )
  if (other)
    throw new SetupError(
      `Plugins "${found.owner}" and "${other.owner}" both have the storage engine "${id}": turn one off in platen.yaml.`,
    )
  const config = checkedConfig(found.engine.config, more, "storage", `the engine "${id}"`)
  return { engine: found.engine, place: { folder, config, clock } }
}
