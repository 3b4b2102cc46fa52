import { definePlugin } from "platen/sdk"

/** The operator's look at devices, from the shell. */
export default definePlugin({
  id: "device-command",
  commands: [
    {
      name: "device",
      summary: "list, forget and free screens, print their tokens",
      load: () => import("./command.js"),
    },
  ],
  setup: () => [],
})
