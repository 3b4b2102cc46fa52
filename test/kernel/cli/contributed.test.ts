import { existsSync, rmSync } from "node:fs"
import { definePlugin } from "platen/sdk"
import type { Command } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { commandsOf } from "../../../kernel/cli/contributed.js"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { storeIn } from "../../store-in.js"
import { isSentence, refused } from "../../refused.js"

const test = suite("contributed commands")

const PLUGIN = (name: string): string => `import { definePlugin, onListening } from "platen/sdk"
export default definePlugin({
  id: "mine",
  commands: [{ name: "${name}", summary: "count calls", load: () => import("./command.mjs") }],
  setup: () => [onListening(() => { throw new Error("nothing listens") })],
})
`
const COMMAND = (
  name: string,
  run: string,
  data: Command["data"],
): string => `import { defineCommand, STORE, z } from "platen/sdk"
export default defineCommand({
  help: "platen ${name} counts.\\n",
  data: "${data}",
  needs: { store: STORE },
  run: async (args, terminal, services) => { ${run} },
})
`
const COUNT =
  "const { store } = await services(); const n = await store.collection('calls', z.number()).update('n', (n = 0) => n + 1); terminal.out(`${n} ${args.join('|')}\\n`); return 3"

/** A folder with a plugin of one's own that gives a command. */
function withCommand(name: string, run = COUNT, data: Command["data"] = "server"): string {
  return folderWith({
    "platen.yaml": "plugins: { ./mine.mjs: {} }",
    "mine.mjs": PLUGIN(name),
    "command.mjs": COMMAND(name, run, data),
  })
}

test("run on the server's own data, with what stands behind their name, and say how it went", async () => {
  const cwd = await storeIn(withCommand("count"))
  const [first, second] = [await platen(["count", "a", "--b"], { cwd }), await platen(["count"], { cwd })]
  assert.equal([first.code, first.stdout, first.stderr], [3, "1 a|--b\n", ""])
  assert.is(second.stdout, "2 \n")
})

test("run on an empty folder that is gone afterwards, where they ask for it", async () => {
  const cwd = withCommand("count", COUNT, "empty")
  const [first, second] = [await platen(["count"], { cwd }), await platen(["count"], { cwd })]
  assert.equal([first.stdout, second.stdout, first.stderr], ["1 \n", "1 \n", ""])
  assert.not.ok(existsSync(`${cwd}/data`))
})

test("start no plugin before they ask for services", async () => {
  const cwd = withCommand("count", "terminal.out('out\\n'); terminal.error('error\\n'); return 4")
  const { code, stdout, stderr } = await platen(["count"], { cwd })
  assert.equal([code, stdout, stderr], [4, "out\n", "error\n"])
  assert.not.ok(existsSync(`${cwd}/data`))
})

test("are listed without being imported", async () => {
  const cwd = withCommand("count")
  rmSync(`${cwd}/command.mjs`)
  assert.match((await platen(["help"], { cwd })).stdout, /^ {2}count +count calls$/m)
})

test("are listed and explained without being run", async () => {
  const cwd = withCommand("count")
  assert.match((await platen(["help"], { cwd })).stdout, /^ {2}count +count calls$/m)
  assert.is((await platen(["count", "-h"], { cwd })).stdout, "platen count counts.\n")
  assert.not.ok(existsSync(`${cwd}/data`))
})

test("are not called as one of the server's own", async () => {
  for (const [name, owner] of [
    ["backup", "the server itself"],
    ["serve", "the server itself"],
    ["help", "the server itself"],
    ["render", 'plugin "workbench"'],
  ]) {
    const { code, stderr } = await platen(["nope"], { cwd: withCommand(name!) })
    assert.is(code, 1)
    isSentence(stderr.trimEnd())
    assert.match(stderr, `Plugin "mine" has the command "${name}", which ${owner} already has`)
  }
})

test("are not called as one of another plugin", async () => {
  const entry = { name: "same", summary: "x", load: () => Promise.reject(new Error("it is loaded")) }
  const plugins = ["first", "second"].map((id) => ({
    plugin: definePlugin({ id, commands: [entry], setup: () => [] }),
    origin: `./${id}`,
    config: undefined,
  }))
  await refused(() => commandsOf(plugins), '"first"', '"second"', 'command "same"', "turn the plugin off", "rename")
  const found = commandsOf(plugins.slice(1)).find((each) => each.entry.name === "same")
  assert.equal(found, { entry, owner: "second" }, "nothing of it is left once the first is gone")
})

test("are named as commands are", async () => {
  const { code, stderr } = await platen(["nope"], { cwd: withCommand("Count It") })
  assert.is(code, 1)
  assert.match(stderr, /^platen nope: Plugin "mine" has the command "Count It": its name must match /)
})

test("are left out of the help, with the reason, where the config is wrong", async () => {
  const cwd = folderWith({ "platen.yaml": "sever: {}" })
  const { code, stdout, stderr } = await platen(["help"], { cwd })
  assert.equal([code, stderr], [0, ""])
  assert.match(stdout, /^ {2}render +\w/m)
  assert.match(stdout, /^The commands of plugins are not listed: .*"sever".*\.$/m)
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
