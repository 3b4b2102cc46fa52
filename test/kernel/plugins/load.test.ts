import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { BW, COMPILE, definePlugin, defineRoute, LOAD, token, provide } from "platen/sdk"
import type { Contributions, DrawRequest, Mode, Plugin } from "platen/sdk"
import { openStage } from "../../../kernel/testing/index.js"
import { refused } from "../../refused.js"
import { giving, hosting, mode, sizes, source } from "./hosting.js"
import type { Hosting } from "./hosting.js"

const test = suite("load")

async function running(): Promise<Hosting> {
  const stage = hosting()
  await stage.start([giving("base", { modes: [mode("BASE")] })])
  return stage
}

test("adds modes and sources while the server runs, and takes them away again", async () => {
  const { host, registry } = await running()
  const told: string[] = []
  const remove = await host.load(
    giving("mine", {
      modes: [mode("MINE")],
      sources: [source("mine")],
      ready: () => {
        told.push("ready")
      },
      dispose: () => {
        told.push("dispose")
      },
    }),
  )
  assert.equal(
    [
      registry
        .modeCatalog()
        .list()
        .map(({ id }) => id),
      registry.sources.list().length,
      host.size,
    ],
    [["BASE", "MINE"], 1, 2],
  )
  await remove()
  assert.equal(
    [
      registry
        .modeCatalog()
        .list()
        .map(({ id }) => id),
      registry.sources.list().length,
      host.size,
    ],
    [["BASE"], 0, 1],
  )
  await remove()
  assert.equal(told, ["ready", "dispose"], "once, however often it is removed")
})

test("shows a mode that is loaded for a scope to that scope alone", async () => {
  const { host, registry } = await running()
  const [remove] = await Promise.all([
    host.load(giving("mine", { modes: [mode("OWN")] }), { scope: "user-1" }),
    host.load(giving("mine", { modes: [mode("OWN")] }), { scope: "user-2" }),
  ])
  const seen = (scopes: readonly string[]): number => registry.modeCatalog().list(scopes).length
  assert.equal([seen([]), seen(["user-1"]), seen(["user-2"])], [1, 2, 2])
  await remove()
  assert.equal([seen([]), seen(["user-1"]), seen(["user-2"])], [1, 1, 2])
})

test("puts one in the place of another in one step", async () => {
  const { host, registry } = await running()
  const catalog = registry.modeCatalog()
  const disposed: string[] = []
  const own = (name: string): Plugin =>
    giving("mine", {
      modes: [mode("OWN", { title: { en: name } })],
      dispose: () => {
        disposed.push(name)
      },
    })
  const seen = (): string | undefined => catalog.get("OWN", ["user-1"])?.title.en
  const first = await host.load(own("first"), { scope: "user-1" })
  const titles = new Set<string | undefined>()
  const loading = host.load(own("second"), { scope: "user-1", instead: first })
  for (let i = 0; i < 50; i++) {
    titles.add(seen())
    await Promise.resolve()
  }
  const second = await loading
  assert.equal([[...titles], seen(), disposed, host.size], [["first", "second"], "second", ["first"], 2])
  await first()
  assert.is(seen(), "second", "what is gone takes nothing with it")
  await second()
  assert.equal([seen(), host.size], [undefined, 1])
})

test("keeps the one that was there when the other cannot be", async () => {
  const { host, registry } = await running()
  const seen = (): string | undefined => registry.modeCatalog().get("OWN", ["user-1"])?.title.en
  const first = await host.load(giving("mine", { modes: [mode("OWN", { title: { en: "first" } })] }), {
    scope: "user-1",
  })
  const broken: readonly Contributions[] = [
    { modes: [mode("OWN"), mode("OWN")] },
    { modes: [mode("OWN"), mode("no id")] },
    {
      modes: [mode("OWN")],
      ready: () => {
        throw new Error("no")
      },
    },
  ]
  for (const given of broken) {
    await refused(() => host.load(giving("mine", given), { scope: "user-1", instead: first }))
    assert.equal([seen(), host.size], ["first", 2])
  }
  await first()
  assert.is(seen(), undefined)
})

const FIXED: Readonly<Record<string, Contributions>> = {
  routes: {
    routes: [
      defineRoute({ method: "GET", path: "/x", editions: ["*"], auth: "open", summary: "X.", handle: () => ({}) }),
    ],
  },
  policies: { policies: [{ id: "mine", admit: () => undefined }] },
  codecs: { codecs: [{ id: "mine", type: "x/y", encode: () => new Uint8Array() }] },
  palettes: { palettes: [BW] },
  messages: { messages: { en: { a: "b" } } },
  observers: { observers: [{ id: "mine" }] },
  services: { services: [provide(token("test.a"), 1)] },
}
for (const [kind, given] of Object.entries(FIXED)) {
  test(`refuses a plugin that gives ${kind} while the server runs, and disposes it`, async () => {
    const { host, registry } = await running()
    const before = sizes(registry)
    let disposed = 0
    await refused(
      () =>
        host.load(
          giving("mine", {
            modes: [mode("MINE")],
            ...given,
            dispose: () => {
              disposed++
            },
          }),
        ),
      '"mine"',
      kind,
      "platen.yaml",
    )
    assert.equal([sizes(registry), host.size, disposed], [before, 1, 1])
  })
}

test("refuses a plugin that promises services while the server runs, before its setup", async () => {
  const { host } = await running()
  let ran = false
  await refused(
    () =>
      host.load({
        ...definePlugin({
          id: "mine",
          setup: () => {
            ran = true
            return {}
          },
        }),
        provides: [token("test.a")],
      }),
    '"mine"',
    "services",
    "platen.yaml",
  )
  assert.not.ok(ran)
})

test("refuses a plugin of another contract, and one that needs what nobody has", async () => {
  const { host } = await running()
  await refused(() => host.load({ ...giving("mine", {}), sdk: 2 }), '"mine"', "version 2")
  await refused(
    () => host.load({ ...giving("mine", {}), needs: { a: token("test.a") } }),
    '"mine"',
    '"test.a"',
    "enable",
  )
})

test("leaves nothing of a plugin whose mode is there already", async () => {
  const { host, registry } = await running()
  let disposed = 0
  await refused(
    () =>
      host.load(
        giving("mine", {
          modes: [mode("NEW"), mode("BASE")],
          dispose: () => {
            disposed++
          },
        }),
      ),
    '"base"',
    '"mine"',
    '"BASE"',
  )
  assert.equal([registry.modeCatalog().list().length, host.size, disposed], [1, 1, 1])
})

test("leaves nothing of a plugin whose ready fails", async () => {
  const { host, registry } = await running()
  let disposed = 0
  await refused(
    () =>
      host.load(
        giving("mine", {
          modes: [mode("NEW")],
          ready: () => {
            throw new Error("no answer")
          },
          dispose: () => {
            disposed++
          },
        }),
      ),
    '"mine"',
    "no answer",
  )
  assert.equal([registry.modeCatalog().list().length, host.size, disposed], [1, 1, 1])
})

test("disposes what is loaded when the server stops, and not again when it is removed after that", async () => {
  const { host } = await running()
  let disposed = 0
  const remove = await host.load(
    giving("mine", {
      dispose: () => {
        disposed++
      },
    }),
  )
  await host.stop()
  await remove()
  assert.is(disposed, 1)
})

test("readies a plugin that another loads from its ready once", async () => {
  const { host, start } = hosting()
  let readied = 0
  await start([
    giving("loader", {
      ready: async () => {
        await host.load(
          giving("loaded", {
            ready: () => {
              readied++
            },
          }),
        )
      },
    }),
  ])
  assert.equal([readied, host.size], [1, 2])
})

/** Collects garbage; the flag is only needed once. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc")
  ;(runInNewContext("gc") as () => void)()
}

test("keeps hold of nothing that was unloaded", async () => {
  const { host } = await running()
  const refs: WeakRef<Mode>[] = []
  for (let i = 0; i < 100; i++) {
    const made = mode("MINE")
    refs.push(new WeakRef(made))
    const remove = await host.load(giving("mine", { modes: [made] }), { scope: `user-${i % 3}` })
    await remove()
  }
  let left = refs.length
  // What a turn of the event loop still holds, the next collection takes; what is kept for good, none.
  for (let round = 0; round < 20 && left > 2; round++) {
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
    collectGarbage()
    left = refs.filter((ref) => ref.deref() !== undefined).length
  }
  assert.ok(left <= 2, `${left} of 100 modes are still held`)
})

test("draws, loads and unloads a spec a hundred times and is as it was", async () => {
  const { app, close } = await openStage()
  try {
    const [load, compile] = [app.get(LOAD), app.get(COMPILE)]
    const before = { ...sizes(app.registry), host: app.host.size }
    const request: DrawRequest = {
      modes: ["MINE"],
      language: "en",
      timeZone: "UTC",
      width: 400,
      height: 300,
      palette: "bw",
      codec: "bmp",
    }
    const etags = new Set<string>()
    for (let i = 0; i < 100; i++) {
      const spec = {
        spec: 1,
        id: "MINE",
        title: { en: "Mine" },
        fields: { n: { type: "number" } },
        content: { pool: { en: [{ n: i % 4 }] } },
        view: { type: "text", text: "{{ n }}" },
      }
      const remove = await load(giving("mine", { modes: [compile(spec)] }))
      const { mode: drawn, etag } = await app.drawing.picture(request)
      assert.is(drawn, "MINE")
      etags.add(etag)
      await remove()
    }
    assert.is(etags.size, 4, "each is drawn as it says, not as the one before")
    assert.is((await app.drawing.picture(request)).failure, "mode-not-found")
    assert.equal({ ...sizes(app.registry), host: app.host.size }, before)
  } finally {
    await close()
  }
})

test.run()
