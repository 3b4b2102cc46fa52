import type { Raster } from "platen/sdk/drawing"
import sharp from "sharp"
import type { Sharp } from "sharp"

/** Pixels beyond which nothing is decoded, whatever the head of the file says. */
const MAX_PIXELS = 40_000_000
const SECONDS = 5

/** By their first bytes: no other format reaches the library, however it is called. */
const FORMATS: readonly ((file: Uint8Array) => boolean)[] = [
  (file) => begins(file, [0xff, 0xd8, 0xff]),
  (file) => begins(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  (file) => begins(file, [0x47, 0x49, 0x46, 0x38]),
  (file) => begins(file, [0x52, 0x49, 0x46, 0x46]) && begins(file.subarray(8), [0x57, 0x45, 0x42, 0x50]),
]

/** Width and height as the picture is seen, from the head alone, however large it says it is; undefined for other formats. Rejects for a broken file. */
export async function probe(file: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  if (!FORMATS.some((is) => is(file))) return undefined
  const { autoOrient } = await opened(file, false).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/** The first frame, over white, turned upright, in sRGB. Rejects for a broken file, and for one that holds more than its head says. */
export async function decode(file: Uint8Array, mostPixels: number): Promise<Raster> {
  const picture = opened(file, MAX_PIXELS)
  const {
    autoOrient: { width, height },
  } = await picture.metadata()
  const scale = Math.min(1, Math.sqrt(mostPixels / (width * height)))
  if (scale < 1) {
    // A side of one pixel cannot shrink: the other gives way for both.
    const [across, down] = [width, height].map((side) => Math.max(1, Math.floor(side * scale))) as [number, number]
    picture.resize(Math.min(across, Math.ceil(mostPixels / down)), Math.min(down, Math.ceil(mostPixels / across)), {
      fit: "fill",
    })
  }
  const { data, info } = await picture
    .autoOrient()
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: info.channels === 3 ? data : spread(data, info.channels) }
}

// Each picture is decoded once: what the library keeps of it would only be held for nothing.
sharp.cache(false)
sharp.concurrency(1)

/** `most`: pixels beyond which nothing is read; false for the head alone. */
function opened(file: Uint8Array, most: number | false): Sharp {
  return sharp(file, { limitInputPixels: most, pages: 1, failOn: "truncated" }).timeout({ seconds: SECONDS })
}

/** One channel a pixel to three. */
function spread(data: Uint8Array, channels: number): Uint8Array {
  const result = new Uint8Array((data.length / channels) * 3)
  for (let i = 0, from = 0; i < result.length; i += 3, from += channels) result.fill(data[from]!, i, i + 3)
  return result
}

function begins(file: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => file[i] === byte)
}
