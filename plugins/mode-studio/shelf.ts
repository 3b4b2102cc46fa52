import { definePlugin, deviceKey, deviceScope, EVERYBODY } from "platen/sdk"
import type { DeviceId, Load, Mode } from "platen/sdk"

/** Whose a custom mode is: a device's, or everybody's. */
export type Owner = DeviceId | undefined

/** Of an owner in the store. */
export function keyOf(owner: Owner): string {
  return owner === undefined ? EVERYBODY : deviceKey(owner.edition, owner.mac)
}

export function ownerOf(key: string): Owner {
  const at = key.indexOf("/")
  return at < 0 ? undefined : { edition: key.slice(0, at), mac: key.slice(at + 1) }
}

/** Of an owner's modes in the catalog. */
export function scopeOf(owner: Owner): string {
  return owner === undefined ? EVERYBODY : deviceScope(owner.mac)
}

/** The custom modes that are loaded. */
export interface Shelf {
  /** In the place of an earlier one of that id, in one step. */
  put(owner: Owner, mode: Mode): Promise<void>
  take(owner: Owner, id: string): Promise<void>
  has(owner: Owner, id: string): boolean
  get(owner: Owner): readonly Mode[]
  /** Those that have any. */
  owners(): readonly Owner[]
}

interface Loaded {
  readonly mode: Mode
  readonly remove: () => Promise<void>
}

/** A mode as the plugin that `Load` takes. */
export function pluginOf(mode: Mode): Parameters<Load>[0] {
  return definePlugin({ id: "custom-mode", setup: () => ({ modes: [mode] }) })
}

export function shelfOf(load: Load): Shelf {
  const all = new Map<string, Map<string, Loaded>>()
  return {
    put: async (owner, mode) => {
      const key = keyOf(owner)
      const before = all.get(key)?.get(mode.id)
      const remove = await load(pluginOf(mode), { scope: scopeOf(owner), ...(before && { instead: before.remove }) })
      const shelf = all.get(key) ?? new Map<string, Loaded>()
      all.set(key, shelf.set(mode.id, { mode, remove }))
    },
    take: async (owner, id) => {
      const key = keyOf(owner)
      const shelf = all.get(key)
      const loaded = shelf?.get(id)
      shelf?.delete(id)
      if (shelf?.size === 0) all.delete(key)
      await loaded?.remove()
    },
    has: (owner, id) => all.get(keyOf(owner))?.has(id) ?? false,
    get: (owner) => [...(all.get(keyOf(owner))?.values() ?? [])].map(({ mode }) => mode),
    owners: () => [...all.keys()].map(ownerOf),
  }
}
