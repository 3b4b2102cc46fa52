import { DITHERS } from "platen/sdk/drawing"
import { column, text } from "platen/sdk/mode"
import type { Bitmap, Palette, Rasterizer } from "platen/sdk/drawing"
import { inkAt } from "./bitmap.js"
import { dithered } from "./dithered.js"
import type { DitherNeeds } from "./dithered.js"
import { fullColourPng } from "./full-colour.js"

/** Pixels of one picture on the sheet. */
const WIDTH = 240
const HEIGHT = 180
const GAP = 8
const LABEL = 18

export interface PictureFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** PNG sheet of every picture in every palette (rows) by every method (columns), in measured colours. */
export async function comparison(
  needs: DitherNeeds,
  palettes: readonly Palette[],
  files: readonly PictureFile[],
): Promise<Uint8Array> {
  const rows = files.flatMap((file) => palettes.map((palette) => ({ file, palette })))
  const sheet = blank(GAP + (WIDTH + GAP) * DITHERS.length, GAP + (HEIGHT + LABEL + GAP) * rows.length)
  for (const [r, { file, palette }] of rows.entries()) {
    for (const [c, method] of DITHERS.entries()) {
      const [left, top] = [GAP + c * (WIDTH + GAP), GAP + r * (HEIGHT + LABEL + GAP)]
      lay(sheet, label(needs.rasterizer, `${file.name}  ${palette.id}  ${method}`), left, top, false)
      lay(
        sheet,
        await dithered(needs, file.bytes, {
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

function label(rasterizer: Rasterizer, words: string): Bitmap {
  const page = column({ justify: "center" }, text(words, { px: 11, lines: 1 }))
  return rasterizer.paint(page, { width: WIDTH, height: LABEL, palette: "bw", language: "en" })
}

/** Copies a bitmap into the sheet, in measured colours when `isMeasured` and the palette has them. */
function lay(sheet: Sheet, bitmap: Bitmap, left: number, top: number, isMeasured: boolean): void {
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width; x++) {
      const { rgb, measured } = bitmap.palette.entries[inkAt(bitmap, x, y)]!
      sheet.rgba.set(isMeasured ? (measured ?? rgb) : rgb, ((top + y) * sheet.width + left + x) * 4)
    }
  }
}
