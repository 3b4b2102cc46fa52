import { definePlugin } from "platen/sdk"
import { FOREIGN_MODES } from "platen/sdk/mode"
import { convert } from "./convert.js"

/** Plugin of the definitions of modes in InkSight's format: converts them to mode specs, over the API and on the command line. */
export default definePlugin({
  id: "inksight-definitions",
  commands: [
    {
      name: "import",
      summary: "convert modes of other products",
      load: () => import("./command.js"),
    },
  ],
  setup: () => [FOREIGN_MODES.of({ id: "inksight", convert })],
})
