import { definePlugin } from "platen/sdk"
import { deviceKey, deviceScope } from "platen/sdk/device"
import { GLOBAL_SCOPE, MODES } from "platen/sdk/mode"
import type { Load } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"

/** The owner of a custom mode: a device; undefined: all devices. */
export type Owner = DeviceId | undefined

/** The key of an owner in the store. */
export function keyOf(owner: Owner): string {
  return owner === undefined ? GLOBAL_SCOPE : deviceKey(owner.realm, owner.mac)
}

export function ownerOf(key: string): Owner {
  const at = key.indexOf("/")
  return at < 0 ? undefined : { realm: key.slice(0, at), mac: key.slice(at + 1) }
}

/** The scope of an owner's modes in the catalog. */
export function scopeOf(owner: Owner): string {
  return owner === undefined ? GLOBAL_SCOPE : deviceScope(owner.realm, owner.mac)
}

/** The loaded custom modes. */
export interface ModeStore {
  /** Loads a mode. Replaces the owner's mode with the same id in one step. */
  put(owner: Owner, mode: Mode): Promise<void>
  take(owner: Owner, id: string): Promise<void>
  has(owner: Owner, id: string): boolean
  get(owner: Owner): readonly Mode[]
  /** All owners with at least one mode. */
  owners(): readonly Owner[]
}

interface Loaded {
  readonly mode: Mode
  readonly remove: () => Promise<void>
}

/** A plugin that contributes one mode, for `Load`. */
export function pluginOf(mode: Mode): Parameters<Load>[0] {
  return definePlugin({ id: "custom-mode", setup: () => [MODES.of(mode)] })
}

/** The mode with a scope. Not a copy: copying would read the getters of a lazy mode and compile it. */
function withScope(mode: Mode, scope: string): Mode {
  return Object.create(mode, { scope: { enumerable: true, value: scope } }) as Mode
}

export function modeStoreOf(load: Load): ModeStore {
  const all = new Map<string, Map<string, Loaded>>()
  return {
    put: async (owner, mode) => {
      const key = keyOf(owner)
      const before = all.get(key)?.get(mode.id)
      const scoped = withScope(mode, scopeOf(owner))
      const remove = await load(pluginOf(scoped), before && { replaces: before.remove })
      const modeStore = all.get(key) ?? new Map<string, Loaded>()
      all.set(key, modeStore.set(mode.id, { mode: scoped, remove }))
    },
    take: async (owner, id) => {
      const key = keyOf(owner)
      const modeStore = all.get(key)
      const loaded = modeStore?.get(id)
      modeStore?.delete(id)
      if (modeStore?.size === 0) all.delete(key)
      await loaded?.remove()
    },
    has: (owner, id) => all.get(keyOf(owner))?.has(id) ?? false,
    get: (owner) => [...(all.get(keyOf(owner))?.values() ?? [])].map(({ mode }) => mode),
    owners: () => [...all.keys()].map(ownerOf),
  }
}
