import { definePlugin } from "platen/sdk"
import { FOREIGN_MODES } from "platen/sdk/mode"
import { convert } from "./convert.js"

/** Plugin of what InkSight has: converts its definitions of modes to mode specs, over the API and on the command line, which also takes over its databases. */
export default definePlugin({
  id: "inksight-definitions",
  commands: [
    {
      name: "import",
      summary: "take over modes and data of other products",
      load: () => import("./command.js"),
    },
  ],
  setup: () => [FOREIGN_MODES.of({ id: "inksight", convert })],
})
