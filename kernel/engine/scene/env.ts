import type { DitheredImage } from "platen/sdk/drawing"
import type { Image, ScreenClass } from "platen/sdk/mode"
import type { Typesetter } from "../text/block.js"
import type { PageBudget } from "./budget.js"
import type { Layouts } from "./layout.js"
import type { NodeKinds } from "./node-kinds.js"

/** Environment of a layout. */
export interface SceneEnv {
  readonly typesetter: Typesetter
  readonly screen: ScreenClass
  /** Kinds of nodes that plugins contribute. */
  readonly kinds: NodeKinds
  /** Language of the page, as a BCP 47 tag. */
  readonly language: string
  /** Layout trees of earlier pages of this typesetter, for reuse; undefined: each page builds its own. */
  readonly layouts?: Layouts
  /** Bound on the cost; undefined: unbounded. */
  readonly budget?: PageBudget
  /** Dithered pictures of the page; undefined: drawn as frames. */
  readonly pictures?: ReadonlyMap<Image, DitheredImage>
}
