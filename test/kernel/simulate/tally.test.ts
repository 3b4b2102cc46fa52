import { suite } from "uvu"
import * as assert from "uvu/assert"
import { tally } from "../../../kernel/simulate/tally.js"

const test = suite("simulate/tally")

test("sums what devices tell, with the latencies that 50, 95 and 99 of a hundred calls do not exceed", () => {
  const sums = tally()
  for (let ms = 100; ms >= 1; ms--) sums.told({ what: "call", method: "GET", path: "/x", status: 200, ms, bytes: 10 })
  for (const what of ["wake", "shown", "shown", "unchanged", "retry", "provisioned"] as const) sums.told({ what })
  for (const why of ["/x 503", "/x 503", "/y 500"]) sums.told({ what: "error", why })
  assert.is(sums.isWell, true)
  sums.choked("render: 200 with an empty body")
  sums.choked("render: 200 with an empty body")
  assert.is(sums.isWell, false)
  assert.equal(
    sums
      .table()
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/ {2,}(?=\S+( ms)?$)/, " = ")),
    [
      "wakes = 1",
      "pictures shown = 2",
      "unchanged = 1",
      "retries at boot = 1",
      "tokens renewed = 1",
      "calls = 100",
      "errors = 3",
      "  /x 503 = 2",
      "  /y 500 = 1",
      "latency p50 = 50.0 ms",
      "latency p95 = 95.0 ms",
      "latency p99 = 99.0 ms",
      "bytes = 1000",
      "choked = 2",
      "  render: 200 with an empty body = 2",
    ],
  )
})

test("has a table of nothing", () => {
  assert.match(tally().table(), /^latency p99 +0\.0 ms$/m)
})

test.run()
