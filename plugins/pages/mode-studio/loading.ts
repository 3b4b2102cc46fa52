import { createHash } from "node:crypto"
import { entriesOf } from "platen/sdk/kit"
import type { Collection, Log } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"
import type { Definition } from "./definition.js"
import { keyOf, ownerOf } from "./mode-store.js"
import type { ModeStore, Owner } from "./mode-store.js"

/** Number of documents in one read. */
export const PAGE = 20

interface Needs {
  readonly all: Collection<{ readonly modes: Readonly<Record<string, Definition>> }>
  readonly modeStore: ModeStore
  readonly devices: Pick<Devices, "get">
  readonly log: Pick<Log, "warn">
  /** The mode of a saved definition, which is compiled on first use. */
  saved(owner: Owner, definition: Definition): Promise<Mode>
}

/** Brings the loaded modes in line with the saved ones. */
export interface Loading {
  /** Of one definition: loaded as it is saved. */
  loaded(owner: Owner, definition: Definition): void
  /** Loads the saved modes, and deletes those of deleted devices. */
  open(): Promise<void>
  /** Loads what is not loaded as it is saved, and unloads what is saved no more. */
  refresh(): Promise<void>
}

export function loadingOf({ all, modeStore, devices, log, saved }: Needs): Loading {
  /** Digests of the loaded definitions, by owner and id. */
  const digests = new Map<string, string>()
  const loaded = (owner: Owner, definition: Definition): void =>
    void digests.set(nameOf(owner, String(definition.id)), digestOf(definition))
  const load = async (owner: Owner, definition: Definition): Promise<void> => {
    try {
      await modeStore.put(owner, await saved(owner, definition))
      loaded(owner, definition)
    } catch (error) {
      log.warn({ mode: definition.id, err: error }, "mode-load.failed")
    }
  }
  return {
    loaded,
    open: async () => {
      for await (const { key, value } of entriesOf(all, { page: PAGE })) {
        const owner = ownerOf(key)
        if (owner && !(await devices.get(owner.realm, owner.mac))) await all.delete(key)
        else for (const definition of Object.values(value.modes)) await load(owner, definition)
      }
    },
    refresh: async () => {
      const stay = new Set<string>()
      for await (const { key, value } of entriesOf(all, { page: PAGE })) {
        const owner = ownerOf(key)
        for (const definition of Object.values(value.modes)) {
          const id = String(definition.id)
          stay.add(nameOf(owner, id))
          if (!modeStore.has(owner, id) || digests.get(nameOf(owner, id)) !== digestOf(definition))
            await load(owner, definition)
        }
      }
      for (const owner of modeStore.owners())
        for (const { id } of modeStore.get(owner)) {
          if (stay.has(nameOf(owner, id))) continue
          digests.delete(nameOf(owner, id))
          await modeStore.take(owner, id)
        }
    },
  }
}

function nameOf(owner: Owner, id: string): string {
  return `${keyOf(owner)} ${id}`
}

function digestOf(definition: Definition): string {
  return createHash("sha256").update(JSON.stringify(definition)).digest("base64url")
}
