import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definePlugin, extensionPoint, LOAD, OBSERVERS, onDispose, onReady, provide, token } from "platen/sdk"
import { CODECS, PALETTES } from "platen/sdk/drawing"
import { defineRoute, POLICIES, ROUTES } from "platen/sdk/http"
import { COMPILE, MESSAGES, MODES, SOURCES, DRAW } from "platen/sdk/mode"
import type { Catalog, Contribution, Plugin } from "platen/sdk"
import type { DrawRequest, Mode } from "platen/sdk/mode"
import { openStage } from "../../testing/index.js"
import { refused } from "../../refused.js"
import { all, giving, hosting, mode, sizes, source } from "./hosting.js"
import type { Hosting } from "./hosting.js"
import { BW } from "../../../plugins/pages/panels/palettes.js"

const test = suite("load")

async function running(): Promise<Hosting> {
  const stage = hosting()
  await stage.start([giving("base", MODES.of(mode("BASE")))])
  return stage
}

test("adds modes and sources while the server runs, and takes them away again", async () => {
  const { host, modes, points } = await running()
  const told: string[] = []
  const remove = await host.load(
    giving(
      "mine",
      MODES.of(mode("MINE")),
      SOURCES.of(source("mine")),
      onReady(() => {
        told.push("ready")
      }),
      onDispose(() => {
        told.push("dispose")
      }),
    ),
  )
  assert.equal(
    [modes.list().map(({ id }) => id), all(points, SOURCES).list().length, host.size],
    [["BASE", "MINE"], 1, 2],
  )
  await remove()
  assert.equal([modes.list().map(({ id }) => id), all(points, SOURCES).list().length, host.size], [["BASE"], 0, 1])
  await remove()
  assert.equal(told, ["ready", "dispose"], "once, however often it is removed")
})

test("shows a mode that is loaded for a scope to that scope alone", async () => {
  const { host, modes } = await running()
  const [remove] = await Promise.all([
    host.load(giving("mine", MODES.of(mode("OWN", { scope: "user-1" })))),
    host.load(giving("mine", MODES.of(mode("OWN", { scope: "user-2" })))),
  ])
  const seen = (scopes: readonly string[]): number => modes.list(scopes).length
  assert.equal([seen([]), seen(["user-1"]), seen(["user-2"])], [1, 2, 2])
  await remove()
  assert.equal([seen([]), seen(["user-1"]), seen(["user-2"])], [1, 1, 2])
})

test("puts one in the place of another in one step", async () => {
  const { host, modes } = await running()
  const disposed: string[] = []
  const own = (name: string): Plugin =>
    giving(
      "mine",
      MODES.of(mode("OWN", { scope: "user-1", title: { en: name } })),
      onDispose(() => {
        disposed.push(name)
      }),
    )
  const seen = (): string | undefined => modes.get("OWN", ["user-1"])?.title.en
  const first = await host.load(own("first"))
  const titles = new Set<string | undefined>()
  const loading = host.load(own("second"), { replaces: first })
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
  const { host, modes } = await running()
  const seen = (): string | undefined => modes.get("OWN", ["user-1"])?.title.en
  const own = (id = "OWN", parts: Partial<Mode> = {}): Mode => mode(id, { scope: "user-1", ...parts })
  const first = await host.load(giving("mine", MODES.of(own("OWN", { title: { en: "first" } }))))
  const broken: readonly (readonly Contribution[])[] = [
    [MODES.of(own(), own())],
    [MODES.of(own(), own("no id"))],
    [
      MODES.of(own()),
      onReady(() => {
        throw new Error("no")
      }),
    ],
  ]
  for (const given of broken) {
    await refused(() => host.load(giving("mine", ...given), { replaces: first }))
    assert.equal([seen(), host.size], ["first", 2])
  }
  await first()
  assert.is(seen(), undefined)
})

const FIXED: Readonly<Record<string, Contribution>> = {
  routes: ROUTES.of(
    defineRoute({ method: "GET", path: "/x", areas: ["*"], auth: "open", summary: "X.", handle: () => ({}) }),
  ),
  policies: POLICIES.of({ id: "mine", admit: () => undefined }),
  codecs: CODECS.of({ id: "mine", type: "x/y", encode: () => new Uint8Array() }),
  palettes: PALETTES.of(BW),
  messages: MESSAGES.of({ en: { a: "b" } }),
  observers: OBSERVERS.of({ id: "mine" }),
  services: provide(token("test.a"), 1),
}
for (const [kind, given] of Object.entries(FIXED)) {
  test(`refuses a plugin that gives ${kind} while the server runs, and disposes it`, async () => {
    const { host, points } = await running()
    const sized = (): object => sizes((point) => all(points, point).list())
    const before = sized()
    let disposed = 0
    await refused(
      () =>
        host.load(
          giving(
            "mine",
            MODES.of(mode("MINE")),
            given,
            onDispose(() => {
              disposed++
            }),
          ),
        ),
      '"mine"',
      kind,
      "platen.yaml",
    )
    assert.equal([sized(), host.size, disposed], [before, 1, 1])
  })
}

test("refuses a plugin that contributes to a point that another has opened and that is not live, and takes it to a live one", async () => {
  for (const live of [false, true]) {
    const point = extensionPoint<string>("acme.tides", { combine: "all" }, { live })
    const { host, points, start } = hosting()
    await start([definePlugin({ id: "opener", opens: [point], setup: () => [point.of("first")] })])
    const loading = (): Promise<unknown> => host.load(giving("mine", point.of("second")))
    if (live) await loading()
    else
      assert.is(
        (await refused(loading)).message,
        'Plugin "mine" contributes to the point "acme.tides", which is fixed at the start: name the plugin in platen.yaml instead of loading it.',
      )
    assert.equal(all(points, point).list(), live ? ["first", "second"] : ["first"])
    assert.is(host.size, live ? 2 : 1)
  }
})

test("refuses a plugin that opens a point while the server runs, before its setup", async () => {
  const { host } = await running()
  let ran = false
  const opening = definePlugin({
    id: "mine",
    opens: [extensionPoint("acme.tides", { combine: "all" })],
    setup: () => {
      ran = true
      return []
    },
  })
  await refused(() => host.load(opening), '"mine"', "opens points", "platen.yaml")
  assert.not.ok(ran)
})

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
            return []
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
  await refused(() => host.load({ ...giving("mine"), sdk: 2 }), '"mine"', "version 2")
  await refused(() => host.load({ ...giving("mine"), needs: { a: token("test.a") } }), '"mine"', '"test.a"', "enable")
})

test("leaves nothing of a plugin whose mode is there already", async () => {
  const { host, modes } = await running()
  let disposed = 0
  await refused(
    () =>
      host.load(
        giving(
          "mine",
          MODES.of(mode("NEW"), mode("BASE")),
          onDispose(() => {
            disposed++
          }),
        ),
      ),
    '"base"',
    '"mine"',
    '"BASE"',
  )
  assert.equal([modes.list().length, host.size, disposed], [1, 1, 1])
})

test("leaves nothing of a plugin whose ready fails", async () => {
  const { host, modes } = await running()
  let disposed = 0
  await refused(
    () =>
      host.load(
        giving(
          "mine",
          MODES.of(mode("NEW")),
          onReady(() => {
            throw new Error("no answer")
          }),
          onDispose(() => {
            disposed++
          }),
        ),
      ),
    '"mine"',
    "no answer",
  )
  assert.equal([modes.list().length, host.size, disposed], [1, 1, 1])
})

test("disposes what is loaded when the server stops, and not again when it is removed after that", async () => {
  const { host } = await running()
  let disposed = 0
  const remove = await host.load(
    giving(
      "mine",
      onDispose(() => {
        disposed++
      }),
    ),
  )
  await host.stop()
  await remove()
  assert.is(disposed, 1)
})

test("readies a plugin that another loads from its ready once", async () => {
  const { host, start } = hosting()
  let readied = 0
  await start([
    giving(
      "loader",
      onReady(async () => {
        await host.load(
          giving(
            "loaded",
            onReady(() => {
              readied++
            }),
          ),
        )
      }),
    ),
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
    const made = mode("MINE", { scope: `user-${i % 3}` })
    refs.push(new WeakRef(made))
    const remove = await host.load(giving("mine", MODES.of(made)))
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
    const sized = (): object => ({
      ...sizes((point) => (app.get(point) as Partial<Catalog<unknown>>).list?.() ?? []),
      host: app.host.size,
    })
    const before = sized()
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
      const remove = await load(giving("mine", MODES.of(compile(spec))))
      const { mode: drawn, etag } = await app.get(DRAW).picture(request)
      assert.is(drawn, "MINE")
      etags.add(etag)
      await remove()
    }
    assert.is(etags.size, 4, "each is drawn as it says, not as the one before")
    assert.is((await app.get(DRAW).picture(request)).failure, "mode-not-found")
    assert.equal(sized(), before)
  } finally {
    await close()
  }
})

test.run()
