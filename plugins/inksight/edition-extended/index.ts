import { definePlugin, z } from "platen/sdk"
import { AREAS } from "platen/sdk/http"

const FULL_VOLTS = 3.3

/** Plugin of the extended edition: linear battery level up to 3.3 V, and aliases of the paths under /api/v1. */
export default definePlugin({
  id: "edition-extended",
  config: z.strictObject({
    mount: z
      .string()
      .regex(/^\/[a-z0-9/-]*$/, "begin with /")
      .default("/"),
  }),
  setup: (_, { mount }) => [
    AREAS.of({
      id: "extended",
      realm: "extended",
      mount,
      aliases: { "/api": "/api/v1" },
      battery: (volts) => ({ percent: Math.min(100, Math.max(0, Math.trunc((volts / FULL_VOLTS) * 100))) }),
    }),
  ],
})
