import { definePlugin } from "platen/sdk"

/** Plugin of the SQLite storage engine: one file in the data folder. Its code is loaded by whoever opens a store. */
export default definePlugin({
  id: "storage-sqlite",
  engines: [
    {
      id: "sqlite",
      open: async (options) => (await import("./open.js")).openEngine(options),
      backUp: async (...given) => (await import("./backup.js")).backUp(...given),
      restore: async (...given) => (await import("./backup.js")).restore(...given),
    },
  ],
  setup: () => [],
})
