import { lruSet } from "platen/sdk/kit"
import { definePlugin, field, FILES, LOG, z } from "platen/sdk"
import { defineSource, SOURCES } from "platen/sdk/mode"
import { ON_THIS_DAY } from "platen/sdk/sources"
import type { OnThisDay } from "platen/sdk/sources"
import { eventOf, rowsSchema } from "./events.js"
import type { Row } from "./events.js"
import { editionOf, wikipediaEvent } from "./wikipedia.js"

/** The build does not copy it. */
const ROWS = new URL("./rows.json", import.meta.url)

/** Languages in which the table is written; another writing of them is made from it. */
const OWN: ReadonlySet<string> = new Set(["en", "zh"])
const DAY_MS = 86_400_000
/** Events of Wikipedia that are kept: of all its editions on a few days. */
const MAX_FOUND = 64
/** Seconds after which Wikipedia is asked again when it did not answer. */
const MISSING_S = 1_800

/**
 * Plugin of the source "on-this-day": events of its own table, each found in two sources (sources.json); on other days
 * and in other languages an event of Wikipedia, while the network is there.
 */
export default definePlugin({
  id: "source-on-this-day",
  needs: { files: FILES, log: LOG },
  config: z.strictObject({
    wikipedia: field(z.boolean(), {
      help: { en: "Ask Wikipedia for the days and languages that the plugin's own table lacks" },
    }).default(true),
    endpoint: field(z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" }), {
      help: { en: "Address of Wikimedia's feed" },
    }).default("https://api.wikimedia.org/feed/v1/wikipedia"),
  }),
  setup: ({ files, log }, { wikipedia, endpoint }) => {
    // Read when the first page needs it, and kept: the table is small, and pages of many languages ask.
    let rows: Promise<readonly Row[]> | undefined
    const found = new Map<string, OnThisDay | undefined>()
    const table = (): NonNullable<typeof rows> =>
      (rows ??= files.text(ROWS).then((text) => rowsSchema.parse(JSON.parse(text))))
    return [
      SOURCES.of(
        defineSource({
          ...ON_THIS_DAY,
          cacheFor: 86_400,
          dependsOn: ["language", "day"],
          read: async (_, { day, language, now, fetch, askAgainIn }) => {
            const own = eventOf(await table(), day, language)
            if (!wikipedia || (own.event !== "" && OWN.has(language.split("-")[0]!))) return own
            try {
              const edition = editionOf(language)
              if (edition === undefined) return own
              // However a language is written, its edition is asked once a day.
              const key = `${edition} ${day.year}-${day.month}-${day.day} ${Math.floor(now / DAY_MS)}`
              if (!found.has(key))
                lruSet(found, key, await wikipediaEvent(day, edition, { fetch, endpoint }), MAX_FOUND)
              return found.get(key) ?? own
            } catch (err) {
              log.warn({ err }, "wikipedia.failed")
              askAgainIn(MISSING_S)
              return own
            }
          },
        }),
      ),
    ]
  },
})
