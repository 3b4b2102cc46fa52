import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import type { Bitmap } from "platen/sdk/drawing"
import { PNG } from "pngjs"
import { png } from "../../plugins/pages/codecs/png.js"

/** Beside the sources: the goldens are committed. */
const FOLDER = new URL("../../../test/pictures/", import.meta.url)
/** Where a difference is laid out to be looked at; not committed. */
const DIFFERENCES = new URL("../../../build/pictures/", import.meta.url)

/**
 * Compares a page with test/pictures/NAME.png, pixel by pixel (files differ between versions of zlib). With UPDATE=1 in the
 * environment the golden is written instead. Throws Error that says how many pixels differ and where expected, actual
 * and their difference lie side by side.
 */
export function golden(name: string, bitmap: Bitmap): void {
  const file = new URL(`${name}.png`, FOLDER)
  const bytes = png.encode(bitmap)
  if (process.env.UPDATE === "1") {
    writeFileSync(file, bytes)
    return
  }
  if (!existsSync(file)) throw new Error(`There is no golden ${name}.png: run with UPDATE=1, then look at it.`)
  const known = readFileSync(file)
  if (known.equals(bytes)) return
  const expected = PNG.sync.read(known)
  const actual = PNG.sync.read(Buffer.from(bytes))
  const count = differing(expected, actual)
  if (count === 0) return
  mkdirSync(DIFFERENCES, { recursive: true })
  const shown = new URL(`${name}.png`, DIFFERENCES)
  writeFileSync(shown, PNG.sync.write(sideBySide(expected, actual)))
  throw new Error(
    `${name} differs from its golden in ${count} pixels: expected, actual and difference are in ${fileURLToPath(shown)}.`,
  )
}

function differing(a: PNG, b: PNG): number {
  if (a.width !== b.width || a.height !== b.height) return Math.max(a.width * a.height, b.width * b.height)
  let count = 0
  for (let i = 0; i < a.data.length; i += 4) if (a.data.readUInt32BE(i) !== b.data.readUInt32BE(i)) count++
  return count
}

function sideBySide(expected: PNG, actual: PNG): PNG {
  const width = Math.max(expected.width, actual.width)
  const height = Math.max(expected.height, actual.height)
  const sheet = new PNG({ width: width * 3 + 16, height })
  sheet.data.fill(0x80)
  PNG.bitblt(expected, sheet, 0, 0, expected.width, expected.height, 0, 0)
  PNG.bitblt(actual, sheet, 0, 0, actual.width, actual.height, width + 8, 0)
  for (let y = 0; y < Math.min(expected.height, actual.height); y++) {
    for (let x = 0; x < Math.min(expected.width, actual.width); x++) {
      const same =
        expected.data.readUInt32BE((y * expected.width + x) * 4) ===
        actual.data.readUInt32BE((y * actual.width + x) * 4)
      sheet.data.writeUInt32BE(same ? 0xffffffff : 0xff0000ff, (y * sheet.width + width * 2 + 16 + x) * 4)
    }
  }
  return sheet
}
