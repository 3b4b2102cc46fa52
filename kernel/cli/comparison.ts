import { column, DITHERS, text } from "platen/sdk"
import type { Bitmap } from "platen/sdk"
import type { App } from "../app.js"
import { BW } from "platen/sdk"
import { fullColourPng } from "../codecs/full-colour.js"
import { paint } from "../scene/paint.js"
import { dithered } from "./dither.js"

/** Pixels of one picture on the sheet. */
const WIDTH = 240
const HEIGHT = 180
const GAP = 8
const LABEL = 18

export interface PictureFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Every picture in every palette (rows) by every method (columns), in colours as they look on the glass. A PNG. */
export async function comparison(app: App, files: readonly PictureFile[]): Promise<Uint8Array> {
  const palettes = app.registry.palettes.list()
  const rows = files.flatMap((file) => palettes.map((palette) => ({ file, palette })))
  const sheet = blank(GAP + (WIDTH + GAP) * DITHERS.length, GAP + (HEIGHT + LABEL + GAP) * rows.length)
  for (const [r, { file, palette }] of rows.entries()) {
    for (const [c, method] of DITHERS.entries()) {
      const [left, top] = [GAP + c * (WIDTH + GAP), GAP + r * (HEIGHT + LABEL + GAP)]
      lay(sheet, label(app, `${file.name}  ${palette.id}  ${method}`), left, top, false)
      lay(
        sheet,
        await dithered(app, file.bytes, {
          width: WIDTH,
          height: HEIGHT,
          palette,
          method,
          fit: "cover",
          levels: "auto",
        }),
        left,
        top + LABEL,
        true,
      )
    }
  }
  return fullColourPng(sheet.rgba, sheet.width, sheet.height)
}

interface Sheet {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

function blank(width: number, height: number): Sheet {
  return { width, height, rgba: new Uint8Array(width * height * 4).fill(255) }
}

function label(app: App, words: string): Bitmap {
  return paint(
    column({ justify: "center" }, text(words, { px: 11, lines: 1 })),
    WIDTH,
    LABEL,
    BW,
    app.drawing.env({ width: WIDTH, height: LABEL, language: "en" }),
  )
}

/** A bitmap in its colours, measured ones where `glass` and somebody measured. */
function lay(
  sheet: Sheet,
  { width, height, bits, stride, palette, data }: Bitmap,
  left: number,
  top: number,
  glass: boolean,
): void {
  const mask = (1 << bits) - 1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = x * bits
      const { rgb, measured } = palette.entries[(data[y * stride + (at >> 3)]! >> (8 - bits - (at & 7))) & mask]!
      sheet.rgba.set(glass ? (measured ?? rgb) : rgb, ((top + y) * sheet.width + left + x) * 4)
    }
  }
}
