import { definePlugin, SECRETS } from "platen/sdk"
import { MODES } from "platen/sdk/mode"
import { collage } from "./mode.js"

/** Plugin of the mode COLLAGE: a page made of other modes. */
export default definePlugin({
  id: "collage",
  needs: { modes: MODES, secrets: SECRETS },
  setup: (needs) => [MODES.of(collage(needs))],
})
