import { createHmac } from "node:crypto"
import { BadInput, NotFound, PlatenError, TooLarge, z } from "platen/sdk"
import { oneByOne } from "platen/sdk/kit"
import type { ByteCache, Clock, Collection, Files, Log } from "platen/sdk"
import type {
  BundledPicture,
  DitheredImage,
  DitherOptions,
  Palette,
  PictureHolder,
  PictureInfo,
  Pictures,
} from "platen/sdk/drawing"
import type { Image, Turn } from "platen/sdk/mode"
import type { DitheringReader } from "./decoding.js"
import { HeldFiles } from "./held.js"

/** Limits on a file before it is decoded. */
const MAX_BYTES = 10 << 20
const MAX_PIXELS = 40_000_000
/** Maximum pixels of a side: few but very long rows take gigabytes to decode. */
const MAX_SIDE = 20_000
/** Pixels to which a picture is decoded for a page, and for the check of an upload. */
const DECODED_PIXELS = 4_000_000
const CHECKED_PIXELS = 10_000
/** Bytes of a file that is kept as it came. Of a larger one no more pixels are kept than pages show: as text for the store it is in memory five times. */
const LARGE_BYTES = 1 << 20
/** Factor by which a picture is decoded larger than its box, to be averaged down. */
const OVERSAMPLING = 2
/** Sizes in memory: files that no page has shown yet, and dithered pictures. */
const HELD_BYTES = 24 << 20
export const DITHERED_BYTES = 4 << 20
/** Limits of the store: days since a picture was last shown, and total bytes. */
const KEPT_DAYS = 14
const KEPT_BYTES = 128 << 20
const DAY_MS = 86_400_000
/** Ids of cached pictures, and of pictures stored for a holder. Without the server's key an id reveals nothing about the file. */
const ID = /^(sha256|kept)-[\w-]{43}$/
const KEPT_ID = "kept-"

export const keptSchema = z.object({ file: z.base64() })
/** `all`: stored pictures, the least recently shown first. `by`: the device whose page showed it. */
export const listSchema = z.object({
  all: z.array(z.object({ id: z.string(), bytes: z.number(), shown: z.number(), by: z.string().default("") })),
})
/** Picture stored for a holder, by holder. */
export const heldSchema = z.object({ id: z.string() })

export interface GalleryOptions {
  readonly clock: Clock
  readonly log: Log
  readonly files: Files
  /** Cache of dithered pictures. */
  readonly dithered: ByteCache<DitheredImage>
  readonly kept: Collection<z.output<typeof keptSchema>>
  readonly list: Collection<z.output<typeof listSchema>>
  readonly holders: Collection<z.output<typeof heldSchema>>
  /** Secret of this server, from which ids are derived. */
  key(): Promise<string>
  bundled(id: string): BundledPicture | undefined
  readers(): readonly DitheringReader[]
}

/** Pictures by id, bundled with a plugin or received by the server, as files and in dithered form. */
export class Gallery implements Pictures {
  readonly #options: GalleryOptions
  readonly #held = new HeldFiles(HELD_BYTES)
  readonly #dithered: ByteCache<DitheredImage>
  readonly #flights = new Map<string, Promise<DitheredImage>>()
  /** Unix time in milliseconds at which each was last recorded as shown. */
  readonly #shown = new Map<string, number>()
  readonly #inTurn = oneByOne()

  constructor(options: GalleryOptions) {
    this.#options = options
    this.#dithered = options.dithered
  }

  async keep(file: Uint8Array, { turn }: { readonly turn?: Turn | undefined } = {}): Promise<PictureInfo> {
    const probed = await this.#probed(file, turn)
    const small = await this.#asShown(file, turn, probed)
    // Detect a truncated file now, while its sender can still be told.
    if (small === file) await probed.reader.decode(file, CHECKED_PIXELS, turn)
    const id = `sha256-${await this.#digest(file, "")}`
    this.#held.set(id, small, turn?.caller ?? "")
    return { id, ...probed.size }
  }

  async shrink(file: Uint8Array, maxSide: number, turn?: Turn): Promise<Uint8Array> {
    const { reader } = await this.#probed(file, turn)
    return reader.shrink(file, maxSide, turn)
  }

  /** Replaces the picture of a holder. Calls run in sequence: a file is some megabytes of text for the store. */
  async hold(file: Uint8Array, holder: PictureHolder): Promise<string> {
    const { maxSide } = holder
    const held = await (maxSide === undefined ? this.#asShown(file) : this.shrink(file, maxSide))
    return this.#inTurn(() => this.#hold(held, holder))
  }

  async #hold(file: Uint8Array, { id: holder, ttl }: PictureHolder): Promise<string> {
    const { kept, holders } = this.#options
    const id = `${KEPT_ID}${await this.#digest(file, holder)}`
    const expiry = ttl === undefined ? {} : { ttl }
    await kept.set(id, { file: Buffer.from(file).toString("base64") }, expiry)
    let before: string | undefined
    await holders.update(
      holder,
      (known) => {
        before = known?.id
        return { id }
      },
      expiry,
    )
    if (before !== undefined && before !== id) await kept.delete(before)
    return id
  }

  /** Deletes the picture of a holder. */
  async release(holder: string): Promise<void> {
    const { kept, holders } = this.#options
    const before = await holders.get(holder)
    if (!before) return
    await kept.delete(before.id)
    await holders.delete(holder)
  }

  /** Dithers a picture for an image node in a box of `width` x `height` pixels. Rejects with NotFound for an unknown picture. */
  dithered(
    node: Image,
    width: number,
    height: number,
    palette: Palette,
    turn?: Turn,
  ): Promise<DitheredImage> | DitheredImage {
    const { source, fit = "cover", focus = [0.5, 0.5], dither = "floyd-steinberg", levels = "auto" } = node
    const key = JSON.stringify([source, width, height, fit, focus, dither, levels, palette.id])
    const known = this.#dithered.get(key)
    if (known) return known
    const flight = this.#flights.get(key)
    if (flight) {
      return flight.catch((error: unknown) => {
        // The first caller disconnected or timed out; this one still waits.
        if (isOfAnotherCaller(error) && !turn?.signal?.aborted) return this.dithered(node, width, height, palette, turn)
        throw error
      })
    }
    const made = this.#dither(source, { width, height, fit, focus, dither, levels, palette }, turn)
      .then((made) => {
        this.#dithered.set(key, made, made.stride * made.height * made.planes.length + key.length * 2)
        return made
      })
      .finally(() => this.#flights.delete(key))
    this.#flights.set(key, made)
    return made
  }

  async #digest(file: Uint8Array, holder: string): Promise<string> {
    return createHmac("sha256", await this.#options.key())
      .update(`${holder}\0`)
      .update(file)
      .digest("base64url")
  }

  /** Records that a page showed a picture, once a day: pictures that are no longer shown expire. `by`: the device of the page. */
  async show(id: string, by = ""): Promise<void> {
    const { clock, kept, list } = this.#options
    const now = clock.now()
    if (this.#options.bundled(id) || id.startsWith(KEPT_ID) || now - (this.#shown.get(id) ?? -Infinity) < DAY_MS) return
    const file = this.#held.get(id)
    const value = file ? { file: Buffer.from(file).toString("base64") } : await kept.get(id)
    if (!value) return
    await kept.set(id, value, { ttl: KEPT_DAYS * 86_400 })
    this.#shown.set(id, now)
    let gone: readonly string[] = []
    await list.update("list", (before) => {
      const all = [
        ...(before?.all ?? []).filter((each) => each.id !== id && now - each.shown < KEPT_DAYS * DAY_MS),
        { id, bytes: value.file.length, shown: now, by },
      ]
      const left = withinBytes(all, KEPT_BYTES, id)
      gone = all.filter((each) => !left.includes(each)).map((each) => each.id)
      return { all: [...left] }
    })
    for (const each of gone) {
      await kept.delete(each)
      this.#shown.delete(each)
    }
  }

  /** Dithers from a raster no larger than the box requires. */
  async #dither(source: string, options: DitherOptions, turn: Turn | undefined): Promise<DitheredImage> {
    const file = await this.#file(source)
    const { reader, size } = await this.#probed(file, turn)
    const scale = Math.min(1, OVERSAMPLING * Math.max(options.width / size.width, options.height / size.height))
    return reader.dither(
      file,
      Math.min(DECODED_PIXELS, Math.ceil(size.width * size.height * scale * scale)),
      options,
      turn,
    )
  }

  async #file(source: string): Promise<Uint8Array> {
    const bundled = this.#options.bundled(source)
    if (bundled) return this.#options.files.bytes(bundled.file)
    const held = this.#held.get(source)
    if (held) return held
    const kept = ID.test(source) ? await this.#options.kept.get(source) : undefined
    if (!kept)
      throw new NotFound(
        `There is no picture "${source.slice(0, 60)}": it is unknown, or expired after ${KEPT_DAYS} days without being shown; send it again.`,
        { code: "picture-not-found", issues: [{ path: source, message: "is unknown, or expired" }] },
      )
    return Buffer.from(kept.file, "base64")
  }

  /** A large file with no more pixels than pages show. The same file where it is not large, or cannot be made smaller, such as noise. */
  async #asShown(file: Uint8Array, turn?: Turn, known?: Probed): Promise<Uint8Array> {
    if (file.length <= LARGE_BYTES) return file
    const { reader, size } = known ?? (await this.#probed(file, turn))
    const scale = Math.min(1, Math.sqrt(DECODED_PIXELS / (size.width * size.height)))
    const side = Math.ceil(Math.max(size.width, size.height) * scale)
    const small = await reader.shrink(file, side, turn).catch((error: unknown) => {
      // One that takes too long is not tried again.
      if (error instanceof BadInput && error.code !== "picture-slow") return file
      throw error
    })
    return small.length < file.length ? small : file
  }

  async #probed(file: Uint8Array, turn: Turn | undefined): Promise<Probed> {
    if (file.length > MAX_BYTES) throw new TooLarge(`The picture has ${file.length} bytes: send at most ${MAX_BYTES}.`)
    for (const reader of this.#options.readers()) {
      const size = await reader.probe(file, turn)
      if (!size) continue
      if (size.width * size.height > MAX_PIXELS)
        throw new TooLarge(
          `The picture has ${size.width} x ${size.height} pixels: send at most ${MAX_PIXELS / 1e6} million.`,
        )
      if (Math.max(size.width, size.height) > MAX_SIDE)
        throw new TooLarge(`The picture has ${size.width} x ${size.height} pixels: send at most ${MAX_SIDE} per side.`)
      return { reader, size }
    }
    throw new BadInput("The file is not a picture that can be read: send a JPEG, PNG, WebP or GIF file.", {
      code: "picture-unreadable",
    })
  }
}

/** Who reads a file, and the size that it is shown at. */
interface Probed {
  readonly reader: DitheringReader
  readonly size: { readonly width: number; readonly height: number }
}

type Listed = z.output<typeof listSchema>["all"][number]

/** Drops pictures until `maxBytes` holds: the least recently shown of the device that uses most, so that no device evicts those of others. `newest` stays. */
function withinBytes(all: readonly Listed[], maxBytes: number, newest: string): readonly Listed[] {
  const left = [...all]
  for (let bytes = sumOf(left); bytes > maxBytes && left.length > 1; bytes = sumOf(left)) {
    const shares = new Map<string, number>()
    for (const each of left) if (each.id !== newest) shares.set(each.by, (shares.get(each.by) ?? 0) + each.bytes)
    const [largest] = [...shares].reduce((a, b) => (b[1] > a[1] ? b : a))
    left.splice(
      left.findIndex((each) => each.by === largest && each.id !== newest),
      1,
    )
  }
  return left
}

function sumOf(all: readonly Listed[]): number {
  return all.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Whether an error concerns only the caller of the flight, not the picture. */
function isOfAnotherCaller(error: unknown): boolean {
  return error instanceof PlatenError && (error.code === "caller-gone" || error.code === "draw-busy")
}
