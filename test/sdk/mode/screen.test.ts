import { suite } from "uvu"
import * as assert from "uvu/assert"
import { pixels, screenClass } from "platen/sdk/mode"

const test = suite("screen")

/** Width and height at which each class begins: the class below ends one pixel before on either side. */
const EDGES = [
  { width: 320, height: 240, below: "xs", from: "s" },
  { width: 560, height: 420, below: "s", from: "m" },
  { width: 880, height: 660, below: "m", from: "l" },
  { width: 1280, height: 960, below: "l", from: "xl" },
] as const

for (const { width, height, below, from } of EDGES) {
  test(`goes from ${below} to ${from} at ${width} x ${height}`, () => {
    assert.is(screenClass(width, height).id, from)
    assert.is(screenClass(width - 1, height).id, below)
    assert.is(screenClass(width, height - 1).id, below)
  })
}

test("goes by the shorter side", () => {
  assert.is(screenClass(1600, 128).id, "xs")
  assert.is(screenClass(100, 1200).id, "xs")
})

test("names the panels that people have", () => {
  const panels = [
    [296, 128, "xs"],
    [400, 300, "s"],
    [648, 480, "m"],
    [800, 480, "m"],
    [1600, 1200, "xl"],
  ] as const
  for (const [width, height, id] of panels) assert.is(screenClass(width, height).id, id, `${width} x ${height}`)
})

test("gives more pixels to a unit as screens grow", () => {
  const units = [
    [296, 128],
    [400, 300],
    [648, 480],
    [1000, 700],
    [1600, 1200],
  ].map(([width, height]) => screenClass(width!, height!).unit)
  assert.equal(units, [0.75, 1, 1.5, 2, 3])
})

test("rounds units to whole pixels, never to none", () => {
  const [xs, m] = [screenClass(296, 128), screenClass(648, 480)]
  assert.is(pixels(0, xs), 0)
  assert.is(pixels(0.1, xs), 1)
  assert.is(pixels(1, xs), 1)
  assert.is(pixels(10, xs), 8)
  assert.is(pixels(5, m), 8)
})

test.run()
