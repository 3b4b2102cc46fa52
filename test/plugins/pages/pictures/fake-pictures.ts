import type { Clock } from "platen/sdk"
import type { BundledPicture, DitheredImage, Palette, PictureReader } from "platen/sdk/drawing"
import type { Image } from "platen/sdk/mode"
import { image } from "platen/sdk/mode"
import { byteCache } from "../../../../kernel/engine/text/cache.js"
import {
  DITHERED_BYTES,
  Gallery,
  heldSchema,
  keptSchema,
  listSchema,
} from "../../../../plugins/pages/pictures/gallery.js"
import { fakeClock, fakeFiles, fakeLog, fakeStore } from "../../../testing/index.js"
import type { FakeLog } from "../../../testing/index.js"
import { ditherImage } from "../../../../plugins/pages/pictures/dither/dithered-image.js"
import { decode, head, probe } from "./fake-reader.js"
import { BW } from "../../../../plugins/pages/panels/palettes.js"

/** A file of a format that nobody else reads: its head, a name, and as many bytes as wanted. */
export function fakePicture(width: number, height: number, name = "", bytes = 0): Buffer {
  const first = Buffer.from(`PIC ${width}x${height} ${name}\n`)
  return Buffer.concat([first, Buffer.alloc(Math.max(0, bytes - first.length))])
}

export interface FakeReader extends PictureReader {
  /** The head of every file that was looked at, in order. */
  readonly probed: readonly string[]
  /** And that was decoded, with the most pixels that were asked for. */
  readonly decoded: readonly (readonly [string, number])[]
}

/** Reads `fakePicture`s in this process, and counts. */
export function fakeReader(wait: () => Promise<unknown> = () => Promise.resolve()): FakeReader {
  const [probed, decoded]: [string[], (readonly [string, number])[]] = [[], []]
  return {
    probed,
    decoded,
    probe: (file) => {
      probed.push(head(file))
      return probe(file)
    },
    decode: async (file, maxPixels) => {
      decoded.push([head(file), maxPixels])
      await wait()
      return decode(file)
    },
  }
}

export interface GalleryParts {
  readonly clock?: Clock
  readonly readers?: readonly PictureReader[]
  readonly bundled?: Readonly<Record<string, string>>
  readonly store?: ReturnType<typeof fakeStore>
  /** The server's secret. */
  readonly key?: string
}

/** A gallery on a store in memory. */
export function galleryOf({
  clock = fakeClock(),
  readers = [fakeReader()],
  bundled = {},
  store = fakeStore(clock),
  key = "key",
}: GalleryParts = {}): {
  readonly gallery: Gallery
  readonly log: FakeLog
  readonly kept: ReturnType<typeof collections>["kept"]
  readonly list: ReturnType<typeof collections>["list"]
  /** The ids of what the store holds. */
  readonly stored: () => Promise<string[]>
} {
  const log = fakeLog()
  const { kept, list } = collections(store)
  const address = (id: string): URL => new URL(`file:///pictures/${id}`)
  const files = fakeFiles(Object.fromEntries(Object.entries(bundled).map(([id, text]) => [address(id).href, text])))
  const gallery = new Gallery({
    clock,
    log,
    files,
    dithered: byteCache(DITHERED_BYTES),
    kept,
    list,
    holders: store.collection("picture-holders", heldSchema),
    key: async () => key,
    bundled: (id): BundledPicture | undefined => (Object.hasOwn(bundled, id) ? { id, file: address(id) } : undefined),
    readers: () =>
      readers.map((reader) => ({
        probe: (file) => reader.probe(file),
        decode: (file, most) => reader.decode(file, most),
        shrink: async (file, maxSide) => (await reader.shrink?.(file, maxSide)) ?? file,
        dither: async (file, most, options) => ditherImage(await reader.decode(file, most), options),
      })),
  })
  return { gallery, log, kept, list, stored: async () => (await kept.list()).map(({ key }) => key) }
}

function collections(store: ReturnType<typeof fakeStore>) {
  return { kept: store.collection("pictures", keptSchema), list: store.collection("picture-list", listSchema) }
}

/** A picture as a box of 8 x 6 shows it. */
export async function dithered(
  gallery: Gallery,
  source: string,
  parts: Partial<Image> = {},
  [width, height]: readonly [number, number] = [8, 6],
  palette: Palette = BW,
): Promise<DitheredImage> {
  return gallery.dithered(image(source, parts), width, height, palette)
}
