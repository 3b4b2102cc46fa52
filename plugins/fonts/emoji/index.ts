import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** Plugin of Noto Emoji: a monochrome outline for every emoji. */
export default definePlugin({
  id: "fonts-emoji",
  setup: () => [
    FONTS.of({
      id: "noto-emoji",
      file: new URL(import.meta.resolve("@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff")),
      families: ["sans", "serif", "mono"],
      rank: 4,
      // The first are those of keycaps.
      covers: [
        [0x23, 0x23],
        [0x2a, 0x2a],
        [0x30, 0x39],
        [0x20e3, 0x20e3],
        [0x2194, 0x21aa],
        [0x231a, 0x23f3],
        [0x25aa, 0x25fe],
        [0x2600, 0x27bf],
        [0x2934, 0x2935],
        [0x2b05, 0x2b55],
        [0x1f000, 0x1faff],
      ],
      sizes: { min: 12, max: 720 },
    }),
  ],
})
