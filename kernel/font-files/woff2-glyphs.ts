import { Cursor, damaged } from "./cursor.js"

/** Glyphs of a font as an sfnt has them. */
export interface Glyphs {
  readonly glyf: Buffer
  /** Offsets of four bytes. */
  readonly loca: Buffer
}

/** The streams of a transformed table of glyphs, in their order. */
interface Streams {
  readonly contours: Cursor
  readonly points: Cursor
  readonly flags: Cursor
  readonly glyphs: Cursor
  readonly composites: Cursor
  readonly boxes: Cursor
  readonly instructions: Cursor
}
const STREAMS = ["contours", "points", "flags", "glyphs", "composites", "boxes", "instructions"] as const

const [EMPTY, PADDING] = [Buffer.alloc(0), Buffer.alloc(1)]
const isSet = (bits: Buffer | undefined, i: number): boolean =>
  bits !== undefined && ((bits[i >> 3]! >> (7 - (i & 7))) & 1) === 1

/** Glyphs of a transformed table. Throws Error when it is damaged. Source: WOFF 2.0, section 5.1. */
export function glyphsOf(transformed: Buffer): Glyphs {
  const table = new Cursor(transformed)
  table.skip(2)
  const hasOverlaps = (table.u16() & 1) === 1
  const count = table.u16()
  table.skip(2)
  const sizes = STREAMS.map(() => table.u32())
  const parts = sizes.map((size) => new Cursor(table.take(size)))
  const streams = Object.fromEntries(STREAMS.map((name, i) => [name, parts[i]!])) as unknown as Streams
  const hasBox = streams.boxes.take(((count + 31) >> 5) << 2)
  const overlaps = hasOverlaps ? table.take((count + 7) >> 3) : undefined
  const loca = Buffer.alloc((count + 1) * 4)
  const glyphs: Buffer[] = []
  let end = 0
  for (let i = 0; i < count; i++) {
    const contours = streams.contours.u16()
    const box = isSet(hasBox, i) ? streams.boxes.take(8) : undefined
    const glyph = glyphOf(streams, contours, box, isSet(overlaps, i))
    glyphs.push(glyph)
    // Each begins at an even offset.
    if (glyph.length & 1) glyphs.push(PADDING)
    loca.writeUInt32BE((end += (glyph.length + 1) & ~1), (i + 1) * 4)
  }
  return { glyf: Buffer.concat(glyphs, end), loca }
}

function glyphOf(streams: Streams, contours: number, box: Buffer | undefined, isOverlapping: boolean): Buffer {
  if (contours === COMPOSITE) return compositeOf(streams, box)
  return contours === 0 ? EMPTY : simpleOf(streams, contours, box, isOverlapping)
}

/** Number of contours of a glyph that is composed of others. */
const COMPOSITE = 0xffff

/** Flags of a component. Source: OpenType, "glyf". */
const [WORDS, HAS_SCALE, MORE, HAS_TWO_SCALES, HAS_MATRIX, HAS_INSTRUCTIONS] = [1, 8, 0x20, 0x40, 0x80, 0x100] as const

function compositeOf({ composites, glyphs, instructions }: Streams, box: Buffer | undefined): Buffer {
  if (!box) throw damaged()
  const start = composites.at
  let [flags, all] = [MORE as number, 0]
  while (flags & MORE) {
    flags = composites.u16()
    all |= flags
    const scale = flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0
    composites.skip(2 + (flags & WORDS ? 4 : 2) + scale)
  }
  const components = composites.bytes.subarray(start, composites.at)
  const size = all & HAS_INSTRUCTIONS ? glyphs.short() : undefined
  const program = size === undefined ? [] : [u16s(size), instructions.take(size)]
  return Buffer.concat([u16s(COMPOSITE), box, components, ...program])
}

/** Flags of a point. Source: OpenType, "glyf". */
const [ON_CURVE, X_BYTE, Y_BYTE, REPEAT, X_SAME, Y_SAME, OVERLAPS] = [1, 2, 4, 8, 0x10, 0x20, 0x40] as const

function simpleOf(streams: Streams, contours: number, box: Buffer | undefined, isOverlapping: boolean): Buffer {
  const { points, flags, glyphs, instructions } = streams
  const ends: number[] = []
  let total = 0
  for (let i = 0; i < contours; i++) ends.push((total += points.short()) - 1)
  const [kinds, xs, ys]: [number[], number[], number[]] = [[], [], []]
  let [x, y, left, low, right, high] = [0, 0, Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < total; i++) {
    const flag = flags.u8()
    const [dx, dy] = stepOf(flag & 127, glyphs)
    const [kindX, kindY] = [written(xs, dx, X_BYTE, X_SAME), written(ys, dy, Y_BYTE, Y_SAME)]
    kinds.push((flag < 128 ? ON_CURVE : 0) | (i === 0 && isOverlapping ? OVERLAPS : 0) | kindX | kindY)
    x += dx
    y += dy
    left = Math.min(left, x)
    right = Math.max(right, x)
    low = Math.min(low, y)
    high = Math.max(high, y)
  }
  const size = glyphs.short()
  const bounds = box ?? u16s(left, low, right, high)
  const program = instructions.take(size)
  return Buffer.concat([
    u16s(contours),
    bounds,
    u16s(...ends, size),
    program,
    Buffer.from([...repeated(kinds), ...xs, ...ys]),
  ])
}

/** Steps between points are written in six ways, by the flag. Source: WOFF 2.0, section 5.2, "Triplet Encoding". */
function stepOf(flag: number, bytes: Cursor): readonly [number, number] {
  const signed = (bit: number, value: number): number => ((flag >> bit) & 1 ? value : -value)
  const first = bytes.u8()
  if (flag < 10) return [0, signed(0, ((flag & 14) << 7) + first)]
  if (flag < 20) return [signed(0, (((flag - 10) & 14) << 7) + first), 0]
  if (flag < 84) {
    const at = flag - 20
    return [signed(0, 1 + (at & 0x30) + (first >> 4)), signed(1, 1 + ((at & 12) << 2) + (first & 15))]
  }
  const second = bytes.u8()
  if (flag < 120) {
    const at = flag - 84
    return [signed(0, 1 + (Math.floor(at / 12) << 8) + first), signed(1, 1 + (((at % 12) >> 2) << 8) + second)]
  }
  const third = bytes.u8()
  if (flag < 124) return [signed(0, (first << 4) + (second >> 4)), signed(1, ((second & 15) << 8) + third)]
  return [signed(0, (first << 8) + second), signed(1, (third << 8) + bytes.u8())]
}

/** Adds the bytes of a step on one axis; returns the flags that say how many they are. */
function written(to: number[], step: number, isByte: number, isSame: number): number {
  if (step === 0) return isSame
  if (Math.abs(step) < 256) {
    to.push(Math.abs(step))
    return isByte | (step > 0 ? isSame : 0)
  }
  to.push((step >> 8) & 255, step & 255)
  return 0
}

/** Flags of points in which those that repeat are counted. */
function repeated(kinds: readonly number[]): number[] {
  const result: number[] = []
  for (let i = 0; i < kinds.length;) {
    const first = i++
    while (kinds[i] === kinds[first] && i - first < 256) i++
    const more = i - first - 1
    if (more > 1) result.push(kinds[first]! | REPEAT, more)
    else for (let at = first; at < i; at++) result.push(kinds[at]!)
  }
  return result
}

function u16s(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  values.forEach((value, i) => bytes.writeUInt16BE(value & 0xffff, i * 2))
  return bytes
}

/** The table `hmtx` of a transformed one, which leaves out the side bearings that the glyphs say. Source: WOFF 2.0, section 5.4. */
export function metricsOf(transformed: Buffer, hhea: Buffer, { glyf, loca }: Glyphs): Buffer {
  const table = new Cursor(transformed)
  const flags = table.u8()
  const [all, wide] = [loca.length / 4 - 1, new Cursor(hhea.subarray(34)).u16()]
  if (wide < 1 || wide > all) throw damaged()
  const widths = Array.from({ length: wide }, () => table.u16())
  const bearings = Array.from({ length: all }, (_, i) => {
    if (((flags >> (i < wide ? 0 : 1)) & 1) === 0) return table.u16()
    const start = loca.readUInt32BE(i * 4)
    return start === loca.readUInt32BE(i * 4 + 4) ? 0 : glyf.readUInt16BE(start + 2)
  })
  return u16s(...widths.flatMap((width, i) => [width, bearings[i]!]), ...bearings.slice(wide))
}
