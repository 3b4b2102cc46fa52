import { NEW_DEVICE } from "platen/sdk/kit"
import type { z } from "platen/sdk"
import type { Device } from "platen/sdk/device"
import type { Picture } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { counted, COUNTERS } from "../../../../plugins/devices/stats/slice.js"

const test = suite("stats/slice")

const NOON = Date.parse("2026-11-21T12:00:00Z")
const DAY_MS = 86_400_000
const picture = (parts: Partial<Picture> = {}): Picture => ({
  bytes: new Uint8Array(1),
  type: "image/bmp",
  etag: '"a"',
  mode: "ZEN",
  text: "",
  origin: "fresh",
  isFallback: false,
  cached: false,
  contentMs: 30.4,
  drawMs: 10,
  ...parts,
})

const after = (device: Device, parts: Partial<Picture>, at: number): Device =>
  counted(device, {
    picture: picture(parts),
    at,
    panel: { width: 400, height: 300, palette: "bw", codec: "bmp" },
    inks: 2,
  })
const sumsOf = (device: Device): z.output<typeof COUNTERS.schema> => device.get(COUNTERS)

test("counts a render, its mode, its day and its time", () => {
  const once = after(NEW_DEVICE, {}, NOON)
  assert.equal(sumsOf(once), {
    renders: 1,
    cached: 0,
    failed: 0,
    milliseconds: 40,
    modes: { ZEN: 1 },
    days: [{ date: "2026-11-21", count: 1 }],
  })
  assert.equal(sumsOf(after(once, { cached: true, mode: "DAILY" }, NOON + DAY_MS / 2)), {
    renders: 2,
    cached: 1,
    failed: 0,
    milliseconds: 80,
    modes: { ZEN: 1, DAILY: 1 },
    days: [
      { date: "2026-11-21", count: 1 },
      { date: "2026-11-22", count: 1 },
    ],
  })
})

test("counts a failure, and none of its time", () => {
  const { failed, milliseconds, modes } = sumsOf(after(NEW_DEVICE, { failure: "draw-failed", mode: undefined }, NOON))
  assert.equal([failed, milliseconds, modes], [1, 0, { NOTICE: 1 }])
})

test("keeps thirty days, and two hundred modes", () => {
  let device = NEW_DEVICE
  for (let i = 0; i < 201; i++) device = after(device, { mode: `M${i}` }, NOON + i * DAY_MS)
  const sums = sumsOf(device)
  assert.equal(
    [sums.days.length, sums.days[29]!.date, Object.keys(sums.modes).length, sums.renders],
    [30, new Date(NOON + 200 * DAY_MS).toISOString().slice(0, 10), 200, 201],
  )
  assert.is(sumsOf(after(device, { mode: "M0" }, NOON)).modes.M0, 2)
})

test.run()
