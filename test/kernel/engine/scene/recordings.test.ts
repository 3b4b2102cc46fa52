import type { Painter } from "platen/sdk/drawing"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { Recordings } from "../../../../kernel/engine/scene/recordings.js"

const test = suite("recordings")

const node = (): SceneNode => ({ type: "chart", kind: "line", values: [1, 2] })

/** A painter that notes what is drawn on it. */
function canvas(width = 40): { readonly painter: Painter; readonly drawn: unknown[] } {
  const drawn: unknown[] = []
  const painter = {
    width,
    height: 20,
    unit: 2,
    language: "en",
    ink: "black",
    boxInk: "white",
    fill: (...given: unknown[]) => drawn.push(["fill", ...given]),
    write: (...given: unknown[]) => drawn.push(["write", ...given]),
  } as unknown as Painter
  return { painter, drawn }
}

/** Draws a rectangle and words, and counts. */
function plugin(fills = 1): { readonly paint: (painter: Painter) => void; readonly count: () => number } {
  let count = 0
  return {
    count: () => count,
    paint: ({ width, fill, write }) => {
      count++
      for (let i = 0; i < fills; i++) fill(0, 0, width, i + 1, "red")
      write({ width: 3, height: 4 } as never, 5, 6)
    },
  }
}

test("repeats the drawing of the same node", () => {
  const [recordings, { paint, count }, same] = [new Recordings(), plugin(), node()]
  const drawings = [1, 2, 3, 4].map(() => {
    const { painter, drawn } = canvas()
    recordings.paint(same, painter, paint)
    return drawn
  })
  assert.is(count(), 2)
  for (const drawn of drawings) assert.equal(drawn, drawings[0])
  assert.is(drawings[0]!.length, 2)
})

test("draws a node anew in another box, and another node", () => {
  const [recordings, { paint, count }, same] = [new Recordings(), plugin(), node()]
  for (let i = 0; i < 3; i++) recordings.paint(same, canvas().painter, paint)
  const { painter, drawn } = canvas(41)
  recordings.paint(same, painter, paint)
  assert.is(count(), 3)
  assert.equal((drawn[0] as unknown[])[3], 41)
  recordings.paint(node(), canvas().painter, paint)
  assert.is(count(), 4)
})

test("keeps no drawing that failed, and none of many calls", () => {
  const [recordings, same] = [new Recordings(), node()]
  const failing = (painter: Painter): void => {
    painter.fill(0, 0, 1, 1)
    throw new Error("no")
  }
  for (let i = 0; i < 3; i++) assert.throws(() => recordings.paint(same, canvas().painter, failing), "no")
  const { painter, drawn } = canvas()
  recordings.paint(same, painter, plugin().paint)
  assert.is(drawn.length, 2)

  const long = plugin(2_001)
  const busy = node()
  for (let i = 0; i < 4; i++) recordings.paint(busy, canvas().painter, long.paint)
  assert.is(long.count(), 4)
})

test.run()
