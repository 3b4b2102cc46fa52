import { definePlugin } from "platen/sdk"
import { column, rule, stack, FRAMES, MESSAGES } from "platen/sdk/mode"
import type { Frame, SceneNode } from "platen/sdk/mode"
import { card } from "./card.js"
import { footer } from "./footer.js"
import { plate, statusBar } from "./status-bar.js"
import { messages } from "./messages.js"

/** A thin line above (part of day, date, battery) and one below (icon, name, attribution). */
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

/** Nothing but the page, unless something must be said. */
function bare(page: SceneNode, said: SceneNode | undefined): SceneNode {
  return said ? stack({}, page, said) : page
}

export default definePlugin({
  id: "frame",
  setup: () => [FRAMES.of(frame), MESSAGES.of(messages)],
})
