import { definePlugin, FILES } from "platen/sdk"
import { ICONS } from "platen/sdk/drawing"
import { outlines } from "./outlines.js"
import { withSynonyms } from "./synonyms.js"

/**
 * All that is drawn by hand: outlines turn to mush at 12 and 16 pixels, and weather is one family up to 64, which vendor/icons/weather.mjs makes.
 * A file has pictures one below the other: a line "name@px", its rows, an empty line.
 */
const BITMAPS = new URL("./bitmaps/", import.meta.url)
const OUTLINES = new URL(import.meta.resolve("@mdi/font/fonts/materialdesignicons-webfont.woff"))

/** The pictures of a file by their first lines, unread. */
function picturesOf(text: string): readonly (readonly [key: string, rows: string])[] {
  return text
    .trimEnd()
    .split("\n\n")
    .map((picture) => {
      const end = picture.indexOf("\n")
      return [picture.slice(0, end), picture.slice(end + 1)] as const
    })
}

/**
 * Plugin of the icons: hand-drawn at 12 and 16 pixels, outlines of Material Design Icons from 20 pixels. The weather is
 * hand-drawn at 24, 32, 48 and 64 pixels too.
 */
export default definePlugin({
  id: "icons",
  needs: { files: FILES },
  setup: async ({ files }) => {
    const names = (await files.list(BITMAPS)).filter((name) => name.endsWith(".txt"))
    const texts = await Promise.all(names.map((name) => files.text(new URL(name, BITMAPS))))
    return [
      ICONS.of({
        id: "icons",
        outlines: { file: OUTLINES, glyphs: withSynonyms(outlines) },
        bitmaps: withSynonyms(Object.fromEntries(texts.flatMap(picturesOf))),
      }),
    ]
  },
})
