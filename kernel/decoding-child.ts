import type { PictureReader, Raster } from "platen/sdk"

/** What the server asks for, one at a time. `module`: of a decoder, as a URL. */
export interface Order {
  readonly module: string
  readonly file: Uint8Array
  /** Undefined: only what the head of the file says. */
  readonly mostPixels: number | undefined
}

/** What came of it. */
export type Answer = { readonly size: { readonly width: number; readonly height: number } | undefined } | { readonly raster: Raster } | { readonly failure: string }

async function answer({ module, file, mostPixels }: Order): Promise<Answer> {
  try {
    const reader = await import(module) as PictureReader
    return mostPixels === undefined ? { size: await reader.probe(file) } : { raster: await reader.decode(file, mostPixels) }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
}

process.on("message", (order: Order) => { void answer(order).then((made) => process.send?.(made)) })
// The server hangs up when it stops, or when there is nothing to read for a while.
process.on("disconnect", () => process.exit(0))
