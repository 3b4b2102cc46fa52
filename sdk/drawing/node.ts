import type { Placed } from "../mode/scene.js"
import type { z } from "../schema.js"
import type { Ink } from "./bitmap.js"

/**
 * The box of a node, to draw in. Coordinates are whole pixels from its top left corner, `right` and `bottom` exclusive. Nothing is drawn
 * outside the box.
 */
export interface Painter {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Fills a rectangle. Default ink: that of the node, else of the box round it. */
  fill(left: number, top: number, right: number, bottom: number, ink?: Ink): void
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
  measure?(node: N, room: NodeSize): NodeSize
  paint(node: N, painter: Painter): void
  /** The node in words, for screen readers. Default: it is decoration. */
  describe?(node: N): string
  /** Faults of a node in its box: sentences that name the thing and the remedy. */
  lint?(node: N, box: NodeSize): readonly string[]
}

/** Pixels. */
export interface NodeSize {
  readonly width: number
  readonly height: number
}
