import { definePlugin } from "platen/sdk"
import { defineSource, SOURCES } from "platen/sdk/mode"
import { SKY } from "platen/sdk/sources"

/** Plugin of the source "sky": sun, moon, planets and eclipses, computed without a network. */
export default definePlugin({
  id: "source-sky",
  setup: () => [
    SOURCES.of(
      defineSource({
        ...SKY,
        cacheFor: 86_400,
        dependsOn: ["day", "place", "timeZone"],
        // Loaded for the first reader: most servers never need it.
        read: async (_, context) => (await import("./sky.js")).skyOfDay(context),
      }),
    ),
  ],
})
