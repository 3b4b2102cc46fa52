import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("kernel/compact-heap")

interface Free {
  readonly before: number
  readonly after: number
  readonly flags: readonly string[]
  readonly kept: readonly unknown[]
}

test("gives back what the heap holds without use, which V8 keeps: until one collection has begun", async () => {
  const child = fileURLToPath(new URL("./compact-heap-child.js", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "--max-semi-space-size=2", child])
  const { before, after, flags, kept } = JSON.parse(stdout) as Free
  assert.equal(kept, [640_000, 640_000, true])
  assert.ok(before > 40 << 20, `${before} bytes are free before`)
  assert.ok(after < 24 << 20, `${before} bytes are free before, ${after} after`)
  assert.equal(flags, ["--optimize-for-size", "--no-optimize-for-size"])
})

test.run()
