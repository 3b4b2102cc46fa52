import type { Placed, Role, Text, Tint } from "../mode/scene.js"
import type { z } from "../schema.js"
import type { Ink } from "./bitmap.js"

/** Words that are set, ready to be written. Pixels. */
export interface Words {
  readonly width: number
  readonly height: number
  /** From the top to the first baseline. */
  readonly baseline: number
  readonly lineCount: number
  /** True: not all of them fit. */
  readonly clipped: boolean
  /** True: not all of them fit, or a word is broken inside. */
  readonly tight: boolean
}

/** The look of words in a node. `width`: pixels at most, default unbounded; `lines`: at most, default 1. */
export type WordsStyle = Pick<
  Text,
  | "role"
  | "px"
  | "family"
  | "weight"
  | "slant"
  | "tracking"
  | "features"
  | "tabular"
  | "language"
  | "lines"
  | "leading"
  | "trim"
> & { readonly width?: number; readonly align?: "start" | "center" | "end" }

/** Sets words in the fonts of the page. */
export interface Type {
  /** Pixels of one unit on this screen. */
  readonly unit: number
  /** Language of the page, as a BCP 47 tag. */
  readonly language: string
  /** Pixels of a role on this screen, for words like these. */
  px(role: Role, words?: string): number
  set(words: string, style: WordsStyle): Words
}

/** The box of a node, to draw in: nothing is drawn outside it. Coordinates are whole pixels from its top left corner, `right` and `bottom` exclusive. */
export interface Painter extends Type {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** The ink of the node, else of the box round it; and that of the box round it, for what the node's own ink does not mean. */
  readonly ink: Ink
  readonly boxInk: Ink
  /** Fills a rectangle. Default ink: that of the node, else of the box round it. */
  fill(left: number, top: number, right: number, bottom: number, fill?: Ink | Tint): void
  /** Writes words, with the top left corner of their box at `x`, `y`. */
  write(words: Words, x: number, y: number, ink?: Ink): void
}

/** The fields of a node besides its type, its placement and its ink. */
export type NodeFields<N> = Omit<N, "type" | "ink" | keyof Placed>

/** A kind of scene node: how nodes of one type are checked, measured, drawn and described. Pure: the same node gives the same pixels. */
export interface NodeKind<N = never> {
  /** ^[a-z][a-z-]{0,31}$ */
  readonly type: string
  /** URL of the module whose default export it is: `import.meta.url`. Users' pages are drawn in another process, which imports it. */
  readonly module: string
  /** The fields of a node, also in JSON modes. A page with a node that does not fit it cannot be drawn. */
  readonly schema: z.ZodObject
  /** Pixels that a node takes in the room offered (Infinity: as much as it likes). Default: a node fills its box; `grow` is 1 unless a size is given. */
  measure?(node: N, room: NodeSize, type: Type): NodeSize
  paint(node: N, painter: Painter): void
  /** True: on a page that reads from the right the node is painted as in a mirror, but for its words, which stay readable. Default: false. */
  readonly mirrored?: boolean
  /** The node in words, for screen readers. Default: it is decoration. */
  describe?(node: N): string
  /** Faults of a node in its box: sentences that name the thing and the remedy. */
  lint?(node: N, box: NodeSize, type: Type): readonly string[]
}

/** Pixels. */
export interface NodeSize {
  readonly width: number
  readonly height: number
}
