import { execFileSync } from "node:child_process"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("engine/flex")

const FLEX = new URL("../../../../kernel/engine/scene/flex.js", import.meta.url).href
/** What a process says that loads the layout engine first. */
const LOADING = `const before = fetch
const { plainFlex } = await import(${JSON.stringify(FLEX)})
const hasClient = process.moduleLoadList.some((name) => name.includes("undici/undici"))
process.stdout.write(JSON.stringify([typeof plainFlex().setWidth, fetch === before, hasClient]))`

test("loads yoga without Node's HTTP client, and leaves the global fetch as it was", () => {
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", LOADING], { encoding: "utf8" })
  assert.equal(JSON.parse(said), ["function", true, false])
})

test.run()
