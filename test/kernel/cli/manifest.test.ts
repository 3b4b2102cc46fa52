import path from "node:path"
import { pathToFileURL } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { commandsOf } from "../../../kernel/cli/contributed.js"
import { readManifest } from "../../../kernel/cli/manifest.js"
import { findPlugins } from "../../../kernel/plugins/find.js"
import { folderWith } from "../../folder.js"

const test = suite("manifest of commands")

test("is what the build has written: the commands of a server without a config, as the help lists them", async () => {
  const commands = commandsOf(await findPlugins({ plugins: {}, folder: folderWith() })).map(({ entry }) => entry)
  const listed = readManifest()!
  assert.equal(
    listed.map(({ name, summary }) => ({ name, summary })),
    commands.map(({ name, summary }) => ({ name, summary })),
    "run npm run build",
  )
  for (const name of ["render", "backup", "user", "device"])
    assert.ok(
      listed.some((each) => each.name === name),
      name,
    )
})

test("names the plugins that a command needs: its own, the providers of what that needs, and storage engines", () => {
  const filesOf = (name: string) => readManifest()!.find((each) => each.name === name)?.plugins
  assert.equal(
    filesOf("user"),
    [
      "devices/devices",
      "operation/servers",
      "operation/storage-postgres",
      "operation/storage-sqlite",
      "pages/pages",
      "pages/pictures",
      "people/accounts",
    ].map((folder) => `plugins/${folder}/index.js`),
  )
  assert.is(filesOf("backup"), undefined)
})

test("is missing where nothing was built", () => {
  assert.is(readManifest(pathToFileURL(path.join(folderWith(), "commands.json"))), undefined)
})

test.run()
