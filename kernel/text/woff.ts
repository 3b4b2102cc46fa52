import { inflateSync } from "node:zlib"

const WOFF = 0x774f4646
const WOFF2 = 0x774f4632

/**
 * WOFF 1 to sfnt; a font that is sfnt already is returned as it is.
 * Throws Error for WOFF 2 and for a file that is cut short.
 * Source: W3C WOFF File Format 1.0, sections 4 and 5.
 */
export function sfnt(font: Uint8Array): Uint8Array {
  const source = Buffer.from(font.buffer, font.byteOffset, font.byteLength)
  if (source.length < 12) throw new Error("the font file is cut short")
  const signature = source.readUInt32BE(0)
  if (signature === WOFF2) throw new Error("the font is WOFF 2: give a .woff, .ttf or .otf file")
  return signature === WOFF ? pack(source.readUInt32BE(4), tablesOfWoff(source)) : font
}

/**
 * The same font without its outlines: what shaping needs, at a fraction of the memory.
 * `font`: sfnt bytes. Advances must then come from elsewhere when the font is not a plain TrueType.
 */
export function withoutOutlines(font: Uint8Array): Uint8Array {
  const source = Buffer.from(font.buffer, font.byteOffset, font.byteLength)
  const kept = tablesOfSfnt(source).filter(({ tag }) => SHAPING.has(tag))
  return pack(source.readUInt32BE(0), kept)
}

const SHAPING = new Set(["cmap", "head", "hhea", "hmtx", "maxp", "OS/2", "GDEF", "GSUB", "GPOS", "kern", "post"])

interface Table {
  readonly tag: string
  readonly checksum: number
  readonly data: Buffer
}

function tablesOfWoff(source: Buffer): Table[] {
  return Array.from({ length: source.readUInt16BE(12) }, (_, i) => {
    const entry = 44 + i * 20
    const [offset, packed, size, checksum] = [4, 8, 12, 16].map((at) => source.readUInt32BE(entry + at)) as [number, number, number, number]
    const raw = source.subarray(offset, offset + packed)
    return { tag: source.toString("latin1", entry, entry + 4), checksum, data: packed < size ? inflateSync(raw) : raw }
  })
}

function tablesOfSfnt(source: Buffer): Table[] {
  return Array.from({ length: source.readUInt16BE(4) }, (_, i) => {
    const entry = 12 + i * 16
    const offset = source.readUInt32BE(entry + 8)
    return {
      tag: source.toString("latin1", entry, entry + 4),
      checksum: source.readUInt32BE(entry + 4),
      data: source.subarray(offset, offset + source.readUInt32BE(entry + 12)),
    }
  })
}

function pack(flavour: number, tables: readonly Table[]): Uint8Array {
  const header = 12 + 16 * tables.length
  const padded = (size: number): number => (size + 3) & ~3
  const result = Buffer.alloc(tables.reduce((sum, { data }) => sum + padded(data.length), header))
  const log = Math.floor(Math.log2(tables.length))
  result.writeUInt32BE(flavour, 0)
  result.writeUInt16BE(tables.length, 4)
  result.writeUInt16BE(16 << log, 6)
  result.writeUInt16BE(log, 8)
  result.writeUInt16BE(tables.length * 16 - (16 << log), 10)
  let position = header
  tables.forEach(({ tag, checksum, data }, i) => {
    const entry = 12 + i * 16
    result.write(tag, entry, "latin1")
    result.writeUInt32BE(checksum, entry + 4)
    result.writeUInt32BE(position, entry + 8)
    result.writeUInt32BE(data.length, entry + 12)
    data.copy(result, position)
    position += padded(data.length)
  })
  return result
}
