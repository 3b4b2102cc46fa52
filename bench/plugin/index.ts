import { definePlugin, z } from "platen/sdk"
import { defineMode, MODES } from "platen/sdk/mode"
import { pageScene, pageTexts } from "../page.js"

const page = defineMode<Record<string, never>>({
  id: "BENCH",
  title: { en: "Bench" },
  data: z.object({}),
  content: async () => ({ data: {} }),
  fallback: () => ({}),
  view: (_, { rssi, language }) => ({
    body: pageScene(pageTexts(String(rssi ?? 0))),
    language,
    footer: { attribution: "bench" },
  }),
})

/** Plugin of the mode BENCH, whose page has other texts for each `rssi`. */
export default definePlugin({ id: "bench", setup: () => [MODES.of(page)] })
