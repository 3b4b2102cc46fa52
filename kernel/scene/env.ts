import type { ScreenClass } from "platen/sdk"
import type { Typesetter } from "../text/block.js"

/** What laying out needs to know beside the scene. */
export interface SceneEnv {
  readonly typesetter: Typesetter
  readonly screen: ScreenClass
  /** BCP 47: the page's language. */
  readonly language: string
}
