import { SetupError } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Codec, Palette, Panel } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { checkPanels } from "../../../plugins/pages/panels/check.js"
import { BW, palettes } from "../../../plugins/pages/panels/palettes.js"

const test = suite("panels")

function catalog<T extends { readonly id: string }>(...all: readonly T[]): Catalog<T> {
  return { list: () => all, get: (id: string) => all.find((each) => each.id === id) } as Catalog<T>
}

const codec: Codec = { id: "bmp", type: "image/bmp", encode: () => new Uint8Array() }
const panel: Panel = { id: "mine", title: "Mine", width: 10, height: 10, palette: "bw", codec: "bmp" }
const check = (panels: readonly Panel[], ...all: readonly Palette[]): void =>
  checkPanels(catalog(...panels), catalog(...all), catalog(codec))

test("takes panels whose palette and codec there are", () => check([panel], ...palettes))

test("refuses a panel without its palette or codec, and names both", () => {
  for (const [wrong, says] of [
    [{ ...panel, palette: "seven" }, /"mine".*palette "seven"/],
    [{ ...panel, codec: "tiff" }, /"mine".*codec "tiff"/],
  ] as const)
    assert.throws(
      () => check([wrong], ...palettes),
      (error: unknown) => error instanceof SetupError && says.test(error.message),
    )
})

test("takes a tone curve that rises from 0 to 1", () => {
  for (const toneCurve of [
    [0, 1],
    [0, 0.2, 0.6, 1],
  ])
    check([panel], { ...BW, toneCurve })
})

test("refuses any other tone curve, and names its palette", () => {
  for (const toneCurve of [[], [0], [1], [0.1, 1], [0, 0.9], [0, 0.5, 0.5, 1], [0, 0.6, 0.4, 1], [0, Number.NaN, 1]])
    assert.throws(
      () => check([panel], { ...BW, toneCurve }),
      (error: unknown) => error instanceof SetupError && /toneCurve.*"bw"/.test(error.message),
      JSON.stringify(toneCurve),
    )
})

test.run()
