import { definePlugin } from "platen/sdk"
import { deviceKey, deviceScope } from "platen/sdk/device"
import { GLOBAL_SCOPE, MODES } from "platen/sdk/mode"
import type { Load } from "platen/sdk"
import type { DeviceId } from "platen/sdk/device"
import type { Mode } from "platen/sdk/mode"

/** Whose a custom mode is: a device's, or everybody's. */
export type Owner = DeviceId | undefined

/** Of an owner in the store. */
export function keyOf(owner: Owner): string {
  return owner === undefined ? GLOBAL_SCOPE : deviceKey(owner.edition, owner.mac)
}

export function ownerOf(key: string): Owner {
  const at = key.indexOf("/")
  return at < 0 ? undefined : { edition: key.slice(0, at), mac: key.slice(at + 1) }
}

/** Of an owner's modes in the catalog. */
export function scopeOf(owner: Owner): string {
  return owner === undefined ? GLOBAL_SCOPE : deviceScope(owner.mac)
}

/** The custom modes that are loaded. */
export interface ModeStore {
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
  return definePlugin({ id: "custom-mode", setup: () => [MODES.of(mode)] })
}

/** The mode in a scope. It is not copied: a mode that is compiled when it is first drawn would be compiled here. */
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
