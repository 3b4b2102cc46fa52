import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("kernel/compact-heap")

test("gives back what the heap holds without use, which V8 keeps", async () => {
  const child = fileURLToPath(new URL("./compact-heap-child.js", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "--max-semi-space-size=2", child])
  const { before, after, kept } = JSON.parse(stdout) as { before: number; after: number; kept: number }
  assert.is(kept, 640_000)
  assert.ok(before > 40 << 20, `${before} bytes are free before`)
  assert.ok(after < 24 << 20, `${before} bytes are free before, ${after} after`)
})

test.run()
