import { suite } from "uvu"
import * as assert from "uvu/assert"
import { readDefinition } from "../../plugins/pages/modes-json/definition-files.js"
import { MODES } from "platen/sdk/mode"
import type { Plugin } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import { fakeFiles } from "../testing/index.js"
import modes from "../../modes/index.js"
import { refused } from "../refused.js"
import { setUp } from "../set-up.js"

const test = suite("modes")
/** Where the specs are: beside the sources, not beside what is built. */
const SPECS = new URL("../../../modes/", import.meta.url)

/** What the plugin loads when these files are in its folder. */
async function loadedFrom(files: Readonly<Record<string, string>>): Promise<readonly [string, readonly string[]][]> {
  const loaded: [string, readonly string[]][] = []
  const { ready } = await setUp(
    modes,
    {
      files: fakeFiles(
        Object.fromEntries(Object.entries(files).map(([name, text]) => [new URL(name, SPECS).href, text])),
      ),
      compile: (spec: unknown) => spec as Mode,
      read: readDefinition,
      load: async ({ id, setup }: Plugin) => {
        loaded.push([id, (await setUp({ setup }, {}, {})).to(MODES).map((mode) => mode.id)])
      },
    },
    {},
  )
  await ready()
  return loaded
}

test("loads every spec of its folder, each as a plugin of its own", async () => {
  const files = {
    "zen.json": '{"id":"ZEN"}',
    "my-mode.json": '{"id":"MY_MODE_2"}',
    "tsconfig.json": "{}",
    "index.ts": "",
    "calendar/mode.ts": "",
    "moon/mode.yaml": "id: MOON",
    "moon/words/de.json": "{}",
  }
  assert.equal(await loadedFrom(files), [
    ["mode-moon", ["MOON"]],
    ["mode-my-mode-2", ["MY_MODE_2"]],
    ["mode-zen", ["ZEN"]],
  ])
})

test("names the file that is not JSON", async () => {
  await refused(() => loadedFrom({ "zen.json": "{" }), "zen.json", "not valid JSON")
})

test.run()
