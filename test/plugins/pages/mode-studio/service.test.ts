import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Unavailable } from "platen/sdk"
import { CONFIG } from "platen/sdk/device"
import { GLOBAL_SCOPE, MODES } from "platen/sdk/mode"
import type { Load, Store } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import { fakeLog, fakeStore } from "platen/testing"
import { studioOf } from "../../../../plugins/pages/mode-studio/service.js"
import type { Studio } from "../../../../plugins/pages/mode-studio/service.js"
import { modeStoreOf } from "../../../../plugins/pages/mode-studio/mode-store.js"
import type { Owner, ModeStore } from "../../../../plugins/pages/mode-studio/mode-store.js"
import { refused } from "../../../refused.js"
import { catalog, deviceWith, MAC, modeCatalog, modeOf, service } from "../../devices/configs/catalogs.js"
import { setUp } from "../../../set-up.js"

const test = suite("mode-studio/service")

const OWNER: Exclude<Owner, undefined> = { realm: "extended", mac: MAC }
const TURN = { turn: { caller: "user/anna" }, mayStill: async () => {} }
const mine = (words = "first"): Record<string, unknown> => ({ id: "MINE", title: { en: words }, content: {} })

interface Setting {
  readonly studio: Studio
  readonly modeStore: ModeStore
  /** What was loaded and removed, in order. */
  readonly told: readonly string[]
  device(): Device | undefined
}

/** A studio over one device; `failing`: its store can no longer be written. */
function setting(failing: () => boolean = () => false): Setting {
  const told: string[] = []
  const load: Load = async (plugin, { replaces } = {}) => {
    const [{ scope, title } = modeOf("NONE")] = (await setUp(plugin, {}, {})).to(MODES)
    const name = `${scope} ${String(title.en)}`
    // As slow as it likes: changes wait for one another.
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    told.push(`${replaces ? "~" : "+"} ${name}`)
    return async () => {
      told.push(`- ${name}`)
    }
  }
  const kept = fakeStore()
  const store: Store = {
    ...kept,
    collection: (name, schema) => {
      const all = kept.collection(name, schema)
      const update: typeof all.update = async (...given) => {
        if (failing()) throw new Unavailable("The disk is full.")
        return all.update(...given)
      }
      return { ...all, update }
    },
  }
  let device: Device | undefined = deviceWith({ modes: ["MINE", "ZEN"] })
  const devices = {
    get: async () => device,
    update: async (
      _edition: string,
      _mac: string,
      change: (known: Device | undefined) => Device | undefined,
      options: Parameters<Devices["update"]>[3] = {},
    ) => {
      if (failing()) throw new Unavailable("The disk is full.")
      device = change(device)
      await store.batch(options.with?.(device) ?? [])
      return device
    },
    all: async function* () {
      yield { ...OWNER, device: device! }
    },
  } as unknown as Devices
  const modeStore = modeStoreOf(load)
  const compile = (spec: unknown): ReturnType<typeof modeOf> =>
    modeOf((spec as { id: string }).id, { title: (spec as { title: { en: string } }).title })
  const studio = studioOf({
    store,
    modeStore,
    devices,
    modes: modeCatalog([modeOf("ZEN")]),
    service,
    log: fakeLog(),
    confine: { read: compile, check: async (spec) => compile(spec) },
    sources: catalog([]),
    quotas: { set: async () => {} },
    changes: { of: () => [], seen: async () => {} },
  })
  return { studio, modeStore, told, device: () => device }
}

test("loads what is saved for its owner, and replaces what stood there", async () => {
  const { studio, told } = setting()
  assert.is(await studio.save(OWNER, mine(), TURN), "MINE")
  await studio.save(OWNER, mine("second"), TURN)
  await studio.save(undefined, mine("all"), TURN)
  assert.equal(told, [`+ device/extended/${MAC} first`, `~ device/extended/${MAC} second`, `+ ${GLOBAL_SCOPE} all`])
  assert.equal([await studio.get(OWNER, "MINE"), await studio.get(undefined, "MINE")], [mine("second"), mine("all")])
})

test("makes one change after the other, however many come at once", async () => {
  const { studio, told, modeStore } = setting()
  await Promise.all([studio.save(OWNER, mine("first"), TURN), studio.save(OWNER, mine("second"), TURN)])
  await Promise.all([studio.remove(OWNER, "MINE"), studio.save(OWNER, mine("third"), TURN)])
  assert.equal(
    told.map((each) => each.replace(`device/extended/${MAC} `, "")),
    ["+ first", "~ second", "- second", "+ third"],
  )
  assert.equal(
    [modeStore.get(OWNER).map(({ title }) => title.en), await studio.get(OWNER, "MINE")],
    [["third"], mine("third")],
  )
})

test("leaves all as it was when the store cannot be written", async () => {
  let failing = false
  const { studio, modeStore, told, device } = setting(() => failing)
  await studio.save(OWNER, mine(), TURN)
  failing = true
  await refused(() => studio.save(OWNER, mine("second"), TURN), "disk")
  await refused(() => studio.remove(OWNER, "MINE"), "disk")
  assert.equal(
    [told, modeStore.has(OWNER, "MINE"), await studio.get(OWNER, "MINE")],
    [[`+ device/extended/${MAC} first`], true, mine()],
  )
  assert.equal(device()!.get(CONFIG).records[0]!.config.modes, ["MINE", "ZEN"])
  failing = false
  assert.is(await studio.remove(OWNER, "MINE"), 1, "one that failed does not stop those behind it")
})

test("writes nothing for somebody who may no longer when the definition has been tried", async () => {
  const { studio, modeStore } = setting()
  await refused(
    () =>
      studio.save(OWNER, mine(), {
        ...TURN,
        mayStill: () => Promise.reject(new Unavailable("The device is somebody else's.")),
      }),
    "somebody else's",
  )
  assert.is(modeStore.has(OWNER, "MINE"), false)
  await refused(() => studio.get(OWNER, "MINE"), "MINE")
})

test("takes a mode away from its owner's configs, its document and the catalog", async () => {
  const { studio, modeStore, told, device } = setting()
  await studio.save(OWNER, mine(), TURN)
  assert.is(await studio.remove(OWNER, "MINE"), 1)
  assert.equal(
    [device()!.get(CONFIG).records[0]!.config.modes, modeStore.has(OWNER, "MINE"), modeStore.owners(), told.at(-1)],
    [["ZEN"], false, [], `- device/extended/${MAC} first`],
  )
  await refused(() => studio.get(OWNER, "MINE"), "MINE")
  for (const id of ["MINE", "__proto__", "constructor"]) await refused(() => studio.remove(OWNER, id), id)
})

test("leaves a config alone whose mode of that id is still there", async () => {
  const { studio, device } = setting()
  for (const owner of [OWNER, undefined]) await studio.save(owner, mine(), TURN)
  assert.is(await studio.remove(OWNER, "MINE"), 0)
  await studio.save(OWNER, mine(), TURN)
  assert.is(await studio.remove(undefined, "MINE"), 0)
  assert.equal(device()!.get(CONFIG).records[0]!.config.modes, ["MINE", "ZEN"])
  assert.is(await studio.remove(OWNER, "MINE"), 1)
})

test("opens with what was kept, each mode for its owner", async () => {
  const { studio, told, modeStore } = setting()
  await studio.save(OWNER, mine(), TURN)
  await studio.save(undefined, mine("all"), TURN)
  const before = told.length
  await studio.open()
  assert.equal(told.slice(before), [`~ ${GLOBAL_SCOPE} all`, `~ device/extended/${MAC} first`])
  assert.equal(
    modeStore.get(OWNER).map(({ title }) => title.en),
    ["first"],
  )
})

test("forgets a device's modes, and none of everybody's", async () => {
  const { studio, modeStore } = setting()
  for (const owner of [OWNER, undefined]) await studio.save(owner, mine(), TURN)
  await Promise.all([studio.forget(OWNER), studio.forget(OWNER)])
  await refused(() => studio.get(OWNER, "MINE"), "MINE")
  assert.equal([modeStore.has(OWNER, "MINE"), modeStore.has(undefined, "MINE")], [false, true])
})

test.run()
