import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { isSentence } from "../../refused.js"

const test = suite("outside")

/** Gives its own zod, and a mode that is made with it. */
const FOLDER = `
import { definePlugin, provide, token, z, onReady } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
const data = z.object({ words: z.string() })
export default definePlugin({
  id: "acme-words",
  config: z.strictObject({ words: z.string().default("as it is") }),
  provides: [token("acme.zod")],
  setup: (_, { words }) => [
    provide(token("acme.zod"), z),
    MODES.of({
      id: "ACME_WORDS", title: { en: "Words" }, data,
      content: async () => ({ data: { words } }),
      fallback: () => ({ words }),
      view: (data, { language }) => ({ body: { type: "text", text: data.words }, language }),
    }),
  ],
})`

/** Needs what the other gives, and refuses to start unless all have one zod and one set of tokens and errors. */
const PACKAGE = `
import { definePlugin, onReady, SetupError, token, z } from "platen/sdk"
import { COMPILE } from "platen/sdk/mode"
const spec = { spec: 1, id: "ACME_SPEC", title: { en: "Spec" }, fields: { a: { type: "text" } }, content: { pool: { en: [{ a: "x" }] } }, view: { type: "text", text: "{{ a }}" } }
export default definePlugin({
  id: "acme-check",
  config: z.strictObject({ fail: z.boolean().default(false) }),
  needs: { zod: token("acme.zod"), compile: COMPILE },
  setup: ({ zod, compile }, { fail }) => {
    if (fail) throw new SetupError("Set fail to false.")
    if (zod !== z) throw new Error("two plugins have two zods")
    return [onReady(() => { if (!(compile(spec).data instanceof z.ZodType)) throw new Error("the server has another zod") })]
  },
})`

/** A copy of the contract that is installed beside the plugins must not be the one that is used. */
const FILES = {
  "words/index.mjs": FOLDER,
  "words/package.json": '{"exports":"./index.mjs"}',
  "node_modules/platen-plugin-check/index.js": PACKAGE,
  "node_modules/platen-plugin-check/package.json":
    '{"type":"module","exports":{".":{"import":"./index.js"}},"peerDependencies":{"platen":"*"}}',
  "node_modules/platen/package.json": '{"name":"platen","type":"module","exports":{"./sdk":"./wrong.js"}}',
  "node_modules/platen/wrong.js": "throw new Error('another copy of the contract was loaded')",
}
const BOTH = "plugins:\n  ./words: { words: from a folder }\n  platen-plugin-check:\n"

test("runs a plugin from a folder and one from a package on the server's own contract", async () => {
  const cwd = folderWith({ ...FILES, "platen.yaml": BOTH })
  const { code, stdout, stderr } = await platen(["plugins"], { cwd })
  assert.is(code, 0, stderr)
  assert.match(stdout, /acme-words\s+\S+\/words\/index\.mjs/)
  assert.match(stdout, /acme-check\s+\S+\/node_modules\/platen-plugin-check\/index\.js/)
  assert.match(stdout, /ACME_WORDS\s+Words/)
})

test("draws a mode that a plugin from a folder gives", async () => {
  const cwd = folderWith({ ...FILES, "platen.yaml": BOTH })
  const { code, stdout, stderr } = await platen(["render", "acme_words", "--describe"], { cwd })
  assert.is(code, 0, stderr)
  assert.match(stdout, /from a folder/)
})

test("reads their config with their schema: its keys are known, so it is the server's zod", async () => {
  const cwd = folderWith({ ...FILES, "platen.yaml": "plugins:\n  ./words: { wrods: x }\n" })
  const { code, stderr } = await platen(["plugins"], { cwd })
  assert.is(code, 1)
  assert.match(stderr, /^platen plugins: .*"wrods".*"acme-words" has the fields "words"\.\n$/)
})

test("lets them speak with the server's own errors", async () => {
  const cwd = folderWith({ ...FILES, "platen.yaml": "plugins:\n  ./words:\n  platen-plugin-check: { fail: true }\n" })
  const { code, stderr } = await platen(["plugins"], { cwd })
  assert.equal([code, stderr], [1, "platen plugins: Set fail to false.\n"])
})

test("says in one sentence that a plugin cannot be loaded", async () => {
  const cwd = folderWith({
    "bad.mjs": 'import { nothingOfTheKind } from "platen/sdk"\nexport default nothingOfTheKind',
    "platen.yaml": "plugins:\n  ./bad.mjs:\n",
  })
  const { code, stderr } = await platen(["plugins"], { cwd })
  assert.is(code, 1)
  isSentence(stderr.trimEnd())
  assert.match(stderr, /"\.\/bad\.mjs" cannot be loaded.*nothingOfTheKind/)
})

test.run()
