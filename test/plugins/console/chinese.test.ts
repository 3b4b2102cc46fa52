import { readdirSync, readFileSync } from "node:fs"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { zhFaults } from "../../../plugins/console/console/browser/words/zh-faults.js"
import { zhFindings } from "../../../plugins/console/console/browser/words/zh-findings.js"
import { KINDS } from "../../../plugins/devices/stats/calls.js"

const test = suite("console: in Chinese")
const ROOT = new URL("../../../../", import.meta.url)
const HAN = /\p{Script=Han}/u

/** The causes of findings that the checkups of plugins name. */
const causes = readdirSync(new URL("plugins", ROOT), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith("checkup.ts"))
  .flatMap((name) => [...readFileSync(new URL(`plugins/${name}`, ROOT), "utf8").matchAll(/cause: "([\w-]+)"/g)])
  .map(([, cause]) => cause!)

test("says what every finding of the doctor means and what to do", () => {
  assert.ok(causes.length > 5)
  assert.equal(Object.keys(zhFindings).sort(), [...new Set([...causes, ...KINDS])].sort())
  for (const { means, todo } of Object.values(zhFindings)) assert.ok(HAN.test(means) && HAN.test(todo), means)
})

test("says what fails by codes that there are", () => {
  const errors = readFileSync(new URL("docs/errors.md", ROOT), "utf8")
  for (const [code, sentence] of Object.entries(zhFaults)) {
    assert.ok(errors.includes(`| \`${code}\``), code)
    assert.ok(HAN.test(sentence), sentence)
  }
})

test.run()
