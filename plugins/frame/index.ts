import { definePlugin } from "platen/sdk"
import { column, rule, stack, FRAMES, MESSAGES } from "platen/sdk/mode"
import type { Frame, SceneNode } from "platen/sdk/mode"
import { card } from "./card.js"
import { footer } from "./footer.js"
import { plate, statusBar } from "./status-bar.js"
import { messages } from "./messages.js"

/** The frame: a status line above (part of day, date, battery) and a footer below (icon, name, attribution). */
const frame: Frame = {
  id: "frame",
  rank: 50,
  wrap: (page, scene, context) =>
    context.card === true
      ? card(page, scene, context)
      : scene.frame === "bare"
        ? bare(page, plate(context))
        : column({}, statusBar(context), rule(), { ...column({ grow: 1 }, page) }, rule(), footer(scene, context)),
}

/** The page without a frame, with `notice` over it if there is one. */
function bare(page: SceneNode, notice: SceneNode | undefined): SceneNode {
  return notice ? stack({}, page, notice) : page
}

export default definePlugin({
  id: "frame",
  setup: () => [FRAMES.of(frame), MESSAGES.of(messages)],
})
