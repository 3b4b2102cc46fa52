import { brotliDecompressSync } from "node:zlib"
import { Cursor, damaged } from "./cursor.js"
import { glyphsOf, metricsOf } from "./woff2-glyphs.js"

/** Maximum size in bytes of a table of WOFF 1, and of all tables of WOFF 2. */
export const MAX_UNPACKED = 64 << 20
/** First bytes of a collection: "ttcf". */
export const COLLECTION = 0x74746366

/** Tags by their number in the directory; 63 says that the tag follows. */
const TAGS =
  "cmap head hhea hmtx maxp name OS/2 post cvt fpgm glyf loca prep CFF VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX " +
  "vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG sbix acnt avar bdat bloc bsln cvar fdsc feat " +
  "fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
const KNOWN = TAGS.split(" ").map((tag) => tag.padEnd(4))

interface Entry {
  readonly tag: string
  /** Where the table is in what Brotli has compressed. */
  readonly start: number
  readonly size: number
  readonly isTransformed: boolean
}

/** A font of a WOFF 2 file. */
export interface Woff2Font {
  readonly flavour: number
  /** Tables as they are in an sfnt, by tag: those that are wanted, in the order of their tags. */
  tables(isWanted: (tag: string) => boolean): ReadonlyMap<string, Uint8Array>
}

/**
 * Decompresses a WOFF 2 file: a font, or a collection of fonts that share tables. Throws Error when the file is damaged.
 * Source: W3C WOFF File Format 2.0, sections 4 and 5.
 */
export function openWoff2(source: Buffer): readonly Woff2Font[] {
  const header = new Cursor(source)
  header.skip(4)
  const flavour = header.u32()
  header.skip(4)
  const count = header.u16()
  header.skip(6)
  const packedSize = header.u32()
  header.skip(24)
  const entries = entriesOf(header, count)
  const fonts = flavour === COLLECTION ? fontsOf(header) : [{ flavour, numbers: entries.map((_, i) => i) }]
  const content = decompressed(header.take(packedSize))
  return fonts.map(({ flavour: of, numbers }) => {
    const own = numbers.flatMap((number) => entries[number] ?? [])
    if (own.length < numbers.length) throw damaged()
    const tables = new Map(own.map((entry) => [entry.tag, entry]))
    return { flavour: of, tables: (isWanted) => tablesOf(tables, content, isWanted) }
  })
}

function decompressed(content: Buffer): Buffer {
  try {
    return brotliDecompressSync(content, { maxOutputLength: MAX_UNPACKED })
  } catch {
    throw damaged()
  }
}

function entriesOf(directory: Cursor, count: number): Entry[] {
  let start = 0
  return Array.from({ length: count }, () => {
    const flags = directory.u8()
    const tag = KNOWN[flags & 63] ?? directory.take(4).toString("latin1")
    const version = flags >> 6
    const isTransformed = tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0
    const whole = directory.base128()
    const size = isTransformed ? directory.base128() : whole
    start += size
    return { tag, start: start - size, size, isTransformed }
  })
}

/** Numbers of the tables of each font of a collection. */
function fontsOf(directory: Cursor): { readonly flavour: number; readonly numbers: readonly number[] }[] {
  directory.skip(4)
  return Array.from({ length: directory.short() }, () => {
    const count = directory.short()
    const flavour = directory.u32()
    return { flavour, numbers: Array.from({ length: count }, () => directory.short()) }
  })
}

function tablesOf(
  entries: ReadonlyMap<string, Entry>,
  content: Buffer,
  isWanted: (tag: string) => boolean,
): ReadonlyMap<string, Uint8Array> {
  const raw = (tag: string): Buffer => {
    const { start, size } = entries.get(tag) ?? { start: 0, size: Infinity }
    if (start + size > content.length) throw damaged()
    return content.subarray(start, start + size)
  }
  let known: ReturnType<typeof glyphsOf> | undefined
  const glyphs = (): ReturnType<typeof glyphsOf> => (known ??= glyphsOf(raw("glyf")))
  const isLong = entries.get("glyf")?.isTransformed === true
  const table = ({ tag, isTransformed }: Entry): Uint8Array => {
    if (tag === "head" && isLong) return withLongOffsets(raw(tag))
    if (!isTransformed) return raw(tag)
    if (tag === "glyf") return glyphs().glyf
    if (tag === "loca") return glyphs().loca
    if (tag === "hmtx") return metricsOf(raw(tag), raw("hhea"), glyphs())
    throw damaged()
  }
  const wanted = [...entries].filter(([tag]) => isWanted(tag)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return new Map(wanted.map(([tag, entry]) => [tag, table(entry)]))
}

/** The table `head` of a font whose offsets of glyphs have four bytes. */
function withLongOffsets(head: Buffer): Buffer {
  if (head.length < 54) throw damaged()
  const changed = Buffer.from(head)
  changed.writeInt16BE(1, 50)
  return changed
}
