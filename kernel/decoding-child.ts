import type { PictureReader, Raster } from "platen/sdk"
import { ink } from "./bitmap/inked.js"
import type { Inked, InkOptions } from "./bitmap/inked.js"

/** What the server asks for, one at a time. `module`: of a decoder, as a URL. */
export type Order =
  /** Only what the head of the file says. */
  | { readonly kind: "probe"; readonly module: string; readonly file: Uint8Array }
  | { readonly kind: "decode"; readonly module: string; readonly file: Uint8Array; readonly maxPixels: number }
  | {
      readonly kind: "ink"
      readonly module: string
      readonly file: Uint8Array
      readonly maxPixels: number
      readonly options: InkOptions
    }

/** What came of it. */
export type Answer =
  | { readonly size: { readonly width: number; readonly height: number } | undefined }
  | { readonly raster: Raster }
  | { readonly inked: Inked }
  | { readonly failure: string }

async function answer(order: Order): Promise<Answer> {
  try {
    const reader = (await import(order.module)) as PictureReader
    if (order.kind === "probe") return { size: await reader.probe(order.file) }
    const raster = await reader.decode(order.file, order.maxPixels)
    return order.kind === "decode" ? { raster } : { inked: ink(raster, order.options) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

process.on("message", (order: Order) => {
  void answer(order).then((made) => process.send?.(made))
})
// The server hangs up when it stops, or when there is nothing to read for a while.
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
