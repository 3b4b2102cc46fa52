import { AREAS } from "platen/sdk/http"
import { pageMargin, screenClass } from "platen/sdk/mode"
import type { Battery, Area } from "platen/sdk/http"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import { numberMode } from "./bars.js"
import { underBoth } from "./core-stage.js"
import type { Core } from "./core-stage.js"
import { load } from "./test-modes.js"

/** The core document, "Battery mapping". */
const test = suite("editions/core: battery")
const both = underBoth(test, ({ stage }) => load(stage, numberMode("BARE", 5)))

/** The middle of each step. */
const STEPS = [
  { volts: "3.50", percent: 100 },
  { volts: "3.35", percent: 70 },
  { volts: "3.25", percent: 40 },
  { volts: "3.00", percent: 10 },
] as const

for (const [v, percent] of [
  ["3.40", 100],
  ["3.4", 100],
  ["3.4001", 100],
  ["4.2", 100],
  ["999999999", 100],
  ["999999999999999", 100],
  ["3.3999", 70],
  ["3.399999999", 70],
  ["3.30", 70],
  ["3.3", 70],
  ["3.3001", 70],
  ["3.2999", 40],
  ["3.299999999", 40],
  ["3.20", 40],
  ["3.2", 40],
  ["3.1999", 10],
  ["3.199999999", 10],
  ["3", 10],
  ["0.001", 10],
  ["0", 10],
  ["-0", 10],
  ["-0.1", 10],
  ["-3.5", 10],
  ["-999999999", 10],
] as const) {
  both(`draws the battery at ${percent} % for ${v} V`, async (core) => {
    assert.is(battery(core, Number(v)).percent, percent)
    const step = STEPS.find((each) => each.percent === percent)!
    for (const route of ["render", "preview"]) {
      const [drawn, expected] = [
        await core.at(`/api/${route}?w=296&h=128&v=${v}`),
        await core.at(`/api/${route}?w=296&h=128&v=${step.volts}`),
      ]
      assert.equal([drawn.status, drawn.body.equals(expected.body)], [200, true], route)
    }
  })
}

for (const [w, h, icon] of [
  [296, 128, 12],
  [400, 300, 12],
  [648, 480, 16],
  [800, 480, 16],
  [1600, 1200, 24],
] as const) {
  both(`draws four icons on ${w} x ${h} that differ from one another, and nothing else`, async ({ at }) => {
    const pages = await Promise.all(
      STEPS.map(async ({ volts }) => bmpPixels((await at(`/api/render?v=${volts}&w=${w}&h=${h}`)).body).colours),
    )
    const bar = Math.ceil(h * 0.13)
    const right = w - pageMargin(screenClass(w, h))
    const icons = pages.map((page) => part(page, w, { left: right - icon, right, bottom: bar }))
    assert.is(new Set(icons).size, 4, "each step has an icon of its own")
    assert.ok(
      icons.every((each) => each.includes("0")),
      "and none is empty",
    )
    assert.is(
      new Set(pages.map((page) => part(page, w, { left: right, right: w, bottom: bar }))).size,
      1,
      "behind it stands nothing",
    )
    assert.is(
      new Set(pages.map((page) => part(page, w, { left: 0, right: w / 2, bottom: bar }))).size,
      1,
      "the rest of the line stays",
    )
    assert.is(new Set(pages.map((page) => page.subarray(w * bar).join())).size, 1, "and so does the page")
  })
}

for (const [colors, inks] of [
  [4, ["black", "black", "yellow", "red"]],
  [3, ["black", "black", "black", "red"]],
  [2, ["black", "black", "black", "black"]],
] as const) {
  both(`draws the battery in ${inks.join(", ")} with ${colors} inks`, async ({ at }) => {
    const drawn = await Promise.all(
      STEPS.map(async ({ volts }) => {
        const { colours } = pngPixels((await at(`/api/preview?persona=MEMO&v=${volts}&colors=${colors}`)).body)
        return colours.includes(0xc80000) ? "red" : colours.includes(0xe8b000) ? "yellow" : "black"
      }),
    )
    assert.equal(drawn, inks)
  })
}

both("warns of a low battery on a page without a status line, and only then", async ({ render }) => {
  const page = async (v: string): Promise<Buffer> => (await render(`persona=BARE&v=${v}`)).body
  assert.ok((await page("3.50")).equals(await page("3.20")))
  assert.not.ok((await page("3.1999")).equals(await page("3.20")))
})

both("names an icon that there is for every step", async (core) => {
  const { typesetter } = core.stage.app.engine.rasterizer.env({ width: 400, height: 300, language: "en" })
  const icons = STEPS.map(({ volts }) => battery(core, Number(volts)).icon)
  assert.is(new Set(icons).size, 4)
  for (const icon of icons) assert.ok(icon !== undefined && typesetter.book.hasIcon(icon), icon)
})

function battery({ stage }: Core, volts: number): Battery {
  return (stage.app.get(AREAS).get("core") as Area).battery(volts)
}

/** A corner of the top of a page as text: "0" for ink, "1" for paper. */
function part(
  colours: Uint32Array,
  width: number,
  { left, right, bottom }: { readonly left: number; readonly right: number; readonly bottom: number },
): string {
  return Array.from({ length: bottom }, (_, y) =>
    Array.from(colours.subarray(y * width + left, y * width + right), (colour) => (colour === 0 ? "0" : "1")).join(""),
  ).join("\n")
}

test.run()
