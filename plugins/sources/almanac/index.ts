import { definePlugin } from "platen/sdk"
import { defineSource, SOURCES } from "platen/sdk/mode"
import { ALMANAC } from "platen/sdk/sources"

/** Plugin of the source "almanac": the Chinese calendar and its almanac, computed without a network. */
export default definePlugin({
  id: "source-almanac",
  setup: () => [
    SOURCES.of(
      defineSource({
        ...ALMANAC,
        cacheFor: 86_400,
        dependsOn: ["day", "language"],
        // Loaded for the first reader: most servers never need it.
        read: async (_, { day, language }) => (await import("./almanac.js")).almanacOf(day, language),
      }),
    ),
  ],
})
