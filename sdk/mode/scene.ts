import type { Dither, Ink, Levels } from "../drawing/bitmap.js"
import type { Chart, Marks, Moon, Path, Poster, Qr, Strokes, Table, Timeline, Vertical } from "./drawn-nodes.js"

/** Pixels, or a share of the parent's inner size. */
export type Length = number | `${number}%`

/** Pixels on all sides, or [vertical, horizontal], or [top, right, bottom, left]. */
export type Padding = number | readonly [number, number] | readonly [number, number, number, number]

/** A step of the type scale. The server picks its size in pixels by screen class and script. */
export type Role = "caption" | "body" | "lead" | "title" | "display"

/** A family of fonts. "display": for numerals and initials of 48 pixels and more; "brush": for one large Chinese character. Where a face lacks a character, a serif has it. */
export type Family = "sans" | "serif" | "mono" | "display" | "brush"

/** The placement of a node in its parent. All lengths in pixels. */
export interface Placed {
  /** Share of the free space along the parent's direction. Default 0. */
  readonly grow?: number
  /** How readily it gives way when space is short. Default 1. Icons, rules and bars never do; a text keeps at least one line. */
  readonly shrink?: number
  readonly basis?: Length
  readonly width?: Length
  readonly height?: Length
  readonly minWidth?: Length
  readonly maxWidth?: Length
  readonly minHeight?: Length
  readonly maxHeight?: Length
  /** Overrides the parent's `align` for this node. */
  readonly self?: Align
  /** A place of its own in the parent, by the distances from its edges: it takes no room, and its siblings stand as if it were not there. */
  readonly at?: { readonly [Edge in "left" | "top" | "right" | "bottom"]?: Length }
}

/** An area of dots or lines in place of a solid ink: the second colour of panels that have one. Pixels between them stay as they are. */
export interface Tint {
  /** Share of the pixels that are inked, 0 to 1. */
  readonly tone: number
  /** Default "dots": an even grid of pixels in 16 steps. "bayer": 64 steps. "hatch": diagonal lines. */
  readonly pattern?: "dots" | "bayer" | "hatch"
  /** Default: black. */
  readonly ink?: Ink
}

/** Where children stand across their parent's direction. */
export type Align = "start" | "center" | "end" | "stretch" | "baseline"
/** Where children stand along their parent's direction, and where free space goes. */
export type Justify = "start" | "center" | "end" | "between" | "around" | "evenly"

interface Framed extends Placed {
  readonly padding?: Padding
  /** Thickness in pixels of a line round the box, or of its sides: [top, right, bottom, left]. Default 0. */
  readonly border?: number | readonly [number, number, number, number]
  /** Corner radius in pixels of border and fill; of a box with sides of their own, none. Default 0. */
  readonly radius?: number
  readonly fill?: Ink | Tint
  /** The shape to which everything inside is cut: the rounded corners, an ellipse, or an arch (a rectangle under a half circle). Default: the rectangle. */
  readonly mask?: "round" | "ellipse" | "arch"
  /** The ink of everything inside that names none. */
  readonly ink?: Ink
  /** False: decoration, left out of the plain-text description. */
  readonly spoken?: boolean
}

/** A box with children, one after the other (`column`, `row`) or on top of one another (`stack`, each filling the box). */
export interface Box extends Framed {
  readonly type: "column" | "row" | "stack"
  readonly children: readonly SceneNode[]
  /** Pixels between children. Default 0. */
  readonly gap?: number
  /** Across the direction. Default "stretch"; "baseline" (rows only) sets the first lines of text on one line. */
  readonly align?: Align
  /** Along the direction. Default "start". */
  readonly justify?: Justify
  /** Of a column: children without room are left out from the end, all but the first, and none shrinks. The text stands below the others, with the number of those left out for `{n}`; true: nothing says so. Default: what is too high is cut. */
  readonly more?: Text | true
}

/** A box with cells of equal width, filled row by row. */
export interface Grid extends Framed {
  readonly type: "grid"
  readonly children: readonly SceneNode[]
  /** 1 to 64. */
  readonly columns: number
  /** Pixels between columns and between rows. Default 0. */
  readonly gap?: number
  readonly rowGap?: number
  /** True: rows share the height equally. Default false: a row is as high as its highest cell. */
  readonly even?: boolean
}

/** A feature of OpenType, for the faces that have it: old-style, lining or tabular numerals, small capitals, fractions, the spacing of full-width marks, and the forms of vertical text. */
export type Feature = "onum" | "lnum" | "tnum" | "smcp" | "c2sc" | "frac" | "sups" | "subs" | "halt" | "chws" | "vert"

/** A part of a text that looks different: what it does not say is as in the text round it. */
export interface Span {
  readonly text: string
  readonly family?: Family
  readonly weight?: "regular" | "bold"
  readonly slant?: "roman" | "italic"
  readonly ink?: Ink
  /** Its size as a multiple of that of the text, 0.4 to 3. */
  readonly scale?: number
  /** How far its baseline is above that of the text, as a multiple of the size of the text; below when negative. -1 to 1. */
  readonly raise?: number
  readonly features?: readonly Feature[]
}

/** A paragraph. It never leaves its box, never breaks a word of a script with spaces unless the word has a soft hyphen (U+00AD) there or is alone wider than the line, and never starts a line with a closing mark. */
export interface Text extends Placed {
  readonly type: "text"
  readonly text: string
  /** The text in parts that look different; their texts make up `text`. */
  readonly spans?: readonly Span[]
  /** Default "body". */
  readonly role?: Role
  /** Pixels, 8 to 400: overrides what the role gives. */
  readonly px?: number
  /** Default: serif for lead, title and display, sans for the others. */
  readonly family?: Family
  readonly weight?: "regular" | "bold"
  readonly slant?: "roman" | "italic"
  /** Extra space after each letter, as a multiple of the size, -0.1 to 1: 0.15 suits a line of capitals. */
  readonly tracking?: number
  readonly features?: readonly Feature[]
  /** Default "start": left, or right in a paragraph that reads from the right. "justify": both edges are straight, but for the last line. */
  readonly align?: "start" | "center" | "end" | "justify"
  /** At most so many lines. Default: as many as the box holds. */
  readonly lines?: number
  /** The remedy for a box that is too small. Default "ellipsis". "shrink" first takes smaller sizes of the type scale. "fill" takes the largest size at which the text fits its box, whatever its role; `grow` is 1 unless a size is given. */
  readonly fit?: "shrink" | "fill" | "ellipsis" | "clip"
  /** Texts of a page with the same group that shrink or fill are set at one size: the smallest of theirs. */
  readonly group?: string
  /** The size in pixels above which "fill" does not go. Default 400. */
  readonly maxPx?: number
  /** The size in pixels below which "shrink" does not go. Default: the caption's. */
  readonly minPx?: number
  /** False: with "shrink", smaller sizes are tried before a line ends where the text does not ask for it. For verse. */
  readonly wrap?: boolean
  /** True: lines of about equal length. For headings and quotations. */
  readonly balance?: boolean
  /** True: words may be hyphenated at the end of a line, in languages that have patterns. For narrow columns. */
  readonly hyphenate?: boolean
  /** True: all digits of one width, so that columns of numbers stand straight. */
  readonly tabular?: boolean
  /** The lines that its first letter is high, 2 to 5: an initial, with the lines beside it indented. */
  readonly drop?: number
  /** Ink and family of the initial. Default: those of the text, and "display". */
  readonly dropInk?: Ink
  readonly dropFamily?: Family
  /** True: an opening quotation mark hangs out of the left edge. */
  readonly hang?: boolean
  /** The number of columns in which its lines stand, 1 to 6, filled one after the other to about the same length. */
  readonly columns?: number
  /** Pixels between columns. Default: twice the size. */
  readonly columnGap?: number
  /** Degrees clockwise by which it is turned: 90 reads downwards, 270 upwards. */
  readonly turn?: 90 | 270
  /** Line height as a multiple of the size. Default by role and script. */
  readonly leading?: number
  /**
   * How high the box of one big word or numeral is. "ink": as the ink itself. "cap": from the baseline to the height of a
   * capital, whatever hangs below, so that what stands under it keeps its distance. Default "line".
   */
  readonly trim?: "line" | "ink" | "cap"
  readonly ink?: Ink
  /** BCP 47: chooses the forms of Han characters. Default: the page's language. */
  readonly language?: string
  readonly spoken?: boolean
}

/** A pictogram, drawn at one of its own sizes. An unknown name is an error. */
export interface Icon extends Placed {
  readonly type: "icon"
  readonly name: string
  /** Side in pixels. 12 and 16 are drawn by hand; from 20 up, outlines. */
  readonly px: number
  readonly ink?: Ink
  /** Its meaning, for the plain-text description; leave it out when a text beside it says so. */
  readonly label?: string
}

/** A line across its parent's direction: horizontal in a column, vertical in a row. */
export interface Rule extends Placed {
  readonly type: "rule"
  /** Default "solid". "short": a third of the length, centred. "double": two lines with paper between; `thickness` is that of all three. */
  readonly style?: "solid" | "dashed" | "dotted" | "short" | "double"
  /** Pixels. Default 1. */
  readonly thickness?: number
  readonly ink?: Ink
}

/** A bar that is filled from the start. */
export interface Progress extends Placed {
  readonly type: "progress"
  /** 0 to 1. */
  readonly value: number
  readonly ink?: Ink
  readonly label?: string
}

/** A picture, dithered where it lands; nothing else on a page is dithered. `grow` is 1 unless a size is given. */
export interface Image extends Placed {
  readonly type: "image"
  /** The id of a bundled picture, or an id that `Pictures.keep` gave. */
  readonly source: string
  /** Default "cover": fills its box, and what is too much is cut off. "contain": the whole picture, paper round it. */
  readonly fit?: "cover" | "contain"
  /** The point that stays in sight when a covering picture is cut: shares of width and height, default [0.5, 0.5]; "detail": the part with most detail, faces first. */
  readonly focus?: readonly [number, number] | "detail"
  /** Default "floyd-steinberg". */
  readonly dither?: Dither
  /** "auto" (default): the darkest tones become ink and the lightest paper. "vivid": also lifts shadows, and strengthens local contrast and detail, for photographs. "none": tones stay, for pictures made for the panel. */
  readonly levels?: Levels
  /** The picture in words, for the plain-text description. */
  readonly label?: string
}

/** Empty space: `grow` 1 unless a size is given. */
export interface Spacer extends Placed {
  readonly type: "spacer"
}

/** The nodes that plugins draw, by type. A plugin adds its own: `declare module "platen/sdk/mode" { interface PluginNodes { gauge: Gauge } }`. */
export interface PluginNodes {
  readonly qr: Qr
  readonly path: Path
  readonly moon: Moon
  readonly poster: Poster
  readonly strokes: Strokes
  readonly marks: Marks
  readonly vertical: Vertical
  readonly table: Table
  readonly chart: Chart
  readonly timeline: Timeline
}

/** A node of a page. */
export type SceneNode = Box | Grid | Text | Icon | Image | Rule | Progress | Spacer | PluginNodes[keyof PluginNodes]

/** The result of a mode's view: the body of its page, and what the frame needs to know. */
export interface Scene {
  readonly body: SceneNode
  /** The page's language, BCP 47. */
  readonly language: string
  /** Default "full": masthead, and a footer where there is an attribution. "bare": the body alone. */
  readonly frame?: "full" | "bare"
  readonly footer?: Footer
  /** True: a language model wrote the text, and the page says so. */
  readonly written?: boolean
  /** The language of the content, BCP 47, where it is another one than the page's: the frame says so below the page. */
  readonly contentLanguage?: string
}

/** The words that the frame puts round a page. `icon`, `label`: in place of those of the mode, in the masthead; `isDated`: the page says which day it is, the masthead does not; `attribution`: author and source, below the page. */
export interface Footer {
  readonly icon?: string
  readonly label?: string
  readonly isDated?: boolean
  readonly attribution?: string
}
