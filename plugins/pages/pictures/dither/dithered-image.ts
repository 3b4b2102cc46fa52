import type { DitheredImage, DitherOptions, Palette, Raster } from "platen/sdk/drawing"
import { detailedStart } from "./detail.js"
import { dither, neutralIn } from "./dither.js"
import { dodge } from "./dodge.js"
import { inksOf } from "./inks.js"
import { compensate, level, settleBlack } from "./levels.js"
import type { LinearImage } from "./linear-image.js"
import { resize } from "./resize.js"
import type { Crop } from "./resize.js"
import { structureIn } from "./structure.js"
import { enliven } from "./vivid.js"

/** Fits a picture to its box and the palette: crops or scales, adjusts the levels, dithers. */
export function ditherImage(raster: Raster, options: DitherOptions): DitheredImage {
  const exact =
    raster.width === options.width && raster.height === options.height ? indicesOf(raster, options.palette) : undefined
  if (exact)
    return {
      left: 0,
      top: 0,
      width: raster.width,
      height: raster.height,
      ...planesOf(exact, raster.width, raster.height, options.palette.bits),
    }
  const { width: boxWidth, height: boxHeight, fit, palette } = options
  const cover = fit === "cover"
  const scale = (cover ? Math.max : Math.min)(boxWidth / raster.width, boxHeight / raster.height)
  const width = cover ? boxWidth : clamp(Math.round(raster.width * scale), 1, boxWidth)
  const height = cover ? boxHeight : clamp(Math.round(raster.height * scale), 1, boxHeight)
  const light = resize(
    raster,
    cover
      ? cropTo(raster, boxWidth / scale, boxHeight / scale, options.focus)
      : { left: 0, top: 0, width: raster.width, height: raster.height },
    width,
    height,
  )
  // Determined before the levels, which amplify faint colour casts of greys and bend flat fills.
  const neutral = neutralIn(light, palette)
  const inks = inksOf(palette)
  const fixed = options.dither === "none" ? undefined : structureIn(light, inks)
  if (options.levels !== "none") level(light)
  if (options.levels === "vivid") revive(light, inks.tones[1]!)
  if (palette.toneCurve) compensate(light, palette.toneCurve)
  const indices = dither(light, palette, options.dither, neutral, fixed)
  return {
    left: (boxWidth - width) >> 1,
    top: (boxHeight - height) >> 1,
    width,
    height,
    ...planesOf(indices, width, height, palette.bits),
  }
}

/** Luminance of the tone after black from which shadows are seen as single dots. */
const COARSE = 0.2

/** Prepares the tones of a photograph. `step`: luminance of the tone after black. */
function revive(light: LinearImage, step: number): void {
  const isCoarse = step >= COARSE
  if (isCoarse) dodge(light)
  const lights = enliven(light, isCoarse)
  if (isCoarse) settleBlack(light, lights, step)
}

/** Palette indices of a picture that has only the palette's nominal colours, which is not dithered again; undefined for any other. */
function indicesOf({ data }: Raster, { entries }: Palette): Uint8Array | undefined {
  const known = new Map(
    entries.flatMap(({ ink: name, rgb: [r, g, b] }, i) =>
      name === "none" ? [] : [[(r << 16) | (g << 8) | b, i] as const],
    ),
  )
  const indices = new Uint8Array(data.length / 3)
  for (let i = 0, at = 0; i < indices.length; i++, at += 3) {
    const index = known.get((data[at]! << 16) | (data[at + 1]! << 8) | data[at + 2]!)
    if (index === undefined) return undefined
    indices[i] = index
  }
  return indices
}

/** Crop of the given size around the focus point, moved inside the edges; or with most detail in it. */
function cropTo(raster: Raster, cropWidth: number, cropHeight: number, focus: DitherOptions["focus"]): Crop {
  const { width, height } = raster
  if (focus === "detail") {
    const isWide = width - cropWidth > height - cropHeight
    const start = detailedStart(raster, isWide ? "x" : "y", isWide ? cropWidth : cropHeight)
    return { left: isWide ? start : 0, top: isWide ? 0 : start, width: cropWidth, height: cropHeight }
  }
  const [x, y] = focus
  return {
    left: clamp(width * x - cropWidth / 2, 0, width - cropWidth),
    top: clamp(height * y - cropHeight / 2, 0, height - cropHeight),
    width: cropWidth,
    height: cropHeight,
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(max, value))
}

/** Splits palette indices into bit planes. `indices`: one byte per pixel. */
export function planesOf(
  indices: Uint8Array,
  width: number,
  height: number,
  bits: number,
): Pick<DitheredImage, "planes" | "stride"> {
  const stride = (width + 7) >> 3
  const planes = Array.from({ length: bits }, (_, bit) => {
    const plane = new Uint8Array(stride * height)
    for (let y = 0, i = 0, to = 0; y < height; y++) {
      let byte = 0
      for (let x = 0; x < width; x++, i++) {
        byte = (byte << 1) | ((indices[i]! >> bit) & 1)
        if ((x & 7) === 7) plane[to++] = byte
      }
      if ((width & 7) !== 0) plane[to++] = byte << (8 - (width & 7))
    }
    return plane
  })
  return { stride, planes }
}
