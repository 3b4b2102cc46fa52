import { definePlugin, FILES, LOAD, onReady, z } from "platen/sdk"
import { COMPILE, defineSource, MODES, SOURCES } from "platen/sdk/mode"
import { holidaysFrom } from "./holidays.js"

/** The next public holidays of a country, computed without a network. */
const source = defineSource({
  name: "public-holidays",
  description: "The next public holidays of a country or of one of its regions.",
  parameters: z.strictObject({
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, "write the two letters of a country, such as DE")
      .transform((letters) => letters.toUpperCase()),
    region: z.string().max(20).default("").describe('Such as BE for Berlin; "" for what the whole country keeps.'),
    count: z.number().int().min(1).max(12).default(8),
  }),
  result: z.strictObject({
    items: z.array(
      z.strictObject({
        name: z.string(),
        date: z.string().describe("Year, month and day, such as 2026-12-25."),
        days: z.number().int().min(0).describe("Days until then; 0: today."),
      }),
    ),
  }),
  cacheFor: 86_400,
  dependsOn: ["language", "day"],
  read: async (asked, { day, language }) => ({ items: holidaysFrom(asked, day, language) }),
})

/** A source with a dependency, and a JSON mode, which is compiled in onReady, when all sources are registered. */
export default definePlugin({
  id: "holidays",
  needs: { files: FILES, compile: COMPILE, load: LOAD },
  setup: ({ files, compile, load }) => [
    SOURCES.of(source),
    onReady(async () => {
      const mode = compile(JSON.parse(await files.text(new URL("./holidays.json", import.meta.url))))
      await load(definePlugin({ id: "holidays-mode", setup: () => [MODES.of(mode)] }))
    }),
  ],
})
