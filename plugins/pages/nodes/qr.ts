import { z } from "platen/sdk"
import { defineNode } from "platen/sdk/drawing"
import type { Qr } from "platen/sdk/mode"
import { MAX_TEXT, qrCode } from "./qr-code.js"

/** Width of the quiet zone around a code, in modules. Source: ISO/IEC 18004, 5.3.8. */
const QUIET = 4
/** Pixels of a module below which cameras fail. */
const MIN_MODULE = 2

/** Side of a module in pixels in a box; 0 where the code does not fit. */
function moduleSize(side: number, width: number, height: number): number {
  return Math.floor(Math.min(width, height) / (side + 2 * QUIET))
}

/** A QR code: square, with modules of whole pixels, as large as its box allows. */
export default defineNode<Qr>({
  type: "qr",
  module: import.meta.url,
  schema: z.strictObject({
    text: z.string().max(MAX_TEXT, `must have at most ${MAX_TEXT} characters: a longer code cannot be scanned`),
  }),
  paint: ({ text }, painter) => {
    const { width, height } = painter
    const code = qrCode(text)
    const modules = code.side + 2 * QUIET
    const px = moduleSize(code.side, width, height)
    if (px < 1) return
    const [x, y] = [(width - px * modules) >> 1, (height - px * modules) >> 1]
    painter.fill(x, y, x + px * modules, y + px * modules, "white")
    for (let row = 0; row < code.side; row++) {
      for (let column = 0; column < code.side; column++) {
        if (!code.dark(row, column)) continue
        const [left, top] = [x + (column + QUIET) * px, y + (row + QUIET) * px]
        painter.fill(left, top, left + px, top + px)
      }
    }
  },
  lint: ({ text }, { width, height }) => {
    const { side } = qrCode(text)
    if (moduleSize(side, width, height) >= MIN_MODULE) return []
    const needed = MIN_MODULE * (side + 2 * QUIET)
    return [
      `The QR code of ${text.length} characters cannot be scanned in ${width} x ${height} pixels: give it ${needed} x ${needed}, or fewer characters.`,
    ]
  },
})
