import type { DitheredImage, DitherOptions, PictureReader, Raster } from "platen/sdk/drawing"
import { ditherImage } from "./dither/dithered-image.js"

/** A request to the decoding process; they run one at a time. `module`: URL of a decoder. */
export type Order =
  /** Reads the size from the head of the file. */
  | { readonly kind: "probe"; readonly module: string; readonly file: Uint8Array }
  | { readonly kind: "shrink"; readonly module: string; readonly file: Uint8Array; readonly maxSide: number }
  | { readonly kind: "decode"; readonly module: string; readonly file: Uint8Array; readonly maxPixels: number }
  | {
      readonly kind: "dither"
      readonly module: string
      readonly file: Uint8Array
      readonly maxPixels: number
      readonly options: DitherOptions
    }

/** Result of an order. */
export type Answer =
  | { readonly size: { readonly width: number; readonly height: number } | undefined }
  | { readonly raster: Raster }
  | { readonly shrunk: Uint8Array }
  | { readonly dithered: DitheredImage }
  | { readonly failure: string }

/** Reads one file. Never rejects: a fault of the file is a result. */
export async function run(order: Order): Promise<Answer> {
  try {
    const reader = (await import(order.module)) as PictureReader
    if (order.kind === "probe") return { size: await reader.probe(order.file) }
    if (order.kind === "shrink") return { shrunk: await reader.shrink(order.file, order.maxSide) }
    const raster = await reader.decode(order.file, order.maxPixels)
    return order.kind === "decode" ? { raster } : { dithered: ditherImage(raster, order.options) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}
