import { Conflict, NotFound, z } from "platen/sdk"
import { oneByOne, entriesOf } from "platen/sdk/kit"
import type { Log, Service, Store } from "platen/sdk"
import type { DeviceId, Devices, Quotas } from "platen/sdk/device"
import type { Mode, ModeCatalog, Turn } from "platen/sdk/mode"
import type { Changes } from "platen/sdk/servers"
import { without } from "./clean.js"
import { checkedMode, readMode } from "./definition.js"
import type { Compiling, Definition } from "./definition.js"
import { lazily } from "./lazy.js"
import { loadingOf, PAGE } from "./loading.js"
import { resting, strikesIn } from "./strikes.js"
import { keyOf, ownerOf, scopeOf } from "./mode-store.js"
import type { Owner, ModeStore } from "./mode-store.js"

/** Bounds for each owner: the modes of an owner are one document, read and written as a whole. */
const MAX_MODES = 32
const MAX_BYTES = 512 << 10
/** Of what servers of one store tell each other. */
export const TOPIC = "custom-modes"

const document = z.object({ modes: z.record(z.string(), z.record(z.string(), z.unknown())) })
type Document = z.output<typeof document>

/** The saved custom modes. Changes run one after the other. */
export interface Studio {
  /** Loads the saved modes and deletes those of deleted devices. */
  open(): Promise<void>
  /** Loads what other servers have saved meanwhile, and unloads what they have removed. */
  refresh(): Promise<void>
  /** The mode of a definition that may be saved. Throws Invalid and Conflict, as `save` does. */
  check(definition: Definition, turn: Turn): Promise<Mode>
  /** Resolves to the id of the mode. Throws Invalid for a definition that does not compile; Conflict for the id of an installed mode, and when the owner has the maximum of modes. */
  save(owner: Owner, definition: Definition, by: Saving): Promise<string>
  /** Checks a definition and loads its mode, so that what comes after is checked with it; writes nothing. Resolves to a function that unloads it again. Throws as `save` does. */
  rehearse(owner: Owner, definition: Definition, turn: Turn): Promise<() => Promise<void>>
  /** Every definition that is saved. */
  all(): AsyncIterable<{ readonly owner: Owner; readonly definition: Definition }>
  /** The definition as it was saved; undefined for none. */
  find(owner: Owner, id: string): Promise<Definition | undefined>
  /** The same. Throws NotFound. */
  get(owner: Owner, id: string): Promise<Definition>
  /** Resolves to the number of configs that named it. Throws NotFound. */
  remove(owner: Owner, id: string): Promise<number>
  forget(owner: DeviceId): Promise<void>
}

/** The caller that saves a mode. */
export interface Saving {
  readonly turn: Turn
  /** Rejects when the caller may no longer save. Called just before the write, since checking a definition takes a while. */
  mayStill(): Promise<void>
}

interface Needs extends Compiling {
  readonly store: Store
  readonly modeStore: ModeStore
  readonly devices: Devices
  readonly modes: ModeCatalog
  readonly quotas: Pick<Quotas, "set">
  readonly changes: Pick<Changes, "of" | "seen">
  readonly service: Pick<Service, "defaults">
  readonly log: Log
}

export function studioOf(needs: Needs): Studio {
  const { store, modeStore, devices, modes, quotas, service, changes, log } = needs
  const all = store.collection("modes", document)
  const inTurn = oneByOne()
  const strikes = strikesIn(store)
  const kept = (owner: Owner, mode: Mode, count = 0): Mode =>
    resting(
      mode,
      strikes.of(owner, mode.id, count, (error) => log.warn({ mode: mode.id, err: error }, "strike-write.failed")),
    )
  const lazy = (owner: Owner, definition: Definition): Mode =>
    lazily(
      definition,
      (each) => readMode(each, scopeOf(owner), needs),
      (error) => log.warn({ mode: definition.id, err: error }, "mode-compilation.failed"),
    )
  const loading = loadingOf({
    ...needs,
    all,
    saved: async (owner, definition) =>
      kept(owner, lazy(owner, definition), await strikes.count(owner, String(definition.id))),
  })
  const find: Studio["find"] = async (owner, id) => {
    const saved = (await all.get(keyOf(owner)))?.modes ?? {}
    return Object.hasOwn(saved, id) ? saved[id] : undefined
  }
  const clean = cleaning(devices, service.defaults.mode)
  const check: Studio["check"] = async (definition, turn) => {
    const mode = await checkedMode(definition, turn, needs)
    if (!modes.installed(mode.id)) return mode
    throw new Conflict(`${mode.id} is the id of an installed mode: choose another id.`, {
      code: "mode-already-exists",
    })
  }
  return {
    check,
    open: loading.open,
    refresh: () =>
      inTurn(async () => {
        await loading.refresh()
        await strikes.look()
      }),
    rehearse: async (owner, definition, turn) => {
      const mode = await check(definition, turn)
      withMode(await all.get(keyOf(owner)), mode.id, definition)
      const before = modeStore.get(owner).find(({ id }) => id === mode.id)
      if (!before && modeStore.get(owner).length >= MAX_MODES) throw full(`the maximum is ${MAX_MODES} modes`)
      await modeStore.put(owner, mode)
      return () => (before ? modeStore.put(owner, before) : modeStore.take(owner, mode.id))
    },
    all: async function* () {
      for await (const { key, value } of entriesOf(all, { page: PAGE }))
        for (const definition of Object.values(value.modes)) yield { owner: ownerOf(key), definition }
    },
    save: async (owner, definition, { turn, mayStill }) => {
      const mode = await check(definition, turn)
      await inTurn(async () => {
        await mayStill()
        const after = withMode(await all.get(keyOf(owner)), mode.id, definition)
        if (owner) await quotas.set(owner, "modes", bytesOf(after))
        // Before others hear of it: they read the strikes again then.
        await strikes.forgive(owner, mode.id)
        await all.update(keyOf(owner), (before) => withMode(before, mode.id, definition), {
          with: () => changes.of(TOPIC),
        })
        await modeStore.put(owner, kept(owner, mode))
        loading.loaded(owner, definition)
      })
      await changes.seen()
      return mode.id
    },
    find,
    get: async (owner, id) => {
      const definition = await find(owner, id)
      if (!definition) throw unknown(id)
      return definition
    },
    remove: async (owner, id) => {
      const cleaned = await inTurn(async () => {
        const before = await all.get(keyOf(owner))
        if (!before || !Object.hasOwn(before.modes, id)) throw unknown(id)
        // A device that still finds a mode with this id keeps it in its configs.
        const stays = (other: Owner): boolean => modes.installed(id) || modeStore.has(other, id)
        const after = await all.update(keyOf(owner), (known) => known && withoutMode(known, id), {
          with: () => changes.of(TOPIC),
        })
        const cleaned = owner ? await clean.device(owner, id, stays(undefined)) : await clean.everybody(id, stays)
        await modeStore.take(owner, id)
        await strikes.forgive(owner, id)
        if (owner) await quotas.set(owner, "modes", after ? bytesOf(after) : 0)
        return cleaned
      })
      await changes.seen()
      return cleaned
    },
    forget: (owner) =>
      inTurn(async () => {
        await all.update(keyOf(owner), () => undefined, { with: () => changes.of(TOPIC) })
        for (const { id } of modeStore.get(owner)) {
          await modeStore.take(owner, id)
          await strikes.forgive(owner, id)
        }
      }),
  }
}

/** Removes a mode from configs. `replacement`: the mode of a config whose list becomes empty. */
function cleaning(
  devices: Devices,
  replacement: string,
): {
  device(owner: DeviceId, id: string, stays: boolean): Promise<number>
  everybody(id: string, stays: (owner: Owner) => boolean): Promise<number>
} {
  const one = async ({ realm, mac }: DeviceId, id: string): Promise<number> => {
    let cleaned = 0
    await devices.update(realm, mac, (device) => {
      const done = device && without(device, id, replacement)
      cleaned = done?.cleaned ?? 0
      return done?.device ?? device
    })
    return cleaned
  }
  return {
    device: async (owner, id, stays) => (stays ? 0 : one(owner, id)),
    everybody: async (id, stays) => {
      let cleaned = 0
      for await (const { realm, mac, device } of devices.all()) {
        if (!stays({ realm, mac }) && without(device, id, replacement)) cleaned += await one({ realm, mac }, id)
      }
      return cleaned
    },
  }
}

function withoutMode({ modes }: Document, id: string): Document | undefined {
  const { [id]: _gone, ...left } = modes
  return Object.keys(left).length > 0 ? { modes: left } : undefined
}

function withMode(before: Document | undefined, id: string, definition: Definition): Document {
  const modes = { ...before?.modes, [id]: { ...definition } }
  const [count, bytes] = [Object.keys(modes).length, bytesOf({ modes })]
  if (count > MAX_MODES) throw full(`the maximum is ${MAX_MODES} modes`)
  if (bytes > MAX_BYTES) throw full(`together the modes would have ${bytes} bytes, and the maximum is ${MAX_BYTES}`)
  return { modes }
}

function bytesOf({ modes }: Document): number {
  return Buffer.byteLength(JSON.stringify(modes))
}

function full(why: string): Conflict {
  return new Conflict(`The mode cannot be saved: ${why}. Delete a custom mode first.`, {
    code: "mode-limit-reached",
  })
}

function unknown(id: string): NotFound {
  return new NotFound(`There is no custom mode ${id} here: GET /api/modes lists the modes.`, { code: "mode-not-found" })
}
