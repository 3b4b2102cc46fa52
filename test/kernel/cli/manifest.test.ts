import path from "node:path"
import { pathToFileURL } from "node:url"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { commandsOf } from "../../../kernel/cli/contributed.js"
import { readManifest, writeManifest } from "../../../kernel/cli/manifest.js"
import { findPlugins } from "../../../kernel/plugins/find.js"
import { folderWith } from "../../folder.js"

const test = suite("manifest of commands")

test("has the commands of a server without a config, as the help lists them", async () => {
  const folder = folderWith()
  const commands = commandsOf(await findPlugins({ plugins: {}, folder })).map(({ entry }) => entry)
  const file = pathToFileURL(path.join(folder, "commands.json"))
  assert.is(readManifest(file), undefined)
  writeManifest(commands, file)
  assert.equal(
    readManifest(file),
    commands.map(({ name, summary }) => ({ name, summary })),
  )
  for (const name of ["render", "backup", "user", "device"])
    assert.ok(
      readManifest(file)!.some((each) => each.name === name),
      name,
    )
})

test.run()
