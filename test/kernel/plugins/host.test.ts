import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definePlugin, LOG, onDispose, onReady, provide, SetupError, STORE, token, z } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import type { Contribution, Plugin, Store } from "platen/sdk"
import { refused } from "../../refused.js"
import { all, giving, hosting, mode, sizes } from "./hosting.js"

const test = suite("host")
const A = token<string>("test.a")
const B = token<string>("test.b")

/** A plugin that writes down what is done to it. */
function telling(
  told: string[],
  id: string,
  parts: Partial<Plugin> = {},
  given: readonly Contribution[] = [],
  moments: { ready?(): Promise<void>; dispose?(): Promise<void> } = {},
): Plugin {
  return {
    ...definePlugin({ id, setup: () => [] }),
    ...parts,
    setup: () => {
      told.push(`setup ${id}`)
      return [
        onReady(async () => {
          if (moments.ready) await moments.ready()
          else told.push(`ready ${id}`)
        }),
        onDispose(async () => {
          if (moments.dispose) await moments.dispose()
          else told.push(`dispose ${id}`)
        }),
        ...given,
      ]
    },
  }
}

test("sets all up, then readies all, then disposes all in reverse", async () => {
  const told: string[] = []
  const { host, start } = hosting()
  await start(["a", "b", "c"].map((id) => telling(told, id)))
  assert.is(host.size, 3)
  await host.stop()
  assert.equal(
    told,
    ["a", "b", "c"]
      .flatMap((id) => `setup ${id}`)
      .concat(["ready a", "ready b", "ready c", "dispose c", "dispose b", "dispose a"]),
  )
  assert.is(host.size, 0)
})

test("sets up in the order of needs, not of names", async () => {
  const told: string[] = []
  await hosting().start([
    telling(told, "a", { needs: { a: A } }),
    telling(told, "b", { provides: [A] }, [provide(A, "value")]),
  ])
  assert.equal(told.slice(0, 2), ["setup b", "setup a"])
})

test("waits for a setup and a ready that take their time", async () => {
  const told: string[] = []
  const later = (word: string): Promise<void> =>
    Promise.resolve().then(() => {
      told.push(word)
    })
  await hosting().start([
    definePlugin({
      id: "slow",
      setup: async () => {
        await later("setup slow")
        return [onReady(() => later("ready slow"))]
      },
    }),
    telling(told, "fast"),
  ])
  assert.equal(told, ["setup slow", "setup fast", "ready slow", "ready fast"])
})

test("gives a plugin what it needs, its own log and its own store", async () => {
  const { start, log } = hosting()
  const seen: Record<string, string | undefined> = {}
  const keeper = (id: string): Plugin =>
    definePlugin({
      id,
      needs: { log: LOG, store: STORE, a: A },
      setup: ({ log: own, store, a }) => [
        onReady(async () => {
          const words = store.collection("words", z.string())
          seen[id] = `${a} ${await words.get("k")}`
          await words.set("k", id)
          own.info({ n: 1 }, "hello")
        }),
      ],
    })
  await start([keeper("one"), keeper("two"), { ...giving("base", provide(A, "value")), provides: [A] }])
  assert.equal(seen, { one: "value undefined", two: "value undefined" }, "neither sees the other's")
  assert.equal(
    log.lines.map(({ fields, event }) => [fields, event]),
    [
      [{ n: 1, name: "one" }, "hello"],
      [{ n: 1, name: "two" }, "hello"],
    ],
  )
})

test("gives a plugin its config as the schema reads it", async () => {
  const got: unknown[] = []
  const plugin = definePlugin({
    id: "mine",
    config: z.strictObject({ city: z.string().default("Bern"), days: z.coerce.number().default(3) }),
    setup: (_, config) => {
      got.push(config)
      return []
    },
  })
  await hosting().start([plugin])
  await hosting().start([plugin], { mine: { days: "5" } })
  assert.equal(got, [
    { city: "Bern", days: 3 },
    { city: "Bern", days: 5 },
  ])
})

const strict = z.strictObject({
  city: z.string().optional(),
  at: z.strictObject({ hour: z.number().max(23) }).optional(),
})
const WRONG: readonly (readonly [string, z.ZodType | undefined, unknown, readonly string[]])[] = [
  ["an unknown key", strict, { town: "x" }, ["plugins.mine", '"town"', '"city", "at"']],
  ["an unknown key below", strict, { at: { minute: 3 } }, ["plugins.mine.at", '"minute"']],
  ["a bad value", strict, { city: 5 }, ["plugins.mine.city"]],
  ["a bad value below", strict, { at: { hour: 24 } }, ["plugins.mine.at.hour"]],
  ["anything for a plugin without config", undefined, { town: "x" }, ["plugins.mine", '"town"', "no fields"]],
]
for (const [what, config, given, parts] of WRONG) {
  test(`refuses ${what} before any setup runs`, async () => {
    const told: string[] = []
    const mine = { ...telling(told, "mine"), ...(config && { config }) }
    await refused(
      () => hosting().start([telling(told, "other"), mine], { mine: given }),
      "platen.yaml",
      "mine",
      ...parts,
    )
    assert.equal(told, [])
  })
}

test("names the plugin whose setup throws, and undoes what was set up by then", async () => {
  const told: string[] = []
  const { host, points, start } = hosting()
  const bad = definePlugin({
    id: "bad",
    setup: () => {
      throw new Error("no such table")
    },
  })
  const wrong = await refused(
    () => start([telling(told, "a", {}, [MODES.of(mode("ONE"))]), telling(told, "b"), bad, telling(told, "c")]),
    '"bad"',
    "set up",
    "no such table",
    "turn it off",
  )
  assert.is((wrong.cause as Error).message, "no such table")
  assert.equal(told, ["setup a", "setup b", "dispose b", "dispose a"])
  assert.is(host.size, 0)
  points.seal()
  assert.equal(
    sizes((point) => all(points, point).list()),
    {},
  )
})

test("leaves a plugin's own sentence as it is", async () => {
  const bad = definePlugin({
    id: "bad",
    setup: () => {
      throw new SetupError("Set plugins.bad.key in platen.yaml.")
    },
  })
  assert.is((await refused(() => hosting().start([bad]))).message, "Set plugins.bad.key in platen.yaml.")
})

test("names the plugin whose ready throws, and undoes all", async () => {
  const told: string[] = []
  const { host, start } = hosting()
  const bad = telling(told, "bad", {}, [], { ready: () => Promise.reject(new Error("no answer")) })
  await refused(() => start([telling(told, "a"), bad, telling(told, "c")]), '"bad"', "ready", "no answer")
  assert.equal(told, ["setup a", "setup bad", "setup c", "ready a", "dispose c", "dispose bad", "dispose a"])
  assert.is(host.size, 0)
})

test("disposes a plugin whose contributions are refused: its setup may have opened something", async () => {
  const told: string[] = []
  const { start } = hosting()
  await refused(
    () => start([telling(told, "a", {}, [MODES.of(mode("SAME"))]), telling(told, "b", {}, [MODES.of(mode("SAME"))])]),
    '"a"',
    '"b"',
    '"SAME"',
  )
  assert.equal(told, ["setup a", "setup b", "dispose b", "dispose a"])
})

test("goes on stopping when a plugin fails to", async () => {
  const told: string[] = []
  const { host, start, log } = hosting()
  await start([
    telling(told, "a"),
    telling(told, "b", {}, [], { dispose: () => Promise.reject(new Error("stuck")) }),
    telling(told, "c"),
  ])
  await host.stop()
  assert.equal(told.slice(-2), ["dispose c", "dispose a"])
  assert.equal(
    log.lines.map(({ level, event }) => [level, event]),
    [["error", "plugin-disposal.failed"]],
  )
  assert.is((log.lines[0]!.fields as { plugin: string }).plugin, "b")
})

test("runs every other onDispose of a plugin when one fails", async () => {
  const told: string[] = []
  const { host, start, log } = hosting()
  await start([
    giving(
      "mine",
      onDispose(() => {
        told.push("first")
      }),
      onDispose(() => Promise.reject(new Error("stuck"))),
      onDispose(() => {
        told.push("last")
      }),
    ),
  ])
  await host.stop()
  assert.equal(told, ["last", "first"])
  assert.equal(
    log.lines.map(({ event, fields }) => [event, (fields as { err: Error }).err.message]),
    [["plugin-disposal.failed", "stuck"]],
  )
})

test("refuses a setup that gives nothing", async () => {
  const nothing = definePlugin({ id: "mine", setup: (() => {}) as unknown as Plugin["setup"] })
  await refused(() => hosting().start([nothing]), '"mine"', "setup", "[]")
})

test("refuses a record of contributions, and says where it is written how they are given", async () => {
  const record = definePlugin({ id: "mine", setup: (() => ({ modes: [mode("ONE")] })) as unknown as Plugin["setup"] })
  const { message } = await refused(() => hosting().start([record]))
  assert.is(
    message,
    'Plugin "mine" does not return a list from setup: return what it contributes, such as [MODES.of(mode)], or []; docs/writing-plugins.md shows how.',
  )
})

test("refuses a service that `provides` does not name", async () => {
  await refused(
    () => hosting().start([giving("mine", provide(A, "value"))]),
    '"mine"',
    '"test.a"',
    "provides",
    "add it",
  )
})

test("refuses a service that `provides` names and setup does not give", async () => {
  await refused(
    () => hosting().start([{ ...giving("mine", provide(A, "value")), provides: [A, B] }]),
    '"mine"',
    '"test.b"',
    "return provide(...) from setup",
  )
})

test("refuses one service given twice", async () => {
  await refused(
    () => hosting().start([{ ...giving("mine", provide(A, "1"), provide(A, "2")), provides: [A] }]),
    '"mine"',
    '"test.a"',
  )
})

test("says to read a catalog from ready when setup reads it", async () => {
  const early = definePlugin({
    id: "early",
    needs: { modes: MODES },
    setup: ({ modes }) => {
      modes.list()
      return []
    },
  })
  await refused(() => hosting().start([early]), "mode", "during setup", "onReady")
})

test("opens the catalogs before the first ready", async () => {
  const { modes, start } = hosting()
  let seen: readonly string[] = []
  await start([
    giving(
      "first",
      onReady(() => {
        seen = modes.list().map(({ id }) => id)
      }),
    ),
    giving("second", MODES.of(mode("LATE"))),
  ])
  assert.equal(seen, ["LATE"])
})

test("brings stored values up to date before setup, each step once", async () => {
  const told: string[] = []
  const step = (version: number) => ({
    version,
    up: async (store: Store) => {
      told.push(`up ${version}`)
      await store.collection("words", z.string()).set("k", String(version))
    },
  })
  const { start, host } = hosting()
  await start([telling(told, "mine", { migrations: [step(1)] })])
  await host.stop()
  await start([telling(told, "mine", { migrations: [step(1), step(2)] })])
  assert.equal(told, ["up 1", "setup mine", "ready mine", "dispose mine", "up 2", "setup mine", "ready mine"])
})

test("names the plugin whose migration fails", async () => {
  const migrations = [{ version: 1, up: () => Promise.reject(new Error("bad row")) }]
  await refused(() => hosting().start([{ ...giving("mine"), migrations }]), '"mine"', "migrate", "bad row")
})

test("refuses a need at the start that nobody meets, and two that provide one service", async () => {
  await refused(() => hosting().start([{ ...giving("mine"), needs: { a: A } }]), '"mine"', '"test.a"')
  const both = ["one", "two"].map((id) => ({ ...giving(id, provide(A, id)), provides: [A] }))
  await refused(() => hosting().start(both), '"one"', '"two"', '"test.a"')
})

test.run()
