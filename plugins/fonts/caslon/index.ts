import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** Plugin of a display face for large numerals and initials: Libre Caslon Text. Its thin strokes hold from 48 pixels. */
export default definePlugin({
  id: "fonts-caslon",
  setup: () => [
    FONTS.of({
      id: "libre-caslon-text",
      file: new URL(import.meta.resolve("@fontsource/libre-caslon-text/files/libre-caslon-text-latin-400-normal.woff")),
      families: ["display"],
      rank: -0.5,
      covers: [
        [0x20, 0x7e],
        [0xa0, 0xff],
        [0x2000, 0x206f],
      ],
      sizes: { min: 48, max: 720 },
    }),
  ],
})
