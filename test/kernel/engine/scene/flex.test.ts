import { execFileSync } from "node:child_process"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("engine/flex")

/** What a process says that loads the layout engine first. */
const said = (code: string): unknown =>
  JSON.parse(
    execFileSync(
      process.execPath,
      [
        "--input-type=module",
        "-e",
        `const before = fetch
        const { plainFlex } = await import(${JSON.stringify(new URL("../../../../kernel/engine/scene/flex.js", import.meta.url).href)})
        process.stdout.write(JSON.stringify(${code}))`,
      ],
      { encoding: "utf8" },
    ),
  )

test("loads yoga without Node's HTTP client, and leaves the global fetch as it was", () => {
  assert.equal(
    said(
      `[typeof plainFlex().setWidth, fetch === before, process.moduleLoadList.some((name) => name.includes("undici/undici"))]`,
    ),
    ["function", true, false],
  )
})

test.run()
