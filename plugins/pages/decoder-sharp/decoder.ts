import type { Raster } from "platen/sdk/drawing"
import sharp from "sharp"
import type { Sharp } from "sharp"

/** Maximum pixels of a decoded picture. */
const MAX_PIXELS = 40_000_000
const SECONDS = 5
/** Bytes of a file that is made smaller, and the qualities that are tried for a photograph, the best first. */
const SHRUNK_BYTES = 1 << 20
const QUALITIES = [90, 70, 40] as const

const isPng = (file: Uint8Array): boolean => begins(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const isGif = (file: Uint8Array): boolean => begins(file, [0x47, 0x49, 0x46, 0x38])
/** Accepted formats by their first bytes: no other format reaches the library. */
const FORMATS: readonly ((file: Uint8Array) => boolean)[] = [
  (file) => begins(file, [0xff, 0xd8, 0xff]),
  isPng,
  isGif,
  (file) => begins(file, [0x52, 0x49, 0x46, 0x46]) && begins(file.subarray(8), [0x57, 0x45, 0x42, 0x50]),
]

/** Displayed width and height from the file header, without a size limit; undefined for other formats. Rejects for a damaged file. */
export async function probe(file: Uint8Array): Promise<{ width: number; height: number } | undefined> {
  if (!FORMATS.some((is) => is(file))) return undefined
  const { autoOrient } = await opened(file, false).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}

/** Decodes the first frame in sRGB, upright, over white. Rejects for a damaged file, and for one larger than its header says. */
export async function decode(file: Uint8Array, maxPixels: number): Promise<Raster> {
  const picture = opened(file, MAX_PIXELS)
  const {
    autoOrient: { width, height },
  } = await picture.metadata()
  const scale = Math.min(1, Math.sqrt(maxPixels / (width * height)))
  if (scale < 1) {
    // A side of one pixel cannot shrink, so the other side shrinks for both.
    const [across, down] = [width, height].map((side) => Math.max(1, Math.floor(side * scale))) as [number, number]
    picture.resize(Math.min(across, Math.ceil(maxPixels / down)), Math.min(down, Math.ceil(maxPixels / across)), {
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

/** The first frame with sides of at most `maxSide` pixels, upright, without metadata: a drawing as a PNG, a photograph as a JPEG over white. Rejects as `decode` does. */
export async function shrink(file: Uint8Array, maxSide: number): Promise<Uint8Array> {
  // Decoded once for all that is tried.
  const sized = async (side: number): Promise<Sharp> => {
    const { data, info } = await opened(file, MAX_PIXELS)
      .autoOrient()
      .resize({ width: side, height: side, fit: "inside", withoutEnlargement: true })
      .toColourspace("srgb")
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  }
  // A picture that is noise all over is kept with half of its sides.
  for (const side of [maxSide, Math.ceil(maxSide / 2)]) {
    const picture = await sized(side)
    if (side === maxSide && (isPng(file) || isGif(file))) {
      const drawing = await picture.clone().png().toBuffer()
      if (drawing.length <= SHRUNK_BYTES) return drawing
    }
    for (const quality of QUALITIES) {
      const photograph = await picture.clone().flatten({ background: "#fff" }).jpeg({ quality }).toBuffer()
      if (photograph.length <= SHRUNK_BYTES) return photograph
    }
  }
  throw new Error(`it has more than ${SHRUNK_BYTES} bytes at ${maxSide} pixels a side`)
}

// Each picture is decoded once, so the library's cache would only waste memory.
sharp.cache(false)
sharp.concurrency(1)

/** Opens a file. `most`: pixel limit; false when only the header is read. */
function opened(file: Uint8Array, most: number | false): Sharp {
  return sharp(file, { limitInputPixels: most, pages: 1, failOn: "truncated" }).timeout({ seconds: SECONDS })
}

/** Expands pixels of one channel to three. */
function spread(data: Uint8Array, channels: number): Uint8Array {
  const result = new Uint8Array((data.length / channels) * 3)
  for (let i = 0, from = 0; i < result.length; i += 3, from += channels) result.fill(data[from]!, i, i + 3)
  return result
}

function begins(file: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => file[i] === byte)
}
