import { createRequire } from "node:module"
import type { Coverage, Mask } from "../bitmap/canvas.js"
import type { Sfnt } from "../../font-files/open-font.js"

/**
 * A glyph of one bit per pixel: `height` rows of `pitch` bytes, leftmost pixel in the highest bit, a set bit is ink.
 * `left`, `top`: from the pen to the bitmap's left edge and up to its top row. `advance`: hinted, whole pixels.
 */
export interface Glyph extends Mask {
  readonly left: number
  readonly top: number
  readonly advance: number
}

/** Rasteriser of a font file. */
export interface Raster {
  /** Glyph id of a character, 0 when the font has none. */
  index(codePoint: number): number
  /** `px`: em size, whole pixels. Throws Error when the font's own program fails. */
  glyph(id: number, px: number): Glyph
  /** The same outline, hinted alike, in greys. */
  smooth(id: number, px: number, glyph: Glyph): Coverage
  free(): void
}

interface FreeType {
  readonly HEAPU8: Uint8Array
  readonly HEAP32: Int32Array
  _init_constants(): void
  _malloc(size: number): number
  _free(pointer: number): void
  _FT_Init_FreeType(out: number): number
  _FT_New_Memory_Face(library: number, data: number, size: number, index: number, out: number): number
  _FT_Done_Face(face: number): number
  _FT_Set_Pixel_Sizes(face: number, width: number, height: number): number
  _FT_Get_Char_Index(face: number, codePoint: number): number
  _FT_Load_Glyph(face: number, id: number, flags: number): number
  _FT_Render_Glyph(slot: number, mode: number): number
  readonly FT_LOAD_RENDER: number
  readonly FT_LOAD_TARGET_MONO: number
  readonly OFFSET_FACE_GLYPH: number
  readonly OFFSET_GLYPH_BITMAP_ROWS: number
  readonly OFFSET_GLYPH_BITMAP_WIDTH: number
  readonly OFFSET_GLYPH_BITMAP_PITCH: number
  readonly OFFSET_GLYPH_BITMAP_BUFFER: number
  readonly OFFSET_GLYPH_BITMAP_LEFT: number
  readonly OFFSET_GLYPH_BITMAP_TOP: number
  readonly OFFSET_GLYPH_ADVANCE_X: number
}

/** Opens a font. Throws Error when FreeType cannot read it. */
export type OpenRaster = (font: Sfnt) => Raster

/**
 * FreeType rasteriser, hinted, one bit per pixel, in the wasm build that lv_font_conv ships. One instance per file; its
 * size is set on use. Views of its memory are read again after every call, since growth detaches them.
 */
export async function freetype(): Promise<OpenRaster> {
  const require = createRequire(import.meta.url)
  const factory = require("lv_font_conv/lib/freetype/build/ft_render") as () => Promise<FreeType>
  const ft = await factory()
  ft._init_constants()
  const out = ft._malloc(4)
  if (ft._FT_Init_FreeType(out) !== 0) throw new Error("FreeType cannot start")
  const library = ft.HEAP32[out >> 2]!
  return (font) => open(ft, library, out, font)
}

function open(ft: FreeType, library: number, out: number, font: Sfnt): Raster {
  const data = ft._malloc(font.size)
  try {
    font.write(ft.HEAPU8.subarray(data, data + font.size))
    if (ft._FT_New_Memory_Face(library, data, font.size, 0, out) !== 0) throw new Error("FreeType cannot read it")
  } catch (error) {
    ft._free(data)
    throw error
  }
  const face = ft.HEAP32[out >> 2]!
  let current = 0
  const sized = (px: number): number => {
    if (px !== current) ft._FT_Set_Pixel_Sizes(face, 0, px)
    current = px
    return face
  }
  return {
    index: (codePoint) => ft._FT_Get_Char_Index(face, codePoint),
    glyph: (id, px) => load(ft, sized(px), id),
    smooth: (id, px, glyph) => loadSmooth(ft, sized(px), id, glyph),
    free: () => {
      ft._FT_Done_Face(face)
      ft._free(data)
    },
  }
}

function load(ft: FreeType, face: number, id: number): Glyph {
  if (ft._FT_Load_Glyph(face, id, ft.FT_LOAD_RENDER | ft.FT_LOAD_TARGET_MONO) !== 0) return BLANK
  return cropped(slotOf(ft, face))
}

const NORMAL = 0

function loadSmooth(ft: FreeType, face: number, id: number, glyph: Glyph): Coverage {
  const isLoaded = ft._FT_Load_Glyph(face, id, ft.FT_LOAD_TARGET_MONO) === 0
  if (!isLoaded || ft._FT_Render_Glyph(ft.HEAP32[(face + ft.OFFSET_FACE_GLYPH) >> 2]!, NORMAL) !== 0)
    return { width: 0, height: 0, left: 0, top: 0, shares: new Uint8Array(0) }
  const { pitch, height, bits, left, top } = slotOf(ft, face)
  return { width: pitch, height, left: left - glyph.left, top: glyph.top - top, shares: bits }
}

/** The bitmap that FreeType has just drawn. */
function slotOf(ft: FreeType, face: number): Glyph {
  const heap = ft.HEAP32
  const slot = heap[(face + ft.OFFSET_FACE_GLYPH) >> 2]!
  const at = (offset: number): number => heap[(slot + offset) >> 2]!
  const height = at(ft.OFFSET_GLYPH_BITMAP_ROWS)
  const pitch = at(ft.OFFSET_GLYPH_BITMAP_PITCH)
  const start = at(ft.OFFSET_GLYPH_BITMAP_BUFFER)
  return {
    width: at(ft.OFFSET_GLYPH_BITMAP_WIDTH),
    height,
    pitch,
    bits: ft.HEAPU8.slice(start, start + pitch * height),
    left: at(ft.OFFSET_GLYPH_BITMAP_LEFT),
    top: at(ft.OFFSET_GLYPH_BITMAP_TOP),
    advance: at(ft.OFFSET_GLYPH_ADVANCE_X) >> 6,
  }
}

/** Crops empty rows and columns: FreeType's box may be larger than the ink. A space has no bitmap. */
function cropped(glyph: Glyph): Glyph {
  const { width, height, pitch, bits } = glyph
  const columns = new Uint8Array(pitch)
  for (let i = 0; i < bits.length; i++) columns[i % pitch]! |= bits[i]!
  const inked = (x: number): boolean => ((columns[x >> 3]! >> (7 - (x & 7))) & 1) === 1
  const filled = (y: number): boolean => bits.subarray(y * pitch, (y + 1) * pitch).some((byte) => byte !== 0)
  let [left, right, top, bottom] = [0, width, 0, height]
  while (right > left && !inked(right - 1)) right--
  if (right === left) return { ...BLANK, advance: glyph.advance }
  while (!inked(left)) left++
  while (!filled(top)) top++
  while (!filled(bottom - 1)) bottom--
  const rows = bits.slice(top * pitch, bottom * pitch)
  return {
    ...glyph,
    width: right - left,
    height: bottom - top,
    bits: left === 0 ? rows : shifted(rows, pitch, left),
    left: glyph.left + left,
    top: glyph.top - top,
  }
}

/** Removes the first `columns` bits of each row of `pitch` bytes. */
function shifted(rows: Uint8Array, pitch: number, columns: number): Uint8Array {
  const [bytes, bits] = [columns >> 3, columns & 7]
  return rows.map((_, i) => {
    const first = i - (i % pitch)
    const at = (column: number): number => (column < pitch ? rows[first + column]! : 0)
    const column = (i % pitch) + bytes
    return (((at(column) << 8) | at(column + 1)) >> (8 - bits)) & 255
  })
}

/** Empty glyph: no ink and no advance. */
export const BLANK: Glyph = { width: 0, height: 0, pitch: 0, bits: new Uint8Array(0), left: 0, top: 0, advance: 0 }
