import { readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { CLDR } from "../../../../plugins/pages/words/cldr.js"

const test = suite("words/table")
const ROOT = new URL("../../../../../", import.meta.url)
const FILE = new URL("plugins/pages/words/cldr.ts", ROOT)

const own = process.versions.cldr
const name = "is what vendor/dates/make.mjs makes of the locale data of this Node"
if (own === CLDR)
  test(name, async () => {
    const { made } = (await import(new URL("vendor/dates/make.mjs", ROOT).href)) as { made(): string }
    assert.is(made(), readFileSync(FILE, "utf8"))
  })
else test.skip(`${name}: it has CLDR ${own}, and the table is of ${CLDR}`)

test("is small", () => {
  const { length } = readFileSync(FILE)
  assert.ok(length > 50_000 && length < 120_000, `${length} bytes`)
})

test.run()
