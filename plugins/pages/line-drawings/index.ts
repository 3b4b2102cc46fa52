import { definePlugin } from "platen/sdk"
import { NODES } from "platen/sdk/drawing"
import drawing from "./drawing.js"

/** Plugin of the node "drawing": pictures in lines that code draws. */
export default definePlugin({
  id: "line-drawings",
  setup: () => [NODES.of(drawing)],
})
