import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** Plugin of a display face for large numerals and initials: Libre Caslon Text, with a minus as wide as a figure. Its thin strokes hold from 48 pixels. */
export default definePlugin({
  id: "fonts-caslon",
  setup: () => [
    FONTS.of({
      id: "libre-caslon-text",
      file: new URL("./caslon.woff2", import.meta.url),
      families: ["display"],
      rank: -0.5,
      covers: [
        [0x20, 0x7e],
        [0xa0, 0xff],
        [0x2000, 0x206f],
        [0x2212, 0x2212],
      ],
      sizes: { min: 48, max: 2_400 },
    }),
  ],
})
