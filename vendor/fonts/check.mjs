/**
 * Checks the fonts that make.py made, with the server's own rasteriser and shaper.
 *
 *     node vendor/fonts/check.mjs [--dump FOLDER] [--fonts FOLDER] [--root FOLDER]
 *
 * `--dump`: the folder of `make.py --dump`; each glyph must be the source bitmap, bit for bit.
 * `--fonts`: the folder that holds `plugins` and `packages`, default the root.
 * `--root`: the project with `dist`, default the one this file is in.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { parseArgs } from "node:util"

const [MAX_BYTES, MAX_COLLECTION_BYTES] = [2 << 20, 4 << 20]
const PLUGINS = /^(x11|text|brush|caslon|noto-(sans|scripts|serif-sc))$/
const PACKAGES = /^(scripts|han)$/

const { values } = parseArgs({
  options: { dump: { type: "string" }, fonts: { type: "string" }, root: { type: "string" } },
})
const root = values.root ?? fileURLToPath(new URL("../..", import.meta.url))
const plugins = join(values.fonts ?? root, "plugins/fonts")
const world = join(values.fonts ?? root, "packages/fonts-world")
const engine = (name) => import(pathToFileURL(join(root, "dist/kernel/engine/text", name)).href)
const { freetype } = await engine("raster.js")
const { packedParts } = await import(pathToFileURL(join(root, "dist/kernel/font-files/unpacked.js")).href)
const { codePointsOf, shaper } = await engine("shape.js")
const open = await freetype()
const faults = []
/** Fillers of Hangul, which have no ink. */
const BLANK_LETTERS = new Set([0x115f, 0x1160, 0x3164, 0xffa0])

let fonts = 0
for (const [within, names] of [
  [plugins, PLUGINS],
  [world, PACKAGES],
]) {
  for (const folder of existsSync(within) ? readdirSync(within).filter((name) => names.test(name)) : []) {
    for (const file of readdirSync(join(within, folder)).filter((name) => /\.woff2?$/.test(name))) {
      fonts += checkFile(within, `${folder}/${file}`)
    }
  }
}
const strikes = values.dump ? readdirSync(values.dump).map((file) => checkStrike(join(values.dump, file))) : []
const glyphs = strikes.reduce((sum, count) => sum + count, 0)
const summary = `${fonts} fonts shaped; ${strikes.length} strikes, ${glyphs} glyphs compared; ${faults.length} faults`
process.stdout.write(`${[summary, ...faults.slice(0, 40)].join("\n")}\n`)
process.exitCode = faults.length > 0 ? 1 : 0

/** Checks the fonts of a file; returns their number. */
function checkFile(within, name) {
  const file = join(within, name)
  const { size } = statSync(file)
  let number = 0
  for (; has(fontAt(file, number)); number++) checkShaping(`${name}#${number}`, packedParts(fontAt(file, number)))
  if (size > (number > 1 ? MAX_COLLECTION_BYTES : MAX_BYTES)) faults.push(`${name} has ${size} bytes`)
  return number
}

function fontAt(file, number) {
  return new URL(`#${number}`, pathToFileURL(file))
}

function has(font) {
  try {
    return packedParts(font).outlines().size > 0
  } catch (error) {
    if (/has no font/.test(error.message)) return false
    throw error
  }
}

/** Shapes every character of a font on its own: none may be missing, and letters must have ink. */
function checkShaping(name, font) {
  const raster = open(font.outlines())
  const tables = font.shaping()
  const face = shaper(tables, (id, px) => raster.glyph(id, px))
  // A copy: the list is in memory that grows while glyphs are drawn.
  for (const code of codePointsOf(tables).slice()) {
    const text = String.fromCodePoint(code)
    const options = { px: 32, rightToLeft: false, language: "en", tabular: false }
    const shaped = face.shape(text, 0, text.length, options)
    if (raster.index(code) === 0) faults.push(`${name} has no glyph for U+${code.toString(16)}`)
    if (/\p{L}/u.test(text) && !BLANK_LETTERS.has(code) && !shaped.glyphs.some(({ height }) => height > 0))
      faults.push(`${name} draws nothing for U+${code.toString(16)}`)
  }
  raster.free()
}

/** Compares the glyphs of a font with the bitmaps that it was made from; returns their number. */
function checkStrike(file) {
  const { file: name, px, glyphs } = JSON.parse(readFileSync(file, "utf8"))
  const [path, number] = name.split("#")
  if (!existsSync(join(plugins, path))) {
    faults.push(`${path} does not exist`)
    return 0
  }
  const raster = open(packedParts(fontAt(join(plugins, path), number)).outlines())
  for (const [code, bitmap] of Object.entries(glyphs)) {
    const id = raster.index(Number(code))
    const drawn = picture(raster.glyph(id, px))
    if (id === 0 || drawn !== picture({ ...bitmap, drawn: bitmap.rows }))
      faults.push(`${name} U+${Number(code).toString(16)}:\n${drawn}\n${picture({ ...bitmap, drawn: bitmap.rows })}`)
  }
  raster.free()
  return Object.keys(glyphs).length
}

/** A glyph as text: its place and advance, then its rows. */
function picture({ advance, left, top, drawn, width, height, pitch, bits }) {
  const rows =
    drawn ??
    Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (_, x) =>
        (bits[y * pitch + (x >> 3)] >> (7 - (x & 7))) & 1 ? "#" : ".",
      ).join(""),
    )
  return [`advance ${advance}, left ${rows.length ? left : 0}, top ${rows.length ? top : 0}`, ...rows].join("\n")
}
