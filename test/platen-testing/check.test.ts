import { suite } from "uvu"
import * as assert from "uvu/assert"
import { definePlugin, SDK_VERSION, token, z, extensionPoint } from "platen/sdk"
import { defineSource, icon, text, SOURCES } from "platen/sdk/mode"
import type { Plugin } from "platen/sdk"
import type { ContentContext, Mode, SceneNode, Source } from "platen/sdk/mode"
import { checkMode, checkPlugin, checkSource, openStage } from "../testing/index.js"
import type { Stage } from "../testing/index.js"
import { isSentence } from "../refused.js"

const test = suite("check")

let stage: Stage
test.before(async () => {
  stage = await openStage()
})
test.after(() => stage.close())

/** The sentence with which a check fails. */
async function fault(check: () => unknown): Promise<string> {
  try {
    await check()
  } catch (error) {
    assert.is((error as Error).name, "Error")
    isSentence((error as Error).message)
    return (error as Error).message
  }
  return assert.unreachable("the fault was not found") as never
}

const good: Plugin = definePlugin({
  id: "mine",
  needs: { a: token("acme.a-b") },
  migrations: [1, 2].map((version) => ({ version, up: () => Promise.resolve() })),
  setup: () => [],
})

test("finds nothing in a good plugin", () => {
  checkPlugin(good)
})

const PLUGINS: readonly (readonly [string, Partial<Plugin>, RegExp])[] = [
  ["an id that is none", { id: "My Plugin" }, /"My Plugin" must match/],
  ["another contract", { sdk: SDK_VERSION + 1 }, /"mine".*definePlugin/],
  ["no setup", { setup: undefined as never }, /"mine" has no setup/],
  [
    "migrations with a gap",
    { migrations: [1, 3].map((version) => ({ version, up: () => Promise.resolve() })) },
    /"mine".*1, 3.*gaps/,
  ],
  [
    "migrations out of order",
    { migrations: [2, 1].map((version) => ({ version, up: () => Promise.resolve() })) },
    /2, 1/,
  ],
  ["a token with a bad name", { needs: { a: token("Acme Store") } }, /"mine".*token/],
  ["a service with a bad name", { provides: [token("ACME")] }, /"mine".*token/],
  ["a point with a bad name", { opens: [extensionPoint("Acme", { combine: "all" })] }, /"mine".*token/],
  [
    "a command with a bad name",
    { commands: [{ name: "Count It", summary: "", load: () => Promise.reject(new Error("loaded")) }] },
    /command called "Count It"/,
  ],
  ["a collection that is none", { adopts: ["Old Things"] }, /adopts "Old Things"/],
]
for (const [what, part, says] of PLUGINS)
  test(`finds ${what} in a plugin`, async () => {
    assert.match(
      await fault(() => {
        checkPlugin({ ...good, ...part })
      }),
      says,
    )
  })

let drawings = 0
const words = (node: SceneNode): Partial<Mode> => ({ view: (_, { language }) => ({ body: node, language }) })
const fine: Mode = {
  id: "MINE",
  title: { en: "Mine" },
  data: z.object({ a: z.string() }),
  content: () => Promise.resolve({ data: { a: "words" } }),
  fallback: () => ({ a: "offline" }),
  view: (data, { language }) => ({ body: text((data as { a: string }).a), language }),
}

test("finds nothing in a good mode", () => checkMode(fine, { stage }))

test("finds nothing in a mode that skips", () =>
  checkMode({ ...fine, content: () => Promise.resolve({ skip: "nothing today" }) }, { stage }))

const MODES: readonly (readonly [string, Partial<Mode>, RegExp])[] = [
  [
    "content that throws",
    { content: () => Promise.reject(new Error("no answer")) },
    /content of MINE in en fails: no answer/,
  ],
  [
    "content that fails its schema",
    { content: () => Promise.resolve({ data: { a: 5 } }) },
    /content of MINE in en fails: a: /,
  ],
  [
    "content that is not JSON",
    {
      data: z.object({ at: z.date() }),
      content: () => Promise.resolve({ data: { at: new Date(0) } }),
      fallback: () => ({ at: new Date(0) }),
      ...words(text("a")),
    },
    /content of MINE in en does not survive JSON/,
  ],
  [
    "a fallback that throws",
    {
      fallback: () => {
        throw new Error("no table")
      },
    },
    /MINE in en cannot be drawn: no table/,
  ],
  ["a fallback that fails its schema", { fallback: () => ({ a: 5 }) }, /fallback of MINE in en fails: a: /],
  ["a fallback that does not fit", { fallback: () => ({ a: "word ".repeat(600) }) }, /MINE: .*clipped/],
  [
    "a view that throws",
    {
      view: () => {
        throw new TypeError("x is not a function")
      },
    },
    /MINE in en cannot be drawn: x is not a function/,
  ],
  [
    "a view that is never the same",
    { view: (_, { language }) => ({ body: text(String(++drawings)), language }) },
    /view of MINE in en gives another page/,
  ],
  ["words that do not fit", words(text("word ".repeat(600))), /clipped/],
  ["words too small to read", words(text("a", { px: 8 })), /illegible/],
  ["a character that no font has", words(text("\u{10fffd}")), /missing-glyph.*10FFFD/],
  ["a pictogram that there is not", words(icon("no-such-icon", 24)), /no-such-icon/],
]
for (const [what, part, says] of MODES)
  test(`finds ${what} in a mode`, async () => {
    assert.match(await fault(() => checkMode({ ...fine, ...part }, { stage })), says)
  })

test("finds a fault in one language alone, and only looks at the languages it is told to", async () => {
  const mode = {
    ...fine,
    content: ({ language }: ContentContext) => Promise.resolve({ data: { a: language === "zh" ? 5 : "words" } }),
  }
  assert.match(await fault(() => checkMode(mode, { stage })), /in zh/)
  await checkMode(mode, { stage, languages: ["en", "fr"] })
})

const source: Source = defineSource({
  name: "counter",
  parameters: z.object({ from: z.number().default(3) }),
  result: z.object({ n: z.number() }),
  read: ({ from }, { day }) => Promise.resolve({ n: from + day.day }),
})

test("opens a stage of its own, with the plugins that a mode needs", async () => {
  const reading: Mode = {
    ...fine,
    data: z.object({ n: z.number() }),
    content: async (context) => ({ data: await context.source("counter") }),
    fallback: () => ({ n: 0 }),
    ...words(text("a")),
  }
  await checkMode(reading, {
    languages: ["en"],
    plugins: [definePlugin({ id: "counter", setup: () => [SOURCES.of(source)] })],
  })
})

test("reads a source and gives its answer back", async () => {
  assert.equal(await checkSource(source, {}), { n: 24 })
  assert.equal(await checkSource(source, { from: 1 }, { day: { year: 2026, month: 2, day: 1, weekday: 0 } }), { n: 2 })
})

const FAULTY: readonly (readonly [string, Partial<Source>, RegExp])[] = [
  ["a name that is none", { name: "The Counter" }, /"The Counter"/],
  ["parameters that it refuses", { parameters: z.object({ to: z.number() }) }, /"counter" refuses/],
  ["an answer that fails its schema", { read: () => Promise.resolve({ n: "3" }) }, /"counter".*schema: n: /],
  ["an answer that is nothing", { read: () => Promise.resolve(undefined) }, /"counter".*schema: the whole: /],
]
for (const [what, part, says] of FAULTY)
  test(`finds ${what} in a source`, async () => {
    assert.match(await fault(() => checkSource({ ...source, ...part }, {})), says)
  })

test("passes on why a source fails", async () => {
  assert.match(
    await fault(() =>
      checkSource({ ...source, read: () => Promise.reject(new Error("The tide table is out of date.")) }, {}),
    ),
    /tide table/,
  )
})

test.run()
