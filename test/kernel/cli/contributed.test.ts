import { existsSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { platen } from "../../child.js"
import { folderWith } from "../../folder.js"
import { isSentence } from "../../refused.js"

const test = suite("contributed commands")

const plugin = (name: string, run: string): string => `import { definePlugin, STORE, z } from "platen/sdk"
export default definePlugin({ id: "mine", needs: { store: STORE }, setup: ({ store }) => ({
  listening: () => { throw new Error("nothing listens") },
  commands: [{ name: "${name}", summary: "count calls", help: "platen ${name} counts.\\n", run: async (args, terminal) => { ${run} } }],
}) })
`
const COUNT =
  "const n = await store.collection('calls', z.number()).update('n', (n = 0) => n + 1); terminal.out(`${n} ${args.join('|')}\\n`); return 3"

/** A folder with a plugin of one's own that gives a command. */
function withCommand(name: string, run = COUNT): string {
  return folderWith({ "platen.yaml": "plugins: { ./mine.mjs: {} }", "mine.mjs": plugin(name, run) })
}

test("run on the server's own data, with what stands behind their name, and say how it went", async () => {
  const cwd = withCommand("count")
  const [first, second] = [await platen(["count", "a", "--b"], { cwd }), await platen(["count"], { cwd })]
  assert.equal([first.code, first.stdout, first.stderr], [3, "1 a|--b\n", ""])
  assert.is(second.stdout, "2 \n")
})

test("are listed and explained without being run", async () => {
  const cwd = withCommand("count")
  assert.match((await platen(["help"], { cwd })).stdout, /^ {2}count +count calls$/m)
  assert.is((await platen(["count", "-h"], { cwd })).stdout, "platen count counts.\n")
  assert.not.ok(existsSync(`${cwd}/data`))
})

test("are not called as one of the server's own", async () => {
  for (const name of ["render", "serve", "help"]) {
    const { code, stderr } = await platen(["nope"], { cwd: withCommand(name) })
    assert.is(code, 1)
    isSentence(stderr.trimEnd())
    assert.match(stderr, `Plugin "mine" gives the command "${name}", which the server itself has`)
  }
})

test("are named as commands are", async () => {
  const { code, stderr } = await platen(["nope"], { cwd: withCommand("Count It") })
  assert.is(code, 1)
  assert.match(stderr, /^platen nope: Plugin "mine" gives a command called "Count It": its name must match /)
})

test("are left out of the help, with the reason, where the config is wrong", async () => {
  const cwd = folderWith({ "platen.yaml": "sever: {}" })
  const { code, stdout, stderr } = await platen(["help"], { cwd })
  assert.equal([code, stderr], [0, ""])
  assert.match(stdout, /^ {2}render +\w/m)
  assert.match(stdout, /^Those of plugins are not here: .*"sever".*\.$/m)
})

test("make no data when there is none of that name", async () => {
  const cwd = folderWith()
  assert.is((await platen(["draw"], { cwd })).code, 2)
  assert.not.ok(existsSync(`${cwd}/data`))
})

test("say what went wrong, and close the store", async () => {
  const { code, stderr } = await platen(["count"], { cwd: withCommand("count", "throw new Error('broken')") })
  assert.is(code, 1)
  assert.match(stderr, /^Error: broken\n/)
})

test.run()
