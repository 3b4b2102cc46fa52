import type { Ink } from "../drawing/bitmap.js"
import type { Family, Placed, Text, Tint } from "./scene.js"

// The nodes of the plugin "nodes".

/** A drawing, which is silent where it has no label. */
interface Drawn extends Placed {
  readonly ink?: Ink
  /** The drawing in words, for the plain-text description. */
  readonly label?: string
}

/** A QR code: square, its modules whole pixels, as large as its box allows, with the quiet zone that readers need. */
export interface Qr extends Placed {
  readonly type: "qr"
  /** Its content: at most 500 characters. */
  readonly text: string
}

/** How a shape of a path looks. */
interface PathLook {
  /** Thickness of its line in pixels. Default 1, and none for a shape with a fill. */
  readonly stroke?: number
  /** Pixels of ink and of paper, in turn, along an open line. */
  readonly dash?: readonly [number, number]
  /** Ink of the line. */
  readonly ink?: Ink
  readonly fill?: Ink | Tint
}

/** A line through points (`smooth`: a curve; `closed`: back to its beginning), or a circle [x, y, radius], or its part from `from` to `to` in degrees clockwise from the top (`brush`: the thickness at both ends of a stroke that changes). */
export type PathShape = PathLook &
  (
    | { readonly points: readonly (readonly [number, number])[]; readonly smooth?: boolean; readonly closed?: boolean }
    | {
        readonly circle: readonly [number, number, number]
        readonly from?: number
        readonly to?: number
        readonly brush?: readonly [number, number]
      }
  )

/** Lines, curves, circles, arcs and areas. */
export interface Path extends Drawn {
  readonly type: "path"
  /** Width and height of the coordinates of its shapes. Default 100 x 100. */
  readonly viewBox?: readonly [number, number]
  /** True: both axes fill the box. Default: one scale for both, centred. */
  readonly stretch?: boolean
  /** In order of painting, at most 200. */
  readonly shapes: readonly PathShape[]
}

/** One word or numeral, as large as its box at any size, at the start of it and at its foot. `bleed`: shares of it that lie beyond the box at its top, right, bottom and left, and are cut off there on purpose, where it has Latin digits. */
export interface Poster extends Drawn {
  readonly type: "poster"
  readonly text: string
  readonly family?: Family
  readonly bleed?: readonly [number, number, number, number]
}

/** The disc of the moon. `phase`: 0 new, 0.25 first quarter, 0.5 full, 0.75 last quarter; `south`: as it is seen from the southern half of the earth; `angle`: where the lit limb is, degrees clockwise, 0 up; null and none: upright; `axis`: where its north pole is, in the same way; `seas`: true on a disc that is large enough to see them: its dark plains, and the shade at the edge of the night. */
export interface Moon extends Drawn {
  readonly type: "moon"
  readonly phase: number
  readonly south?: boolean
  readonly angle?: number | null
  readonly axis?: number | null
  readonly seas?: boolean
}

/** A row of strokes, one a unit, such as the days of a year: what is done and what is to come. `starts`, `names`: where its parts begin, and what they are called. */
export interface Strokes extends Drawn {
  readonly type: "strokes"
  readonly count: number
  readonly done: number
  readonly starts?: readonly number[]
  readonly names?: readonly string[]
}

/** A wall of marks, row by row. `states`: a character each: "#" done, "o" open, "." to come, "x" now (in red), " " nothing. `round`: discs in place of squares. */
export interface Marks extends Drawn {
  readonly type: "marks"
  readonly columns: number
  readonly states: string
  readonly round?: boolean
}

/** Text in columns from the right, each read downwards: for Chinese and Japanese. A line break begins a column. */
export interface Vertical extends Placed, Pick<Text, "weight" | "ink"> {
  readonly type: "vertical"
  readonly text: string
  /** Pixels at most. Default: the size of the role "display"; it shrinks to fit. */
  readonly px?: number
  readonly family?: "sans" | "serif" | "brush" | "display"
  /** From one column to the next, as a multiple of the size. Default 1.6. */
  readonly leading?: number
  /** False: it shrinks rather than break a line in two columns. */
  readonly wrap?: boolean
}

type CellLook = Pick<Text, "role" | "px" | "family" | "weight" | "slant" | "tracking" | "ink">

/** A cell of a table: words, or words with a look of their own that span columns. */
export type TableCell = string | (CellLook & { readonly text: string; readonly span?: number })

/** A column of a table. */
export interface TableColumn extends CellLook {
  /** Default: as wide as its widest cell. "auto": what is left; a number: a share of the width. */
  readonly width?: "auto" | number
  /** Default "start". "decimal": decimal marks stand under one another. */
  readonly align?: "start" | "center" | "end" | "decimal"
  /** True: dots lead from a cell to the next. */
  readonly leader?: boolean
  /** Lines of a cell at most. Default 1. */
  readonly lines?: number
}

/** Rows and columns of words. */
export interface Table extends Placed, Pick<Text, "role" | "px" | "family" | "leading" | "ink"> {
  readonly type: "table"
  readonly rows: readonly (readonly TableCell[])[]
  readonly columns?: readonly TableColumn[]
  /** Lines between rows. Default "none". */
  readonly rules?: "none" | "solid" | "dotted"
  /** True: a line stands under the first row. */
  readonly head?: boolean
  /** Pixels between columns, default 8 units, and between rows, default 2 units. */
  readonly gap?: number
  readonly rowGap?: number
  /** `even`: the rows share the height. `fit`: words are smaller, down to 10 pixels, where they would be cut. */
  readonly even?: boolean
  readonly fit?: "shrink"
}

/** How a series of a chart looks. */
export interface ChartLook {
  /** Thickness of its line in units, 0 to 8; 0: none. Default 1.5 for the first series, less for the others. */
  readonly stroke?: number
  /** Pixels of ink and of paper, in turn, along its line. */
  readonly dash?: readonly [number, number]
  readonly ink?: Ink
  /** What its bars, the area under its line or its band are filled with. */
  readonly fill?: Ink | Tint
}

/**
 * A chart of numbers in order. "line", "area" (filled to the zero line or to its foot), "bars", "rain" (bars of which the longer are the darker),
 * "sparkline" (a line without axes) or "heat" (a grid of cells of which those with more are darker).
 * `ink` is that of one thing: the mark of now, else the points that are marked; the others have the ink of the box round it.
 */
export interface Chart extends Drawn {
  readonly type: "chart"
  readonly kind: "line" | "area" | "bars" | "rain" | "sparkline" | "heat"
  /** Numbers from -1e12 to 1e12 in order, null for one that is missing: a series, or a list of series (of "heat": the rows from the top). At most 2000 numbers each. */
  readonly values: readonly (number | null)[] | readonly (readonly (number | null)[])[]
  /** The lower edge of a band of which the first series is the upper edge: "line" and "area" only. */
  readonly low?: readonly (number | null)[]
  /** Words under the values, in order; "" for none. Those that would collide are left out. */
  readonly labels?: readonly string[]
  /** Names of the series: at the end of a line, above bars, or left of a row of cells. */
  readonly names?: readonly string[]
  /** Looks of the series. */
  readonly looks?: readonly ChartLook[]
  /** What the numbers count, such as "°" or "mm". */
  readonly unit?: string
  /** Digits after the decimal mark, 0 to 4. Default: as many as the numbers need, at most 2. */
  readonly decimals?: number
  /** The numbers at the foot and at the top. Default: round ones beyond the lowest and the highest; bars begin at 0. */
  readonly from?: number
  readonly to?: number
  /** The place of now among the values, 0 the first: a line, or the bar or column of cells there. It may lie between two values. */
  readonly now?: number
  readonly nowLabel?: string
  /** The points that are marked, with their values where these collide with nothing. */
  readonly points?: readonly ("first" | "last" | "max" | "min" | "all")[]
  /** True: the lines are curves, which go no higher or lower than the values. */
  readonly smooth?: boolean
  /** True: bars hang from the top. */
  readonly hang?: boolean
  /** False: no numbers and no dotted lines stand for heights. Default true, but for a sparkline. */
  readonly scale?: boolean
  /** Pixels left of the values for the numbers of the heights. Default: as many as these need. Charts below one another with the same gutter are in line. */
  readonly gutter?: number
  /** The chart in words. Default: its range, its first, last, highest and lowest value, in English. */
  readonly summary?: string
}

/** An entry of a timeline. `start`, `end`: minutes of the day, or any numbers from -1e9 to 1e9; without an end it is a moment. */
export interface TimelineEntry {
  readonly start: number
  readonly end?: number
  readonly title: string
  readonly detail?: string
  readonly ink?: Ink
}

/**
 * Entries placed by time, in lanes where they overlap, with the hours beside them and a line for now. Its text shrinks to
 * 10 pixels; an entry too small for that has its title alone, or a part of it. `ink` is that of now.
 */
export interface Timeline extends Placed {
  readonly type: "timeline"
  /** At most 100. */
  readonly entries: readonly TimelineEntry[]
  /** Default "down". "across": from left to right. */
  readonly direction?: "down" | "across"
  /** The ends of the time that is shown. Default: the hours round the entries. */
  readonly from?: number
  readonly to?: number
  /** From one line to the next. Default 60. */
  readonly step?: number
  /** Words at places of their own in place of the hours. */
  readonly marks?: readonly { readonly place: number; readonly text: string }[]
  readonly now?: number
  /** Default: the time of day of `now`. */
  readonly nowLabel?: string
  /** Size of its titles in pixels at most. Default: that of the role "body". */
  readonly px?: number
  readonly family?: Family
  readonly ink?: Ink
}
