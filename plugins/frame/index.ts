import { definePlugin } from "platen/sdk"
import { footer } from "./footer.js"
import { column, rule } from "platen/sdk"
import type { Frame } from "platen/sdk"
import { statusBar } from "./status-bar.js"
import { messages } from "./messages.js"

/** A thin line above (part of day, date, battery) and one below (icon, name, attribution). */
const frame: Frame = {
  id: "frame",
  rank: 50,
  wrap: (page, scene, context) => scene.frame === "bare" ? page : column({},
    statusBar(context),
    rule(),
    { ...column({ grow: 1 }, page) },
    rule(),
    footer(scene, context),
  ),
}

export default definePlugin({
  id: "frame",
  setup: () => ({ frames: [frame], messages }),
})
