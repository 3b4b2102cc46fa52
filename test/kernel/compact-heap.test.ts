import { execFile } from "node:child_process"
import { constants } from "node:perf_hooks"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { suite } from "uvu"
import * as assert from "uvu/assert"

const test = suite("kernel/compact-heap")

interface Told {
  readonly before: number
  readonly after: number
  readonly flags: readonly string[]
  readonly kinds: readonly number[]
  readonly kept: number
}

test("gives back what the heap holds without use, which V8 keeps", async () => {
  const child = fileURLToPath(new URL("./compact-heap-child.js", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", "--max-semi-space-size=2", child])
  const { before, after, flags, kinds, kept } = JSON.parse(stdout) as Told
  assert.is(kept, 1_200_000)
  assert.ok(before > 56 << 20, `${before} bytes are free before`)
  assert.ok(after < before - (16 << 20), `${before} bytes are free before, ${after} after`)
  // It was collected little by little, and nothing else is done so.
  assert.ok(kinds.includes(constants.NODE_PERFORMANCE_GC_INCREMENTAL), kinds.join(" "))
  const pair = [
    "--optimize-for-size --stress-incremental-marking",
    "--no-optimize-for-size --no-stress-incremental-marking",
  ]
  assert.ok(flags.length > 0 && flags.length % 2 === 0, `${flags.length} times`)
  for (const [i, flag] of flags.entries()) assert.is(flag, pair[i % 2])
})

test.run()
