import { column, icon, progress, row, rule, stack, text } from "platen/sdk/mode"
import type { Bitmap, Palette } from "platen/sdk/drawing"
import type { SceneNode } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { inkBox, painted, picture, pixel } from "../../../setting.js"
import { BW, BWRY } from "../../../../plugins/pages/panels/palettes.js"

const test = suite("paint")

const rows = async (scene: SceneNode, width: number, height: number, palette: Palette = BW): Promise<string[]> =>
  picture(await painted(scene, { width, height, palette }))

/** How many pixels of each ink there are in a part of a page. */
function inks(bitmap: Bitmap, left = 0, top = 0, right = bitmap.width, bottom = bitmap.height): number[] {
  const counts = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) counts[pixel(bitmap, x, y)]! += 1
  return counts
}

test("leaves an empty page white", async () => {
  assert.is(inkBox(await painted(column({}))), undefined)
})

test("draws border, fill and round corners to the pixel", async () => {
  assert.equal(await rows(column({ border: 1 }), 4, 3), ["####", "#..#", "####"])
  assert.equal(await rows(column({ padding: 1 }, column({ grow: 1, fill: "black" })), 4, 3), ["....", ".##.", "...."])
  assert.equal(await rows(column({ fill: "black", radius: 2 }), 8, 5), [
    ".######.",
    "########",
    "########",
    "########",
    ".######.",
  ])
  assert.equal(await rows(column({ border: 1, radius: 2, fill: "red" }), 8, 5, BWRY), [
    ".######.",
    "#rrrrrr#",
    "#rrrrrr#",
    "#rrrrrr#",
    ".######.",
  ])
})

test("draws round corners alike in all four, at any radius", async () => {
  for (const radius of [1, 2, 3, 4, 6, 8, 12, 40]) {
    const page = await rows(column({ fill: "black", radius }), 40, 30)
    assert.equal(page, page.toReversed(), `${radius} upside down`)
    assert.equal(
      page,
      page.map((row) => [...row].reverse().join("")),
      `${radius} mirrored`,
    )
  }
})

test("draws rules solid, dashed and dotted, ends alike", async () => {
  const line = async (style: "solid" | "dashed" | "dotted", width: number): Promise<string> =>
    (await rows(column({}, rule({ style })), width, 1))[0]!
  assert.is(await line("solid", 10), "##########")
  for (const style of ["dashed", "dotted"] as const) {
    for (let width = 12; width < 60; width++) {
      const drawn = await line(style, width)
      const [before, after] = [drawn.indexOf("#"), width - 1 - drawn.lastIndexOf("#")]
      assert.ok(Math.abs(before - after) <= 1, `${style} ${width}: ${drawn}`)
      assert.ok(drawn.includes("#.") && !drawn.includes("#####"), drawn)
    }
  }
  assert.is(await line("dashed", 18), "####...####...####")
  assert.is(
    (await rows(row({}, rule({ style: "dotted", thickness: 2 })), 3, 8)).join("/"),
    "##./##./.../.../.../.../##./##.",
  )
})

test("fills a bar by its value", async () => {
  const page = async (value: number): Promise<string[]> => rows(column({}, progress(value)), 14, 6)
  assert.equal(await page(0.5), [
    "##############",
    "#............#",
    "#.#####......#",
    "#.#####......#",
    "#............#",
    "##############",
  ])
  assert.equal(await page(0), await page(-1))
  assert.equal(await page(1), await page(7))
  assert.is((await page(1))[2], "#.##########.#")
})

test("fills a thin bar too", async () => {
  for (const height of [1, 2, 3, 4]) {
    const ink = async (value: number): Promise<number> =>
      inks(await painted(column({}, progress(value, { height })), { width: 100, height: 10 }))[0]!
    const [none, half, full] = [await ink(0), await ink(0.5), await ink(1)] as [number, number, number]
    assert.ok(none < half && half < full, `${height} px: ${none}, ${half}, ${full}`)
  }
})

test("hands ink down to what names none", async () => {
  const scene = row(
    { ink: "red" },
    text("A", { px: 20 }),
    column({ ink: "yellow" }, text("B", { px: 20 }), icon("sun", 24)),
    text("C", { px: 20, ink: "black" }),
  )
  const bitmap = await painted(scene, { width: 200, height: 60, palette: BWRY })
  assert.equal(
    inks(bitmap, 0, 0, 13).map((count) => count > 0),
    [false, true, false, true],
  )
  assert.equal(
    inks(bitmap, 14, 0, 38).map((count) => count > 0),
    [false, true, true, false],
  )
  assert.equal(
    inks(bitmap, 40, 0, 60).map((count) => count > 0),
    [true, true, false, false],
  )
})

test("paints white on black, and the last paint over the first", async () => {
  const white = await painted(column({ fill: "black", ink: "white" }, text("Hg", { px: 20 })), {
    width: 64,
    height: 30,
  })
  const black = await painted(column({}, text("Hg", { px: 20 })), { width: 64, height: 30 })
  assert.is(
    Buffer.compare(
      white.data.map((byte) => ~byte & 255),
      black.data,
    ),
    0,
  )
  const over = await painted(
    stack(
      {},
      column({ fill: "red" }),
      column({ padding: 5 }, column({ grow: 1, fill: "yellow" })),
      text("H", { px: 20 }),
    ),
    { width: 40, height: 30, palette: BWRY },
  )
  assert.is(pixel(over, 0, 0), 3)
  assert.is(pixel(over, 30, 15), 2)
  assert.ok(inks(over)[0]! > 10)
})

test("draws in black what the panel has no ink for", async () => {
  const scene = column({}, text("Sunday", { ink: "red" }), rule({ ink: "yellow" }))
  const plain = await painted(column({}, text("Sunday"), rule()))
  assert.is(Buffer.compare((await painted(scene)).data, plain.data), 0)
})

test("draws icons at their own sizes, in the middle of their square", async () => {
  for (const px of [12, 16, 24, 32, 48]) {
    const { left, top, right, bottom } = inkBox(
      await painted(column({ padding: 10, align: "start" }, icon("sun", px)), { width: 100, height: 100 }),
    )!
    assert.ok(left >= 10 && top >= 10 && right <= 10 + px && bottom <= 10 + px, `${px}`)
    assert.ok(right - left > px * 0.6)
    assert.ok(
      Math.abs((left + right) / 2 - (10 + px / 2)) <= 1 && Math.abs((top + bottom) / 2 - (10 + px / 2)) <= 1,
      `${px}: ${left} to ${right}, ${top} to ${bottom}`,
    )
  }
  try {
    await painted(column({}, icon("no-such-icon", 24)))
    assert.unreachable("an unknown icon is an error")
  } catch (error) {
    assert.match((error as Error).message, /no icon "no-such-icon"/)
  }
})

test("centres the ink of one big word or numeral within a pixel", async () => {
  for (const words of ["21", "7", "g", "静", "Ag", "“I”", "11"]) {
    for (const [width, height] of [
      [400, 300],
      [297, 129],
    ] as const) {
      const scene = column(
        { justify: "center", align: "center" },
        text(words, { px: 80, family: "serif", trim: "ink", lines: 1 }),
      )
      const { left, top, right, bottom } = inkBox(await painted(scene, { width, height }))!
      assert.ok(Math.abs(left - (width - right)) <= 1, `${words}: ${left} left, ${width - right} right`)
      assert.ok(Math.abs(top - (height - bottom)) <= 1, `${words}: ${top} above, ${height - bottom} below`)
    }
  }
})

test("aligns a text in its box, from the right where it reads from there", async () => {
  const at = async (words: string, align: "start" | "center" | "end"): Promise<string> => {
    const { left, right } = inkBox(
      await painted(column({}, text(words, { px: 20, align })), { width: 200, height: 40 }),
    )!
    return left < 4
      ? "left"
      : right > 196
        ? "right"
        : Math.abs(left + right - 200) <= 3
          ? "middle"
          : `${left} to ${right}`
  }
  assert.equal(
    [await at("word", "start"), await at("word", "center"), await at("word", "end")],
    ["left", "middle", "right"],
  )
  assert.equal(
    [await at("שלום", "start"), await at("שלום", "center"), await at("שלום", "end")],
    ["right", "middle", "left"],
  )
  const two = await painted(column({}, text("שלום עולם\nכן", { px: 20 })), { width: 200, height: 60 })
  assert.ok(inkBox(two)!.right > 196)
})

test("paints nothing outside the box of a text, whatever is in it", async () => {
  const box = text("Ễ gÇ(Q| ที่ مُحَمَّد 😀 fjord ".repeat(9), { px: 23, leading: 0.8 })
  const bitmap = await painted(column({ padding: 30 }, box), { width: 200, height: 120 })
  const { left, top, right, bottom } = inkBox(bitmap)!
  assert.ok(left >= 30 && top >= 30 && right <= 170 && bottom <= 90, `${left} ${top} ${right} ${bottom}`)
})

test("paints the same each time, with warm caches and cold", async () => {
  const scene = column(
    { padding: 10 },
    text("The same each time 每次一样", { role: "title", fit: "shrink" }),
    icon("sun", 24),
    progress(0.3),
  )
  const first = await painted(scene)
  for (let i = 0; i < 300; i++)
    await painted(column({}, text(`${i} other words on other pages `.repeat(20), { px: 12 + (i % 20) })))
  assert.is(Buffer.compare((await painted(scene)).data, first.data), 0)
})

test("draws a border round what stands under the box, not over it", async () => {
  const inside = (radius: number): SceneNode =>
    column({ fill: "black", padding: 1 }, column({ grow: 1, border: 1, radius, ink: "white" }))
  assert.equal(await rows(inside(0), 6, 6), ["######", "#....#", "#.##.#", "#.##.#", "#....#", "######"])
  assert.equal((await rows(inside(2), 8, 7)).slice(0, 4), ["########", "##....##", "#.####.#", "#.####.#"])
  assert.equal(await rows(stack({}, column({ fill: "red" }), column({ border: 1 })), 4, 3, BWRY), [
    "####",
    "#rr#",
    "####",
  ])
})

test("rounds no more than half of the shorter side", async () => {
  const page = await rows(column({ fill: "black", radius: 40 }), 40, 30)
  assert.equal(page.slice(13, 17), ["#".repeat(40), "#".repeat(40), "#".repeat(40), "#".repeat(40)])
  assert.equal(page, await rows(column({ fill: "black", radius: 15 }), 40, 30))
})

test("draws border and fill of the same ink as a fill alone, at any thickness and radius", async () => {
  for (const border of [1, 2, 3, 7, 12]) {
    for (const radius of [0, 1, 2, 5, 9, 30]) {
      const [both, fill] = [column({ border, radius, fill: "black" }), column({ radius, fill: "black" })]
      assert.equal(await rows(both, 33, 25), await rows(fill, 33, 25), `${border} round ${radius}`)
    }
  }
})

test("draws a short rule as a third of the length, in the middle, lying and standing", async () => {
  assert.equal(await rows(column({}, rule({ style: "short" })), 12, 1), ["....####...."])
  assert.is((await rows(row({}, rule({ style: "short" })), 1, 12)).join(""), "....####....")
  assert.is(
    (await rows(column({}, row({}, column({ width: 1, height: 9 }), rule({ style: "short" }))), 2, 9))
      .map((each) => each[1])
      .join(""),
    "...###...",
  )
})

test("draws a short rule whole at a length that it is given", async () => {
  assert.equal(await rows(column({}, rule({ style: "short", width: 6 })), 8, 1), ["######.."])
  assert.is((await rows(row({}, rule({ style: "short", height: 6, self: "start" })), 1, 8)).join(""), "######..")
})

test("draws rules that have hardly any room, or none", async () => {
  for (const style of ["solid", "dashed", "dotted", "short"] as const) {
    assert.equal(
      await rows(
        column({}, row({}, rule({ style })), rule({ style, thickness: 0 }), column({ width: 0 }, rule({ style }))),
        3,
        2,
      ),
      ["...", "..."],
      style,
    )
    assert.equal(
      await rows(column({}, column({ width: 2, height: 1 }, rule({ style, width: 2 }))), 3, 1),
      [style === "dotted" ? "#.." : "##."],
      style,
    )
  }
})

test("gives a node that stands in two places the ink of each", async () => {
  const line = rule({ thickness: 1 })
  const scene = column({ ink: "red" }, column({ ink: "yellow" }, line), line)
  assert.equal(await rows(scene, 2, 2, BWRY), ["yy", "rr"])
})

test("paints ink whole or not at all where there is not its height", async () => {
  for (let height = 1; height < 70; height++) {
    const drawn = inkBox(
      await painted(column({}, column({ height }, text("Hg", { px: 64, trim: "ink", lines: 1 }))), {
        width: 120,
        height: 80,
      }),
    )
    assert.ok(height < 59 ? drawn === undefined : drawn && drawn.bottom - drawn.top >= 59, `${height}`)
  }
})

test("paints ink whole or not at all where it reaches out above", async () => {
  for (let height = 20; height < 60; height++) {
    const numeral = column(
      { height: 60, shrink: 0, justify: "center" },
      text("21", { px: 40, trim: "ink", lines: 1, shrink: 0 }),
    )
    const drawn = inkBox(
      await painted(column({}, column({ height, justify: "end" }, numeral)), { width: 60, height: 80 }),
    )
    assert.ok(drawn === undefined || drawn.bottom - drawn.top >= 28, `${height}`)
  }
})

test("paints lines whole or not at all where they reach out above or below", async () => {
  for (const justify of ["start", "center", "end"] as const) {
    for (let height = 1; height < 60; height++) {
      const bitmap = await painted(
        column({}, column({ height, justify }, ...["H", "H", "H"].map((each) => text(each, { px: 13 })))),
        { width: 20, height: 60 },
      )
      const inked = Array.from({ length: 60 }, (_, y) => inks(bitmap, 0, y, 20, y + 1)[0]! > 0)
      const heights = inked
        .map(Number)
        .join("")
        .split("0")
        .map(({ length }) => length)
        .filter(Boolean)
      assert.ok(
        heights.every((each) => each === 9),
        `${justify} in ${height}: ${heights}`,
      )
    }
  }
})

test("sets what stands among Han upright, and other text in italic", async () => {
  const page = async (text: string, slant: "roman" | "italic"): Promise<readonly string[]> =>
    picture(await painted({ type: "text", text, slant, family: "serif", px: 24 }, { width: 200, height: 60 }))
  assert.equal(await page("2027年1月9日", "italic"), await page("2027年1月9日", "roman"))
  assert.not.equal(await page("9 January 2027", "italic"), await page("9 January 2027", "roman"))
})

test("mirrors bars, strokes and walls of marks on a page that reads from the right", async () => {
  const kinds: readonly SceneNode[] = [
    progress(0.3, { height: 12 }),
    progress(0.3, { height: 3 }),
    { type: "strokes", count: 40, done: 13, height: 20 },
    { type: "marks", columns: 7, states: "##o.x", height: 40, width: 200, shrink: 0 },
  ]
  for (const node of kinds) {
    const drawn = async (language: string): Promise<string[]> =>
      picture(await painted(column({}, node), { width: 200, height: 60, language, palette: BWRY }))
    const english = await drawn("en")
    assert.ok(
      english.some((each) => each !== each.split("").toReversed().join("")),
      node.type,
    )
    assert.equal(
      await drawn("he"),
      english.map((each) => each.split("").toReversed().join("")),
      node.type,
    )
  }
})

test("keeps the words of mirrored nodes readable", async () => {
  const node: SceneNode = { type: "strokes", count: 12, done: 3, names: ["IV", "", ""], starts: [0], height: 40 }
  const drawn = async (language: string): Promise<string> => {
    const page = await painted(column({}, node), { width: 200, height: 40, language })
    const { left, right } = inkBox({ ...page, height: 12, data: page.data.slice(28 * page.stride) })!
    return picture(page)
      .slice(28)
      .map((each) => each.slice(left, right))
      .join("\n")
  }
  assert.is(await drawn("he"), await drawn("en"))
})

test.run()
