import { definePlugin } from "platen/sdk"
import { column, stack, FRAMES, MESSAGES } from "platen/sdk/mode"
import type { Frame, SceneNode } from "platen/sdk/mode"
import { card } from "./card.js"
import { footer } from "./footer.js"
import { masthead, plate } from "./masthead.js"
import { messages } from "./messages.js"

/** The frame: a masthead above (name, date, battery), and a footer below where a page has something to say there. */
const frame: Frame = {
  id: "frame",
  rank: 50,
  wrap: (page, scene, context) =>
    context.card === true
      ? card(page, scene, context)
      : scene.frame === "bare"
        ? bare(page, plate(scene, context))
        : column({}, masthead(scene, context), { ...column({ grow: 1 }, page) }, ...footer(scene, context)),
}

/** The page without a frame, with `notice` over it if there is one. */
function bare(page: SceneNode, notice: SceneNode | undefined): SceneNode {
  return notice ? stack({}, page, notice) : page
}

export default definePlugin({
  id: "frame",
  setup: () => [FRAMES.of(frame), MESSAGES.of(messages)],
})
