import { image } from "platen/sdk/mode"
import type { Bitmap, Dither, Levels, Palette, Pictures, Rasterizer } from "platen/sdk/drawing"

export interface DitherShape {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly palette: Palette
  readonly method: Dither
  readonly fit: "cover" | "contain"
  readonly levels: Levels
}

/** Services that dithering needs. */
export interface DitherNeeds {
  readonly pictures: Pictures
  readonly rasterizer: Rasterizer
}

/** Dithers a picture file to a bitmap of the given shape. */
export async function dithered(
  { pictures, rasterizer }: DitherNeeds,
  file: Uint8Array,
  { width, height, palette, method, fit, levels }: DitherShape,
): Promise<Bitmap> {
  const { id } = await pictures.keep(file)
  const node = image(id, { fit, levels, dither: method, width, height })
  const images = new Map([[node, await pictures.dithered(node, width, height, palette)]])
  return rasterizer.paint(node, { width, height, palette: palette.id, language: "en" }, images)
}
