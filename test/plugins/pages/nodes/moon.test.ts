import { column } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import moon from "../../../../plugins/pages/nodes/moon.js"
import { painted, picture } from "../../../setting.js"

const test = suite("nodes/moon")

const SIDE = 41
const drawn = async (phase: number, more: object = {}): Promise<readonly string[]> =>
  picture(await painted(column({}, { type: "moon", phase, ...more }), { width: SIDE, height: SIDE }))

/** Where the paper inside the disc has its centre, from the centre of the disc, in degrees clockwise from the top. */
function limb(rows: readonly string[]): number {
  const middle = (SIDE - 1) / 2
  let [right, down] = [0, 0]
  rows.forEach((row, y) =>
    [...row].forEach((pixel, x) => {
      if (pixel !== "." || Math.hypot(x - middle, y - middle) > middle - 2) return
      right += x - middle
      down += y - middle
    }),
  )
  return Math.round(((Math.atan2(right, -down) * 180) / Math.PI + 360) % 360)
}

const paper = (rows: readonly string[]): number => rows.join("").replaceAll("#", "").length

test("turns its lit limb to the angle", async () => {
  for (const phase of [0.1, 0.25, 0.4, 0.9])
    for (const angle of [0, 45, 90, 200, 270, 315]) {
      const found = limb(await drawn(phase, { angle }))
      assert.ok(Math.abs(((found - angle + 540) % 360) - 180) <= 2, `phase ${phase}: ${found} in place of ${angle}`)
    }
})

test("is as much lit at every angle", async () => {
  const upright = paper(await drawn(0.12))
  for (const angle of [0, 33, 90, 210])
    assert.ok(Math.abs(paper(await drawn(0.12, { angle })) - upright) <= upright * 0.05, String(angle))
})

test("stands upright without an angle, lit at the right when it waxes, on the southern half at the left", async () => {
  for (const [phase, south, expected] of [
    [0.15, false, 90],
    [0.85, false, 270],
    [0.15, true, 270],
    [0.85, true, 90],
  ] as const) {
    assert.is(limb(await drawn(phase, { south })), expected)
    assert.equal(await drawn(phase, { south, angle: null }), await drawn(phase, { south }), "an unknown angle")
  }
})

test("takes angles of a circle only", () => {
  for (const [angle, isValid] of [
    [0, true],
    [360, true],
    [null, true],
    [-1, false],
    [361, false],
    ["90", false],
  ] as const)
    assert.is(moon.schema.safeParse({ phase: 0.5, angle }).success, isValid, String(angle))
})

test.run()
