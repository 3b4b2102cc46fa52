import type { Path, PathShape, SceneNode } from "platen/sdk/mode"
import { column } from "platen/sdk/mode"
import fc from "fast-check"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { describe } from "../../../../kernel/engine/scene/describe.js"
import { NodeKinds } from "../../../../kernel/engine/scene/node-kinds.js"
import path from "../../../../plugins/pages/nodes/path.js"
import { BWRY } from "../../../../plugins/pages/panels/palettes.js"
import { compiled, SPEC, viewContext } from "../modes-json/specs.js"
import { inkBox, painted, picture } from "../../../setting.js"
import { recorder } from "./recorded.js"
import { depth } from "../../../depth.js"

const test = suite("nodes/path")
const record = await recorder()

const node = (width: number, height: number, ...shapes: readonly PathShape[]): Path => ({
  type: "path",
  viewBox: [width, height],
  shapes,
})
const drawn = async (width: number, height: number, ...shapes: readonly PathShape[]): Promise<readonly string[]> =>
  picture(await painted(column({}, node(width, height, ...shapes)), { width, height }))

test("draws lines of whole pixels, lying and standing", async () => {
  assert.equal(
    await drawn(8, 3, {
      points: [
        [1, 1.5],
        [6.5, 1.5],
      ],
    }),
    ["........", ".######.", "........"],
  )
  assert.equal(
    await drawn(8, 4, {
      points: [
        [1, 2],
        [6, 2],
      ],
      stroke: 2,
    }),
    ["........", "#######.", "#######.", "........"],
  )
  assert.equal(
    await drawn(3, 5, {
      points: [
        [1.5, 0.5],
        [1.5, 4],
      ],
    }),
    [".#.", ".#.", ".#.", ".#.", ".#."],
  )
  assert.equal(
    await drawn(9, 1, {
      points: [
        [0.5, 0.5],
        [8.5, 0.5],
      ],
      dash: [2, 1],
    }),
    ["##.##.##."],
  )
})

test("fills areas by the even-odd rule, and closes lines", async () => {
  const square = (from: number, to: number): (readonly [number, number])[] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
  ]
  assert.equal(await drawn(6, 6, { points: square(1, 5), fill: "black" }), [
    "......",
    ".####.",
    ".####.",
    ".####.",
    ".####.",
    "......",
  ])
  assert.equal(await drawn(5, 5, { points: square(0.5, 4.5), closed: true }), [
    "#####",
    "#...#",
    "#...#",
    "#...#",
    "#####",
  ])
  const bow: (readonly [number, number])[] = [
    [0, 0],
    [9, 6],
    [9, 0],
    [0, 6],
  ]
  assert.equal(await drawn(9, 6, { points: bow, fill: "black" }), [
    "#.......#",
    "##.....##",
    "####.####",
    "####.####",
    "##.....##",
    "#.......#",
  ])
})

test("draws a circle, its part, and its sector", async () => {
  const ring = await drawn(9, 9, { circle: [4.5, 4.5, 4.5] })
  assert.equal(ring, [
    "..#####..",
    ".##...##.",
    "##.....##",
    "#.......#",
    "#.......#",
    "#.......#",
    "##.....##",
    ".##...##.",
    "..#####..",
  ])
  const disc = await drawn(9, 9, { circle: [4.5, 4.5, 4.5], fill: "black" })
  assert.is(disc[4], "#########")
  const quarter = await drawn(9, 9, { circle: [4.5, 4.5, 4.5], from: 0, to: 90, fill: "black" })
  assert.equal(quarter, [
    "....###..",
    "....####.",
    "....#####",
    "....#####",
    ".....####",
    ".........",
    ".........",
    ".........",
    ".........",
  ])
  const top = await drawn(9, 9, { circle: [4.5, 4.5, 4.5], from: 270, to: 90 })
  assert.is(top[0], ring[0], "past the top where it ends before it begins")
  assert.is(top[8], ".........")
})

test("keeps one scale for both axes, unless it is stretched", async () => {
  const square: PathShape = {
    points: [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ],
    fill: "black",
  }
  const page = (stretch: boolean): SceneNode => column({}, { ...node(10, 10, square), stretch })
  assert.equal(inkBox(await painted(page(false), { width: 60, height: 20 })), {
    left: 20,
    top: 0,
    right: 40,
    bottom: 20,
  })
  assert.equal(inkBox(await painted(page(true), { width: 60, height: 20 })), {
    left: 0,
    top: 0,
    right: 60,
    bottom: 20,
  })
})

test("draws in the ink of the node, else of its box, tints too", async () => {
  const line: PathShape = {
    points: [
      [0, 0.5],
      [4, 0.5],
    ],
  }
  const tinted: PathShape = {
    points: [
      [0, 0],
      [4, 0],
      [4, 1],
      [0, 1],
    ],
    fill: { tone: 1 },
  }
  for (const shape of [line, tinted]) {
    const inverted = column({ fill: "black", ink: "white" }, node(4, 1, shape))
    assert.is(picture(await painted(inverted, { width: 4, height: 1 }))[0], "....")
    const red = column({}, { ...node(4, 1, shape), ink: "red" })
    assert.is(picture(await painted(red, { width: 4, height: 1, palette: BWRY }))[0], "rrrr")
  }
})

const coordinate = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.double({ min: -50, max: 150, noNaN: true }),
)
const point = fc.tuple(coordinate, coordinate)
const look = fc.record(
  {
    stroke: fc.integer({ min: 1, max: 64 }),
    dash: fc.tuple(fc.integer({ min: 1, max: 64 }), fc.integer({ min: 1, max: 64 })),
    fill: fc.constantFrom("black" as const, "red" as const, { tone: 0.3 }, { tone: 0.5, pattern: "hatch" as const }),
  },
  { requiredKeys: [] },
)
const shape = fc
  .tuple(
    fc.oneof(
      fc.record(
        { points: fc.array(point, { minLength: 2, maxLength: 30 }), smooth: fc.boolean(), closed: fc.boolean() },
        { requiredKeys: ["points"] },
      ),
      fc.record(
        {
          circle: fc.tuple(coordinate, coordinate, fc.double({ min: 0, max: 1e6, noNaN: true })),
          from: fc.integer({ min: -720, max: 720 }),
          to: fc.integer({ min: -720, max: 720 }),
          brush: fc.tuple(fc.integer({ min: 0, max: 64 }), fc.integer({ min: 0, max: 64 })),
        },
        { requiredKeys: ["circle"] },
      ),
    ),
    look,
  )
  .map(([form, own]) => ({ ...form, ...own }) as PathShape)

test("ends quickly for whatever its schema allows, in boxes of any size", () => {
  fc.assert(
    fc.property(
      fc.array(shape, { maxLength: 4 }),
      fc.tuple(fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.double({ min: 0.001, max: 1e6, noNaN: true })),
      fc.boolean(),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 300 }),
      (shapes, viewBox, stretch, width, height) => {
        const one: Path = { type: "path", viewBox, stretch, shapes }
        const { type: _, ...fields } = one
        assert.ok(path.schema.safeParse(fields).success)
        const { fills } = record(path, one, { width, height })
        // A line crosses the box once, a curve of 30 points 360 times, and each row of an area has at most so many parts.
        assert.ok(fills.length <= 4 * 400 * (width + height + 4), `${fills.length} fills`)
        for (const fill of fills) assert.ok(fill.right - fill.left <= 2e6)
      },
    ),
    { numRuns: depth(150) },
  )
})

test("walks no line outside of its box", () => {
  const far = node(
    100,
    100,
    {
      points: [
        [-1e6, -1e6],
        [1e6, 1e6],
      ],
    },
    {
      points: [
        [-1e6, 50],
        [1e6, 50],
      ],
      dash: [3, 2],
    },
  )
  const { fills } = record(path, far, { width: 100, height: 100 })
  assert.ok(fills.length < 200, `${fills.length}`)
  assert.is(
    record(
      path,
      node(100, 100, {
        points: [
          [200, 0],
          [200, 100],
        ],
      }),
      { width: 100, height: 100 },
    ).fills.length,
    0,
  )
  const disc = record(path, node(1, 1, { circle: [0, 0, 1e6], fill: "black" }), { width: 30, height: 20 })
  assert.ok(disc.fills.length <= 20)
})

test("keeps the rhythm of dashes where a line comes from outside", async () => {
  const whole = await drawn(30, 1, {
    points: [
      [0.5, 0.5],
      [29.5, 0.5],
    ],
    dash: [3, 2],
  })
  const from = await drawn(30, 1, {
    points: [
      [-499.5, 0.5],
      [29.5, 0.5],
    ],
    dash: [3, 2],
  })
  assert.equal(from, whole, "500 is a multiple of 5")
})

test("draws 2000 points across the box in no more than a fraction of a second", () => {
  const zigzag = Array.from({ length: 2000 }, (_, i) => [(i * 37) % 100, i % 2 === 0 ? -1e5 : 1e5] as const)
  const { fills } = record(path, node(100, 100, { points: zigzag, smooth: true, fill: { tone: 0.5 }, stroke: 1 }), {
    width: 400,
    height: 300,
  })
  assert.ok(fills.length < 4_000_000)
})

test("refuses coordinates that are no numbers, or beyond a million", () => {
  const ok = (shapes: unknown, more: object = {}): boolean => path.schema.safeParse({ shapes, ...more }).success
  assert.ok(
    ok([
      {
        points: [
          [0, 0],
          [1e6, 1],
        ],
      },
    ]),
  )
  for (const wrong of [NaN, Infinity, -Infinity, 1e7, "1", null]) {
    assert.not.ok(
      ok([
        {
          points: [
            [0, 0],
            [wrong, 1],
          ],
        },
      ]),
      String(wrong),
    )
    assert.not.ok(ok([{ circle: [0, 0, wrong] }]), String(wrong))
    assert.not.ok(ok([], { viewBox: [1, wrong] }), String(wrong))
  }
  assert.not.ok(ok([], { viewBox: [0, 1] }))
  const many = { points: Array.from({ length: 1500 }, (_, i) => [i, 0]) }
  assert.ok(ok([many, many]))
  assert.not.ok(ok([many, many, many]), "more than 4000 points in all")
})

test("is described by its label alone, and is a node of JSON modes", () => {
  const kinds = new NodeKinds([path])
  assert.is(describe({ ...node(1, 1), label: "Wind from the west" }, kinds), "Wind from the west")
  assert.is(describe(node(1, 1), kinds), "")
  const view = {
    type: "path",
    shapes: [
      {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    label: "{{ quote }}",
  }
  const { body } = compiled({ ...SPEC, view }).view({ quote: "First" } as never, viewContext())
  assert.equal(body, { ...view, label: "First" })
})

test.run()
