import type { Family } from "../mode/scene.js"

/** A font file, and the text for which it is used. */
export interface Font {
  readonly id: string
  /** .ttf, .otf, .ttc, .woff or .woff2, which is a quarter smaller than .woff. The hash is the number of a font in a collection, .ttc or .woff2: "fonts.woff2#2". A collection of fonts that resemble each other is a third smaller than its fonts. */
  readonly file: URL
  readonly families: readonly Family[]
  /** Default "regular". */
  readonly weight?: "regular" | "bold"
  /** Default "roman". */
  readonly slant?: "roman" | "italic"
  /** The lowest is tried first: 0 the family's own face, 5 a face for another script, 9 the last resort. */
  readonly rank: number
  /** First and last code point of each range it is asked for: a font is only read from disk once one of them occurs. */
  readonly covers: readonly (readonly [number, number])[]
  /** Languages whose forms of shared Han characters it has, BCP 47 prefixes. */
  readonly languages?: readonly string[]
  /** Languages of which it lacks letters, BCP 47 prefixes: there a face that has them all is asked first, so that no word is set in two. */
  readonly partial?: readonly string[]
  /** Smallest and largest size in pixels; `step`: a pixel face, crisp at multiples of it alone. */
  readonly sizes: { readonly min: number; readonly max: number; readonly step?: number }
}

/** A set of pictograms by name. */
export interface IconSet {
  readonly id: string
  /** Glyphs of a font, by code point: drawn at any size from 20 pixels up. */
  readonly outlines?: { readonly file: URL; readonly glyphs: Readonly<Record<string, number>> }
  /** Drawn by hand: rows of "#" and ".", as many as the side is long, in a list or a text of lines; the key is "name@px". */
  readonly bitmaps?: Readonly<Record<string, readonly string[] | string>>
}
