import { definePlugin } from "platen/sdk"
import { ICONS } from "platen/sdk/drawing"
import { bitmaps } from "./bitmaps.js"
import { outlines } from "./outlines.js"

/** Plugin of the icons: hand-drawn at 12 and 16 pixels, outlines of Material Design Icons from 20 pixels. */
export default definePlugin({
  id: "icons",
  setup: () => [
    ICONS.of({
      id: "icons",
      outlines: {
        file: new URL(import.meta.resolve("@mdi/font/fonts/materialdesignicons-webfont.woff")),
        glyphs: outlines,
      },
      bitmaps,
    }),
  ],
})
