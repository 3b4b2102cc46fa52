import { suite } from "uvu"
import * as assert from "uvu/assert"
import { NEW_DEVICE } from "platen/sdk/kit"
import type { Choice, Choose, Why } from "platen/sdk/device"
import type { Service } from "platen/sdk"
import { wakeAhead, wakesOf } from "../../../../plugins/devices/render/forecast.js"
import type { Asked } from "../../../../plugins/devices/render/requests.js"
import { fakeClock } from "../../../testing/fakes.js"

const test = suite("forecast")
const MAC = "AA:BB:CC:00:00:01"
const WHY: Why = { by: "test" } as Why
const asked = { area: { realm: "extended" }, panel: { width: 800, height: 480 } } as unknown as Asked
const service = {
  localTime: (epoch: number) => ({ epoch }),
  defaults: { timeZone: "UTC" },
} as unknown as Service

/** How many choices follow one another at most before others get their turn. */
async function longestRow(work: (needs: Parameters<typeof wakesOf>[0]) => Promise<unknown>): Promise<number> {
  let [row, longest, isOver] = [0, 0, false]
  const choose = (() => {
    longest = Math.max(longest, ++row)
    return { modes: ["DAILY"], device: NEW_DEVICE, taken: "DAILY", minutes: 15, why: WHY } as Choice & { why: Why }
  }) as unknown as Choose
  const breathe = (): void => {
    row = 0
    if (!isOver) setImmediate(breathe)
  }
  breathe()
  await work({ choose, service, clock: fakeClock() })
  isOver = true
  return longest
}

test("lets others have their turn, however far it looks", async () => {
  const week = 7 * 24 * 3_600_000
  let wakes = 0
  const row = await longestRow(async (needs) => {
    wakes = (await wakesOf(needs, MAC, asked, NEW_DEVICE, week)).length
  })
  assert.is(wakes, 100)
  assert.ok(row > 0 && row <= 11, `${row} choices in a row`)
  const ahead = await longestRow((needs) => wakeAhead(needs, MAC, asked, NEW_DEVICE, 100))
  assert.ok(ahead > 0 && ahead <= 11, `${ahead} choices in a row`)
})

test.run()
