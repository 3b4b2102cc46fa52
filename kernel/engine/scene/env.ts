import type { DitheredImage } from "platen/sdk/drawing"
import type { Image, ScreenClass } from "platen/sdk/mode"
import type { Typesetter } from "../text/block.js"
import type { Budget } from "./budget.js"
import type { Layouts } from "./layout.js"

/** What laying out needs to know beside the scene. */
export interface SceneEnv {
  readonly typesetter: Typesetter
  readonly screen: ScreenClass
  /** BCP 47: the page's language. */
  readonly language: string
  /** Trees of earlier pages of this typesetter, to be used again; none: each page builds its own. */
  readonly layouts?: Layouts
  /** What laying out may cost; none: whatever it costs, as for pages of the operator's own modes. */
  readonly budget?: Budget
  /** The page's pictures, in inks; none: frames stand in their place. */
  readonly pictures?: ReadonlyMap<Image, DitheredImage>
}
