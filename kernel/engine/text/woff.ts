import { unzlibSync } from "fflate"

/** First bytes of files: "wOFF", "wOF2", "ttcf". */
const [WOFF, WOFF2, COLLECTION] = [0x774f4646, 0x774f4632, 0x74746366] as const

/** A font in sfnt format (the input of FreeType and HarfBuzz), written table by table to avoid a second copy. */
export interface Sfnt {
  /** Bytes. */
  readonly size: number
  /** `target`: exactly `size` bytes. */
  write(target: Uint8Array): void
}

interface Table {
  readonly tag: string
  readonly checksum: number
  /** Uncompressed size in bytes. */
  readonly size: number
  /** `target`: exactly `size` bytes. */
  write(target: Uint8Array): void
}

/** Tables that only shaping needs, and all tables that shaping needs. */
const SHAPING_ALONE = new Set(["GDEF", "GSUB", "GPOS", "kern", "post", "name", "DSIG", "FFTM"])
const SHAPING = new Set(["cmap", "head", "hhea", "hmtx", "maxp", "OS/2", "GDEF", "GSUB", "GPOS", "kern", "post"])

/**
 * Splits a font file. `font`: sfnt or WOFF 1 bytes, or a collection; `member`: the number of the font in it, from 0.
 * `outlines`: the tables for the rasteriser; `shaping`: the tables for the shaper, at a fraction of the memory.
 * Throws Error for WOFF 2 and for a file that is cut short.
 * Source: W3C WOFF File Format 1.0, sections 4 and 5.
 */
export function openFont(font: Uint8Array, member = 0): { readonly outlines: Sfnt; readonly shaping: Sfnt } {
  const source = Buffer.from(font.buffer, font.byteOffset, font.byteLength)
  if (source.length < 12) throw new Error("the font file is cut short")
  const signature = source.readUInt32BE(0)
  if (signature === WOFF2) throw new Error("the font is WOFF 2: use a .woff, .ttf or .otf file")
  const isOne = signature !== COLLECTION
  if (member >= (isOne ? 1 : source.readUInt32BE(8))) throw new Error(`the font file has no font ${member}`)
  const start = isOne ? 0 : within(source, 12 + 4 * member, 4).readUInt32BE(0)
  const flavour = source.readUInt32BE(signature === WOFF ? 4 : start)
  const tables = signature === WOFF ? tablesOfWoff(source) : tablesOfSfnt(source, start)
  const of = (isPart: (tag: string) => boolean): Sfnt =>
    packed(
      flavour,
      tables.filter(({ tag }) => isPart(tag)),
    )
  return { outlines: of((tag) => !SHAPING_ALONE.has(tag)), shaping: of((tag) => SHAPING.has(tag)) }
}

/** Writes an Sfnt to a new buffer. */
export function bytesOf(font: Sfnt): Uint8Array {
  const bytes = new Uint8Array(font.size)
  font.write(bytes)
  return bytes
}

function tablesOfWoff(source: Buffer): Table[] {
  return Array.from({ length: source.readUInt16BE(12) }, (_, i) => {
    const entry = 44 + i * 20
    const field = (at: number): number => source.readUInt32BE(entry + at)
    const [raw, size] = [within(source, field(4), field(8)), field(12)]
    if (size > MAX_UNPACKED) throw new Error("the font file is damaged")
    const write = (target: Uint8Array): void => (raw.length < size ? inflate(raw, target) : target.set(raw))
    return { tag: source.toString("latin1", entry, entry + 4), checksum: field(16), size, write }
  })
}

function tablesOfSfnt(source: Buffer, start: number): Table[] {
  return Array.from({ length: within(source, start, 12).readUInt16BE(4) }, (_, i) => {
    const entry = start + 12 + i * 16
    const [checksum, offset, size] = [4, 8, 12].map((at) => source.readUInt32BE(entry + at)) as [number, number, number]
    const data = within(source, offset, size)
    return { tag: source.toString("latin1", entry, entry + 4), checksum, size, write: (target) => target.set(data) }
  })
}

/** Inflates into place: the tables of a font are megabytes, and zlib would leave each behind as garbage outside of the heap. */
function inflate(raw: Uint8Array, target: Uint8Array): void {
  if (unzlibSync(raw, { out: target }).length !== target.length) throw new Error("the font file is damaged")
}

/** Maximum uncompressed size of a table. */
const MAX_UNPACKED = 64 << 20

function within(source: Buffer, offset: number, size: number): Buffer {
  if (offset + size > source.length) throw new Error("the font file is cut short")
  return source.subarray(offset, offset + size)
}

function packed(flavour: number, tables: readonly Table[]): Sfnt {
  const header = 12 + 16 * tables.length
  const padded = (size: number): number => (size + 3) & ~3
  const write = (target: Uint8Array): void => {
    const result = Buffer.from(target.buffer, target.byteOffset, target.byteLength).fill(0)
    const log = Math.floor(Math.log2(tables.length))
    result.writeUInt32BE(flavour, 0)
    result.writeUInt16BE(tables.length, 4)
    result.writeUInt16BE(16 << log, 6)
    result.writeUInt16BE(log, 8)
    result.writeUInt16BE(tables.length * 16 - (16 << log), 10)
    let position = header
    tables.forEach(({ tag, checksum, size, write: copy }, i) => {
      const entry = 12 + i * 16
      result.write(tag, entry, "latin1")
      result.writeUInt32BE(checksum, entry + 4)
      result.writeUInt32BE(position, entry + 8)
      result.writeUInt32BE(size, entry + 12)
      copy(target.subarray(position, position + size))
      position += padded(size)
    })
  }
  return { size: tables.reduce((sum, { size }) => sum + padded(size), header), write }
}
