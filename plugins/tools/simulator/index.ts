import { definePlugin } from "platen/sdk"

/** Simulated devices with the habits of real firmware, which call a server as screens do. */
export default definePlugin({
  id: "simulator",
  commands: [
    { name: "simulate", summary: "run simulated devices against a server", load: () => import("./command.js") },
  ],
  setup: () => [],
})
