import { definePlugin } from "platen/sdk"

/** Plugin of the `platen device` command. */
export default definePlugin({
  id: "device-command",
  commands: [
    {
      name: "device",
      summary: "list, forget and release screens, print their tokens",
      load: () => import("./command.js"),
    },
  ],
  setup: () => [],
})
