import { createRequire } from "node:module"
import { column } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { Invalid } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { describe } from "../../../../kernel/engine/scene/describe.js"
import { lint } from "../../../../kernel/lint/lint.js"
import { NodeKinds } from "../../../../kernel/engine/scene/node-kinds.js"
import qr from "../../../../plugins/pages/nodes/qr.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"
import { compiled, SPEC, viewContext } from "../modes-json/specs.js"
import { inkBox, painted, pixel, sceneEnv } from "../../../setting.js"

const test = suite("nodes/qr")
const URL_TEXT = "https://platen.example/config?prefer_mac=AA:BB:CC:DD:EE:FF&code=ABCD2345"
const code = (text: string): SceneNode => ({ type: "qr", text })

test("draws modules of whole pixels in the middle of its box, with a quiet zone of four", async () => {
  const bitmap = await painted(column({}, code(URL_TEXT)), { width: 200, height: 160 })
  const box = inkBox(bitmap)!
  const side = box.right - box.left
  assert.is(box.bottom - box.top, side)
  assert.ok(Math.abs(box.left + box.right - 200) <= 1 && Math.abs(box.top + box.bottom - 160) <= 1)
  // The three finder patterns are seven modules wide.
  let finder = 0
  while (pixel(bitmap, box.left + finder, box.top) === 0) finder++
  const px = finder / 7
  assert.ok(Number.isInteger(px) && px >= 2, `${px} pixels a module`)
  assert.is((side / px - 17) % 4, 0, "the side of a version")
  assert.ok(box.left >= 4 * px && box.top >= 4 * px, "quiet zone")
})

test("draws on white, whatever is below, and in the ink of its box", async () => {
  const bitmap = await painted(
    { type: "stack", children: [column({ fill: "black" }), code("white on black")] },
    { width: 100, height: 100 },
  )
  assert.is(pixel(bitmap, 0, 0), 0)
  let margin = 0
  while (pixel(bitmap, margin, 50) === 0) margin++
  assert.ok(margin > 0 && margin < 20, "black, then the quiet zone")
  for (let x = margin; x < margin + 8; x++) assert.is(pixel(bitmap, x, 50), 1, "the quiet zone is white")
})

test("holds what a reader finds in it", async () => {
  // The encoder's own table, read back: dark modules of the drawing are those of the code.
  const make = createRequire(import.meta.url)("qrcode-generator") as (
    version: number,
    level: string,
  ) => {
    addData(text: string, mode: string): void
    make(): void
    getModuleCount(): number
    isDark(r: number, c: number): boolean
  }
  const text = "platen"
  const bitmap = await painted(column({}, code(text)), { width: 87, height: 87 })
  const levels = ["H", "Q", "M", "L"].map((level) => {
    const made = make(0, level)
    made.addData(text, "Byte")
    made.make()
    return made
  })
  const box = inkBox(bitmap)!
  const fits = levels.find((made) => {
    const side = made.getModuleCount()
    const px = (box.right - box.left) / side
    return Array.from({ length: side * side }, (_, i) => [Math.floor(i / side), i % side] as const).every(
      ([row, at]) =>
        (pixel(bitmap, box.left + at * px + (px >> 1), box.top + row * px + (px >> 1)) === 0) === made.isDark(row, at),
    )
  })
  assert.ok(fits)
})

test("is checked: its text, and what it has no field for", async () => {
  for (const wrong of [{ type: "qr" }, { type: "qr", text: "x".repeat(501) }, { type: "qr", text: "x", size: 4 }]) {
    const thrown = await painted(column({}, wrong as unknown as SceneNode)).then(
      () => undefined,
      (error: unknown) => error,
    )
    assert.instance(thrown, Invalid)
    assert.match((thrown as Error).message, /^The node "qr" cannot be drawn: /)
  }
})

test("is reported where it is too small to be scanned, and is no text", async () => {
  const page = column({}, { ...code(URL_TEXT), width: 40, height: 40 } as SceneNode)
  const findings = lint(page, 200, 200, BW, await sceneEnv(200, 200))
  assert.equal(
    findings.map(({ rule }) => rule),
    ["node"],
  )
  assert.match(findings[0]!.message, /cannot be scanned in 40 x 40 pixels: give it \d+ x \d+/)
  assert.equal(lint(column({}, code(URL_TEXT)), 200, 200, BW, await sceneEnv(200, 200)), [])
  assert.is(describe(page, new NodeKinds([qr])), "")
})

test("is a node of JSON modes, with templates", () => {
  const mode = compiled({
    ...SPEC,
    view: { type: "qr", text: "https://example.org/{{ quote }}", width: 80, ink: "red" },
  })
  const { body } = mode.view({ quote: "First" } as never, viewContext())
  assert.equal(body, { type: "qr", text: "https://example.org/First", width: 80, ink: "red" })
})

test("names the fault of a node of a JSON mode", () => {
  const issues = (view: object): readonly (readonly [string, string])[] => {
    try {
      compiled({ ...SPEC, view })
    } catch (error) {
      return ((error as Invalid).issues ?? []).map(({ path, message }) => [path, message] as const)
    }
    return []
  }
  assert.equal(issues({ type: "qr", text: "x", side: 3 })[0]![0], "view")
  assert.equal(issues({ type: "qr" })[0]![0], "view.text")
  const long = `{{ quote }}${"x".repeat(600)}`
  assert.match(issues({ type: "qr", text: long })[0]!.join(" "), /^view\.text must have at most 500 characters/)
})

test.run()
