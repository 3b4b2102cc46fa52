import Module, { createRequire } from "node:module"
import { DRAW } from "platen/sdk/mode"
import type { Raster } from "platen/sdk/drawing"
import { dither } from "../plugins/pages/pictures/dither/dither.js"
import { ditherImage } from "../plugins/pages/pictures/dither/dithered-image.js"
import { resize } from "../plugins/pages/pictures/dither/resize.js"
import { fakeClock, openStage } from "platen/testing"
import { measure } from "./measure.js"
import { requestFor } from "platen/testing"
import { BW, BWRY } from "../plugins/pages/panels/palettes.js"

// Dithers one picture by Floyd and Steinberg with Platen, dither-me-this and sharp; then draws a page with a photograph, from file to BMP.
// Prints one JSON object.

const require = createRequire(import.meta.url)

/** A test picture in colour: soft shadows, a bright disc, fine stripes. */
function scene(width: number, height: number): Raster {
  const data = new Uint8Array(width * height * 3)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i += 3) {
      const disc = Math.hypot(x / width - 0.6, y / height - 0.4) < 0.2 ? 90 : 0
      const base = 40 + 120 * (x / width) * (1 - y / height) + disc + 20 * Math.sin(x / 3) * Math.sin(y / 5)
      data.set([Math.min(255, base + 30 * (y / height)), Math.min(255, base), Math.min(255, base * 0.8)], i)
    }
  }
  return { width, height, data }
}

interface Canvas {
  width: number
  height: number
  data: Uint8ClampedArray
}

/** The canvas API that dither-me-this uses, over plain bytes and without files, so that only its loop is measured. */
function plainCanvas({ width, height, data }: Raster): object {
  const rgba = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0, at = 0; i < data.length; i += 3, at += 4) rgba.set(data.subarray(i, i + 3), at)
  const context = {
    drawImage: () => {},
    getImageData: (): Canvas => ({ width, height, data: rgba.slice() }),
    putImageData: () => {},
  }
  return {
    createCanvas: () => ({ width, height, getContext: () => context, toBuffer: () => Buffer.alloc(0) }),
    loadImage: () => Promise.resolve({ width, height }),
    Image: class {
      width = width
      height = height
      onload?: () => void
      set src(_: unknown) {
        this.onload?.()
      }
    },
  }
}

type Load = (request: string, ...rest: unknown[]) => unknown

async function theirLoop(raster: Raster, count: number): Promise<unknown> {
  const loader = Module as unknown as { _load: Load }
  const before = loader._load
  const canvas = plainCanvas(raster)
  loader._load = (request, ...rest) => (request === "canvas" ? canvas : before.call(loader, request, ...rest))
  try {
    for (const key of Object.keys(require.cache)) if (key.includes("dither-me-this")) delete require.cache[key]
    const ditherMeThis = require("dither-me-this") as (file: Buffer, options: object) => Promise<unknown>
    return await measure(count, () => ditherMeThis(Buffer.alloc(1), { palette: ["#000000", "#ffffff"] }))
  } finally {
    loader._load = before
  }
}

async function sharpsLoop({ width, height, data }: Raster, count: number): Promise<unknown> {
  const { default: sharp } = await import("sharp")
  const grey = await sharp(data, { raw: { width, height, channels: 3 } })
    .toColourspace("b-w")
    .raw()
    .toBuffer()
  return measure(count, () =>
    sharp(grey, { raw: { width, height, channels: 1 } })
      .png({ palette: true, colours: 2, dither: 1, compressionLevel: 1 })
      .toBuffer(),
  )
}

const figures: Record<string, unknown> = {}
for (const [width, height] of [
  [400, 300],
  [800, 480],
] as const) {
  const raster = scene(width, height)
  const light = resize(raster, { left: 0, top: 0, width, height }, width, height)
  const large = scene(width * 2, height * 2)
  figures[`${width}x${height}`] = {
    bw: await measure(120, () => dither(light, BW, "floyd-steinberg")),
    bwry: await measure(60, () => dither(light, BWRY, "floyd-steinberg")),
    atkinson: await measure(60, () => dither(light, BW, "atkinson")),
    bayer: await measure(60, () => dither(light, BW, "bayer")),
    whole: await measure(40, () =>
      ditherImage(large, {
        width,
        height,
        fit: "cover",
        focus: [0.5, 0.5],
        dither: "floyd-steinberg",
        levels: "auto",
        palette: BW,
      }),
    ),
    ditherMeThis: await theirLoop(raster, 8),
    sharp: await sharpsLoop(raster, 30),
  }
}

const clock = fakeClock()
const stage = await openStage({ clock })
for (const [width, height] of [
  [400, 300],
  [800, 480],
] as const) {
  const request = (w: number) => requestFor(stage.app, "MY_ADAPTIVE", { width: w, height, palette: "bw" }, "en", "bmp")
  const start = performance.now()
  await stage.app.get(DRAW).picture(request(width))
  const known = figures[`${width}x${height}`] as Record<string, unknown>
  known.firstPhotoMs = performance.now() - start
  // A new width each time, so that nothing is cached.
  known.newPhoto = await measure(30, (i) => stage.app.get(DRAW).picture(request(width - 40 + i)))
  known.samePhoto = await measure(200, () => {
    clock.advance(60_000)
    return stage.app.get(DRAW).picture(request(width))
  })
}
await stage.close()
process.stdout.write(JSON.stringify(figures))
