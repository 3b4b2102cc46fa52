import { definePlugin, FILES, LOAD, onReady, z } from "platen/sdk"
import { COMPILE, defineSource, MODES, SOURCES } from "platen/sdk/mode"
import { moonAt } from "./moon.js"

/** The phase of the moon at local noon, computed without a network. */
const moon = defineSource({
  name: "moon",
  parameters: z.strictObject({}),
  result: z.strictObject({ phase: z.string(), lit: z.number().int().min(0).max(100), waxing: z.boolean() }),
  cacheFor: 3600,
  read: async (_, { day, language }) => moonAt(Date.UTC(day.year, day.month - 1, day.day, 12), language),
})

/** A source and a JSON mode. The mode is compiled in onReady, when all sources are registered. */
export default definePlugin({
  id: "moon-phase",
  needs: { files: FILES, compile: COMPILE, load: LOAD },
  setup: ({ files, compile, load }) => [
    SOURCES.of(moon),
    onReady(async () => {
      const spec = JSON.parse(await files.text(new URL("./moon.json", import.meta.url)))
      const mode = compile(spec)
      await load(definePlugin({ id: "moon-phase-mode", setup: () => [MODES.of(mode)] }))
    }),
  ],
})
