import { createHash } from "node:crypto"
import { closeSync, openSync, readSync, statSync } from "node:fs"
import path from "node:path"
import { fileURLToPath } from "node:url"
import { crc32 } from "node:zlib"
import { codePointsOf } from "../engine/text/shape.js"
import { bytesOf, openFontFile } from "./open-font.js"
import type { OpenedFont, Sfnt } from "./open-font.js"

/** A font file in parts, each read when it is needed. */
export interface FontParts {
  /** Bit set of the code points that the font has glyphs for. */
  coverage(): Uint8Array
  /** The tables that shaping needs. */
  shaping(): Uint8Array
  /** The tables that the rasteriser needs. */
  outlines(): Sfnt
}

/** The parts of a font file as it is: each call reads and inflates it. Throws Error when the file is not usable. */
export function packedParts(file: URL): FontParts {
  const shaping = (): Uint8Array => bytesOf(opened(file).shaping())
  return { coverage: () => bitsOf(codePointsOf(shaping())), shaping, outlines: () => opened(file).outlines() }
}

const FORMAT = 2
/** Bytes at the start of an unpacked font: a JSON header, filled up with spaces. */
const HEADER = 512
const PARTS = ["coverage", "shaping", "outlines"] as const

interface Part {
  readonly at: number
  readonly size: number
  /** CRC-32: it tells damage, which is all that can come to a folder that no other user writes to, and costs a tenth of a SHA-256. */
  readonly checksum: number
}

/** What an unpacked font was made of, and where its parts are. */
type Header = {
  readonly format: number
  readonly source: { readonly size: number; readonly modified: number }
} & Readonly<Record<(typeof PARTS)[number], Part>>

/** End of the name of an unpacked font. */
export const UNPACKED = ".unpacked"

/** Name of the unpacked font of a file. */
export function unpackedName(file: URL): string {
  const name = path.basename(file.pathname).replace(/\.\w+$/, "")
  return `${name}-${createHash("sha256").update(file.href).digest("hex").slice(0, 16)}${UNPACKED}`
}

/** The unpacked font of a file: what `unpackedParts` reads. Throws Error when the font is not usable. */
export function unpacked(file: URL): Buffer {
  const source = sourceOf(file)
  const font = opened(file)
  const shaping = bytesOf(font.shaping())
  const bytes = { coverage: bitsOf(codePointsOf(shaping)), shaping, outlines: bytesOf(font.outlines()) }
  let at = HEADER
  const parts = PARTS.map((part) => {
    const entry: Part = { at, size: bytes[part].length, checksum: crc32(bytes[part]) }
    at += entry.size
    return [part, entry] as const
  })
  const header = JSON.stringify({ format: FORMAT, source, ...Object.fromEntries(parts) }).padEnd(HEADER)
  return Buffer.concat([Buffer.from(header), ...PARTS.map((part) => bytes[part])])
}

/** The parts of an unpacked font; undefined when the folder has none of the file as it is now. A part that is damaged throws Error. */
export function unpackedParts(file: URL, folder: string): FontParts | undefined {
  const location = path.join(folder, unpackedName(file))
  const header = headerOf(location, file)
  if (!header) return undefined
  /** By part, the time of the file in which it was found whole: large fonts are read again and again. */
  const known = new Map<string, number>()
  const read = (name: (typeof PARTS)[number], target: Uint8Array): Uint8Array => {
    const { mtimeMs } = statSync(location)
    const isRead = readInto(target, location, header[name].at) === target.length
    if (!isRead || (known.get(name) !== mtimeMs && crc32(target) !== header[name].checksum))
      throw new Error(`the ${name} of the unpacked font are damaged`)
    known.set(name, mtimeMs)
    return target
  }
  const whole = (name: (typeof PARTS)[number]): Uint8Array => read(name, new Uint8Array(header[name].size))
  return {
    coverage: () => whole("coverage"),
    shaping: () => whole("shaping"),
    outlines: () => ({ size: header.outlines.size, write: (target) => read("outlines", target) }),
  }
}

/** Fills `target` from a file, from `at` on. Returns the number of bytes read. */
function readInto(target: Uint8Array, location: string | URL, at: number): number {
  const descriptor = openSync(location, "r")
  try {
    return readSync(descriptor, target, 0, target.length, at)
  } finally {
    closeSync(descriptor)
  }
}

/** The header of an unpacked font; undefined where there is none, or one of another format or of an earlier file. */
function headerOf(location: string, file: URL): Header | undefined {
  const bytes = Buffer.alloc(HEADER)
  try {
    readInto(bytes, location, 0)
    const header = JSON.parse(bytes.toString("latin1")) as Header
    const { size, modified } = sourceOf(file)
    const isCurrent = header.format === FORMAT && header.source.size === size && header.source.modified === modified
    return isCurrent ? header : undefined
  } catch {
    return undefined
  }
}

/** Size and time of a font file, by which its unpacked font is known to be of it. Throws Error where there is no file. */
function sourceOf(file: URL): Header["source"] {
  const { size, mtimeMs } = statSync(fileURLToPath(file))
  return { size, modified: mtimeMs }
}

let scratch = Buffer.alloc(0)
/** The file that was opened last: the fonts of a collection are asked for one after the other. */
let last: { readonly key: string; readonly fonts: ReturnType<typeof openFontFile> } | undefined

/** A font of a file, until one of another file is opened: files are megabytes, and each would stay behind as garbage outside of the heap. The hash of the URL is its number in a collection. */
function opened(file: URL): OpenedFont {
  const { size, modified } = sourceOf(file)
  const key = `${size} ${modified} ${file.pathname}`
  if (last?.key !== key) {
    last = undefined
    if (scratch.length < size) scratch = Buffer.alloc(size)
    last = { key, fonts: openFontFile(scratch.subarray(0, readInto(scratch.subarray(0, size), file, 0))) }
  }
  return last.fonts(Number(file.hash.slice(1)))
}

function bitsOf(codePoints: Uint32Array): Uint8Array {
  const bits = new Uint8Array((codePoints.reduce((most, each) => Math.max(most, each), 0) >> 3) + 1)
  for (const each of codePoints) bits[each >> 3]! |= 1 << (each & 7)
  return bits
}
