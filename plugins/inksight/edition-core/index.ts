import { definePlugin, z } from "platen/sdk"
import { AREAS } from "platen/sdk/http"
import type { Battery } from "platen/sdk/http"

/** Battery levels by minimum volts; the first match applies. Source: the core document, "Battery mapping". */
const STEPS: readonly (Battery & { readonly from: number })[] = [
  { from: 3.4, percent: 100, icon: "battery-full" },
  { from: 3.3, percent: 70, icon: "battery-high" },
  { from: 3.2, percent: 40, icon: "battery-medium" },
  { from: -Infinity, percent: 10, icon: "battery-low" },
]

/** Plugin of the core edition: four battery levels, no credentials, its own devices. */
export default definePlugin({
  id: "edition-core",
  optional: true,
  config: z.strictObject({
    mount: z
      .string()
      .regex(/^\/[a-z0-9/-]*$/, "begin with /")
      .default("/"),
  }),
  setup: (_, { mount }) => [
    AREAS.of({
      id: "core",
      realm: "core",
      mount,
      aliases: { "/api": "/api/v1" },
      battery: (volts) => {
        const { percent, icon } = STEPS.find(({ from }) => volts >= from)!
        return { percent, icon: icon! }
      },
    }),
  ],
})
