import { unzlibSync } from "fflate"
import { damaged } from "./cursor.js"
import { COLLECTION, MAX_UNPACKED, openWoff2 } from "./woff2.js"

/** First bytes of files: "wOFF", "wOF2". */
const [WOFF, WOFF2] = [0x774f4646, 0x774f4632] as const

/** A font in sfnt format (the input of FreeType and HarfBuzz), written table by table to avoid a second copy. */
export interface Sfnt {
  /** Bytes. */
  readonly size: number
  /** `target`: exactly `size` bytes. */
  write(target: Uint8Array): void
}

interface Table {
  readonly tag: string
  /** Uncompressed size in bytes. */
  readonly size: number
  /** `target`: exactly `size` bytes. */
  write(target: Uint8Array): void
}

/** Tables that only shaping needs, and all tables that shaping needs. */
const SHAPING_ALONE = new Set(["GDEF", "GSUB", "GPOS", "kern", "post", "name", "DSIG", "FFTM"])
const SHAPING = new Set(["cmap", "head", "hhea", "hmtx", "maxp", "OS/2", "GDEF", "GSUB", "GPOS", "kern", "post"])

/** A font in two parts, each made when it is asked for. */
export interface OpenedFont {
  /** The tables for the rasteriser. */
  outlines(): Sfnt
  /** The tables for the shaper, at a fraction of the memory. */
  shaping(): Sfnt
}

interface Member {
  readonly flavour: number
  tables(isPart: (tag: string) => boolean): readonly Table[]
}

/**
 * Opens a font file: sfnt, WOFF 1 or 2, or a collection in the first or the last. Returns its fonts by number, from 0.
 * Throws Error for a font that the file lacks, and where it is damaged or cut short.
 * Sources: OpenType 1.9; W3C WOFF File Format 1.0, sections 4 and 5.
 */
export function openFontFile(bytes: Uint8Array): (number: number) => OpenedFont {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (source.length < 12) throw new Error("the font file is cut short")
  const memberOf = membersOf(source)
  return (number) => {
    const { flavour, tables } = memberOf(number)
    const part = (isPart: (tag: string) => boolean) => (): Sfnt => packed(flavour, tables(isPart))
    return { outlines: part((tag) => !SHAPING_ALONE.has(tag)), shaping: part((tag) => SHAPING.has(tag)) }
  }
}

/** Writes an Sfnt to a new buffer. */
export function bytesOf(font: Sfnt): Uint8Array {
  const bytes = new Uint8Array(font.size)
  font.write(bytes)
  return bytes
}

function membersOf(source: Buffer): (number: number) => Member {
  const signature = source.readUInt32BE(0)
  const packedFonts = signature === WOFF2 ? openWoff2(source) : undefined
  const count = packedFonts?.length ?? (signature === COLLECTION ? source.readUInt32BE(8) : 1)
  return (number) => {
    if (number >= count) throw new Error(`the font file has no font ${number}`)
    if (packedFonts) return ofWoff2(packedFonts[number]!)
    const start = signature === COLLECTION ? within(source, 12 + 4 * number, 4).readUInt32BE(0) : 0
    const all = signature === WOFF ? tablesOfWoff(source) : tablesOfSfnt(source, start)
    const flavour = within(source, signature === WOFF ? 4 : start, 4).readUInt32BE(0)
    return { flavour, tables: (isPart) => all.filter(({ tag }) => isPart(tag)) }
  }
}

function ofWoff2({ flavour, tables }: ReturnType<typeof openWoff2>[number]): Member {
  const list = (isPart: (tag: string) => boolean): Table[] =>
    [...tables(isPart)].map(([tag, bytes]) => ({ tag, size: bytes.length, write: (target) => target.set(bytes) }))
  return { flavour, tables: list }
}

function tablesOfWoff(source: Buffer): Table[] {
  return Array.from({ length: source.readUInt16BE(12) }, (_, i) => {
    const entry = 44 + i * 20
    const field = (at: number): number => within(source, entry + at, 4).readUInt32BE(0)
    const [raw, size] = [within(source, field(4), field(8)), field(12)]
    if (size > MAX_UNPACKED) throw damaged()
    const write = (target: Uint8Array): void => (raw.length < size ? inflate(raw, target) : target.set(raw))
    return { tag: source.toString("latin1", entry, entry + 4), size, write }
  })
}

function tablesOfSfnt(source: Buffer, start: number): Table[] {
  return Array.from({ length: within(source, start, 12).readUInt16BE(4) }, (_, i) => {
    const entry = start + 12 + i * 16
    const field = (at: number): number => within(source, entry + at, 4).readUInt32BE(0)
    const bytes = within(source, field(8), field(12))
    return {
      tag: source.toString("latin1", entry, entry + 4),
      size: bytes.length,
      write: (target) => target.set(bytes),
    }
  })
}

/** Inflates into place: the tables of a font are megabytes, and zlib would leave each behind as garbage outside of the heap. */
function inflate(raw: Uint8Array, target: Uint8Array): void {
  if (unzlibSync(raw, { out: target }).length !== target.length) throw damaged()
}

function within(source: Buffer, offset: number, size: number): Buffer {
  if (offset + size > source.length) throw new Error("the font file is cut short")
  return source.subarray(offset, offset + size)
}

/** Checksums are zero: neither FreeType nor HarfBuzz looks at them. */
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
    tables.forEach(({ tag, size, write: copy }, i) => {
      const entry = 12 + i * 16
      result.write(tag, entry, "latin1")
      result.writeUInt32BE(position, entry + 8)
      result.writeUInt32BE(size, entry + 12)
      copy(target.subarray(position, position + size))
      position += padded(size)
    })
  }
  return { size: tables.reduce((sum, { size }) => sum + padded(size), header), write }
}
