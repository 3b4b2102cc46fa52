import { suite } from "uvu"
import * as assert from "uvu/assert"
import { tally } from "../../../../plugins/tools/simulator/tally.js"

const test = suite("simulate/tally")

test("counts the events of devices, and computes the 50th, 95th and 99th percentile of the latencies", () => {
  const statistics = tally()
  for (let ms = 100; ms >= 1; ms--)
    statistics.onEvent({ type: "request", method: "GET", path: "/x", status: 200, ms, bytes: 10 })
  for (const type of ["wake", "shown", "shown", "unchanged", "retry", "token-rejected"] as const)
    statistics.onEvent({ type })
  for (const reason of ["/x 503", "/x 503", "/y 500"]) statistics.onEvent({ type: "error", reason })
  assert.is(statistics.isSuccess, true)
  statistics.onProtocolViolation("render: 200 has an empty body")
  statistics.onProtocolViolation("render: 200 has an empty body")
  assert.is(statistics.isSuccess, false)
  assert.equal(
    statistics
      .table()
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/ {2,}(?=\S+( ms)?$)/, " = ")),
    [
      "wakes = 1",
      "pictures shown = 2",
      "unchanged = 1",
      "retries at boot = 1",
      "tokens rejected = 1",
      "requests = 100",
      "errors = 3",
      "  /x 503 = 2",
      "  /y 500 = 1",
      "latency p50 = 50.0 ms",
      "latency p95 = 95.0 ms",
      "latency p99 = 99.0 ms",
      "bytes = 1000",
      "protocol violations = 2",
      "  render: 200 has an empty body = 2",
    ],
  )
})

test("prints a table without any events, and reports no success", () => {
  const { isSuccess, hasPictures, table } = tally()
  assert.equal([isSuccess, hasPictures], [false, false])
  assert.match(table(), /^latency p99 +0\.0 ms$/m)
})

test.run()
