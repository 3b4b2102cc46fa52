import { existsSync, readdirSync, readFileSync } from "node:fs"
import { ACCOUNTS } from "platen/sdk/http"
import { openStage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { binary } from "../../child.js"
import { platen } from "../../platen.js"
import { folderWith } from "../../folder.js"
import { storeIn } from "../../store-in.js"
import { bearer, calls, tokenOf } from "../../plugins/people/accounts/calls.js"
import { PASSWORD } from "../../plugins/people/accounts/setting.js"

const test = suite("platen user")

test("stands among the server's own commands", async () => {
  const { code, stdout, stderr } = await platen(["help"], { cwd: folderWith() })
  assert.equal([code, stderr], [0, ""])
  const list = stdout.split("\n\n").find((part) => part.includes("\n  render "))!
  for (const command of ["serve", "render", "plugins", "user"])
    assert.match(list, new RegExp(`^  ${command} +\\w`, "m"))
})

test("explains itself, and makes no data for it", async () => {
  const cwd = folderWith()
  const { code, stdout, stderr } = await platen(["user", "--help"], { cwd })
  assert.equal([code, stderr], [0, ""])
  assert.match(stdout, /^platen user add NAME/)
  assert.not.ok(existsSync(`${cwd}/data`))
})

test("works beside a server, on its data", async () => {
  const cwd = folderWith()
  const stage = await openStage({ dataFolder: `${cwd}/data` })
  const { register, signIn, me } = calls(await stage.app.listen())
  const { code: setup } = stage.log.lines.find(({ event }) => event === "setup-code.issued")!.fields as { code: string }
  // The binary: two processes at one store, and what a shell pipes in.
  assert.equal(await binary(["user", "add", "Anna", "--admin"], { cwd, input: `${PASSWORD}\n${PASSWORD}\n` }), {
    code: 0,
    stdout: "Anna can sign in, as an admin.\n",
    stderr: "",
  })
  const token = tokenOf(await signIn("anna"))
  assert.is((await register("otto", { setup_code: setup })).status, 403, "there is an admin now")
  assert.equal(await platen(["user", "set-password", "anna", "--password-stdin"], { cwd, input: "another one\n" }), {
    code: 0,
    stdout: "Anna has a new password and is signed out everywhere.\n",
    stderr: "",
  })
  assert.equal([(await me(bearer(token))).status, (await signIn("anna", "another one")).status], [401, 200])
  const removed = await platen(["user", "remove", "anna"], { cwd })
  assert.match(removed.stdout, /^Anna was removed\.\nNo admin is left/)
  assert.is(await stage.app.get(ACCOUNTS).byName("anna"), undefined)
  await stage.close()
})

test("shows no setup code, and keeps what it did", async () => {
  const cwd = await storeIn(folderWith())
  assert.equal(await platen(["user", "add", "anna", "--password-stdin"], { cwd, input: `${PASSWORD}\r\n` }), {
    code: 0,
    stdout: "anna can sign in.\n",
    stderr: "",
  })
  const { stdout, stderr } = await platen(["user", "list"], { cwd })
  assert.match(stdout, /^anna +user +since \d{4}-\d\d-\d\d\n$/)
  assert.is(stderr, "")
  assert.not.match(readFileSync(`${cwd}/data/platen.db`, "latin1"), PASSWORD)
})

test("names a folder without a store, and makes none", async () => {
  const cwd = folderWith()
  for (const args of [["list"], ["add", "anna", "--password-stdin"]]) {
    const { code, stderr } = await platen(["user", ...args], { cwd, input: `${PASSWORD}\n` })
    assert.is(code, 1)
    assert.is(stderr, `platen user: There is no store in ${cwd}/data: correct PLATEN_DATA, or start the server once.\n`)
  }
  assert.equal(readdirSync(cwd), [])
})

test("needs no secret that platen.yaml names elsewhere", async () => {
  const yaml =
    "security: { adminToken: { env: NOT_SET } }\nplugins:\n  model-openai:\n    house: { preset: openai, key: { file: not-there } }\n"
  const cwd = await storeIn(folderWith({ "platen.yaml": yaml }))
  for (const args of [["user", "list"], ["device", "list"], ["user", "--help"], ["plugins"], ["backup", "b.db"]]) {
    const { code, stderr } = await platen(args, { cwd })
    assert.equal([code, stderr], [0, ""], args.join(" "))
  }
})

test("lists, adds and changes users with its own plugin alone: one that cannot start does not matter, but for who goes", async () => {
  const broken = 'export default { id: "broken", sdk: 1, needs: {}, setup: () => { throw new Error("it is broken") } }'
  const cwd = await storeIn(
    folderWith({
      "broken/index.mjs": broken,
      "broken/package.json": `{ "exports": "./index.mjs" }`,
      "platen.yaml": "plugins: { ./broken: true }\n",
    }),
  )
  for (const [args, said] of [
    [["add", "anna", "--password-stdin"], /^anna can sign in\.\n$/],
    [["promote", "anna"], /^anna is now an admin\.\n$/],
    [["set-password", "anna", "--password-stdin"], /^anna has a new password/],
    [["list"], /^anna +admin +since \d{4}-\d\d-\d\d\n$/],
  ] as const) {
    const { code, stdout, stderr } = await binary(["user", ...args], { cwd, input: `${PASSWORD}\n` })
    assert.equal([code, stderr], [0, ""], args.join(" "))
    assert.match(stdout, said)
  }
  const { code, stderr } = await binary(["user", "remove", "anna"], { cwd })
  assert.is(code, 1)
  assert.match(stderr, /Plugin "broken"/)
})

test("is found without other plugins, yet none that it starts may have a command of its name", async () => {
  const command = '{ name: "render", summary: "x", load: () => import("./none.mjs") }'
  const mine = `export default { id: "mine", sdk: 1, needs: {}, commands: [${command}], setup: () => [] }`
  const cwd = await storeIn(folderWith({ "mine.mjs": mine, "platen.yaml": "plugins: { ./mine.mjs: true }\n" }))
  const { code, stderr } = await binary(["user", "remove", "anna"], { cwd })
  assert.is(code, 1)
  assert.match(stderr, 'Plugin "mine" has the command "render", which plugin "workbench" already has')
})

test("starts all plugins where its own is not all that it needs: one of them is turned off, or the store is another", async () => {
  const cwd = folderWith({ "platen.yaml": "plugins: { accounts: false }\n" })
  assert.match((await binary(["user", "list"], { cwd })).stderr, /^Unknown command "user"/)
  const other = folderWith({ "platen.yaml": "storage: { engine: papyrus }\n" })
  assert.match(
    (await binary(["user", "list"], { cwd: other })).stderr,
    /"papyrus", which no enabled plugin has: use one of /,
  )
})

test("says in one sentence what it cannot do, with exit code 1", async () => {
  const cwd = await storeIn(folderWith())
  assert.equal(await platen(["user", "add", "anna"], { cwd, input: `${PASSWORD}\n` }), {
    code: 1,
    stdout: "",
    stderr: "platen user: the input ended before all questions were answered: send one line for each question.\n",
  })
  assert.equal(await platen(["user", "remove", "nobody"], { cwd }), {
    code: 1,
    stdout: "",
    stderr: 'platen user: no user is called "nobody": platen user list shows all users.\n',
  })
})

test.run()
