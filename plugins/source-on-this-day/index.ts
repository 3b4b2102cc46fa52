import { definePlugin, FILES } from "platen/sdk"
import { defineSource, SOURCES } from "platen/sdk/mode"
import { ON_THIS_DAY } from "platen/sdk/sources"
import { eventOf, rowsSchema } from "./events.js"
import type { Row } from "./events.js"

/** The build does not copy it. */
const ROWS = new URL("../../../plugins/source-on-this-day/rows.json", import.meta.url)

/** Plugin of the source "on-this-day": events of its own table, each found in two sources, without a network. */
export default definePlugin({
  id: "source-on-this-day",
  needs: { files: FILES },
  setup: ({ files }) => {
    // Read when the first page needs it, and kept: the table is small, and pages of many languages ask.
    let rows: Promise<readonly Row[]> | undefined
    const table = (): NonNullable<typeof rows> =>
      (rows ??= files.text(ROWS).then((text) => rowsSchema.parse(JSON.parse(text))))
    return [
      SOURCES.of(
        defineSource({
          ...ON_THIS_DAY,
          cacheFor: 86_400,
          dependsOn: ["language", "day"],
          read: async (_, { day, language }) => eventOf(await table(), day, language),
        }),
      ),
    ]
  },
})
