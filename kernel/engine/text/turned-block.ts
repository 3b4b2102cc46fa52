import type { Block } from "./block.js"
import type { Glyph } from "./raster.js"

/** A block turned clockwise, with its glyphs. Its box changes sides. */
export function turnedBlock(block: Block, degrees: 90 | 270): Block {
  const glyphs = block.glyphs.map((placed) => {
    const glyph = turnedGlyph(placed.glyph, degrees)
    const [across, down] = [block.height - placed.y - glyph.width, block.width - placed.x - glyph.height]
    return degrees === 90 ? { ...placed, glyph, x: across, y: placed.x } : { ...placed, glyph, x: placed.y, y: down }
  })
  return { ...block, width: block.height, height: block.width, baseline: block.width, glyphs }
}

const known = { 90: new WeakMap<Glyph, Glyph>(), 270: new WeakMap<Glyph, Glyph>() }

function turnedGlyph(glyph: Glyph, degrees: 90 | 270): Glyph {
  const cached = known[degrees].get(glyph)
  if (cached) return cached
  const { width, height, pitch, bits } = glyph
  const newPitch = (height + 7) >> 3
  const turned = new Uint8Array(newPitch * width)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (((bits[y * pitch + (x >> 3)]! >> (7 - (x & 7))) & 1) === 0) continue
      const [toX, toY] = degrees === 90 ? [height - 1 - y, x] : [y, width - 1 - x]
      turned[toY * newPitch + (toX >> 3)]! |= 128 >> (toX & 7)
    }
  }
  const result = { ...glyph, width: height, height: width, pitch: newPitch, bits: turned, smooth: undefined }
  known[degrees].set(glyph, result)
  return result
}
