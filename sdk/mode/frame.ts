import type { ViewContext } from "./mode.js"
import type { Scene, SceneNode } from "./scene.js"

/** A part that stands round every full page, such as a masthead or a footer. Frames wrap the page in order of rank, the lowest innermost. */
export interface Frame {
  readonly id: string
  readonly rank: number
  wrap(page: SceneNode, scene: Scene, context: FrameContext): SceneNode
}

/** The context in which a frame is drawn: that of the view, and what the frame says of the page. */
export interface FrameContext extends ViewContext {
  readonly mode: { readonly id: string; readonly title: string; readonly icon: string | undefined }
  readonly batteryIcon?: string
  /** True: no device shows the page; people send it to one another. */
  readonly card?: boolean
  /** Set when the content is the last good one: when it was made, in the device's zone. */
  readonly asOf?: {
    readonly hour: number
    readonly minute: number
    readonly month: number
    readonly day: number
    readonly today: boolean
  }
}
