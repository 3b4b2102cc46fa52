import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/**
 * Noto Serif SC, medium: Chinese from 20 pixels up, where a drawn pixel face ends. The file stands beside this one
 * (its package carries eight weights, 87 MB, for this one of 2 MB).
 */
export default definePlugin({
  id: "fonts-noto-serif-sc",
  setup: () => [
    FONTS.of({
      id: "noto-serif-sc",
      file: new URL("../../../plugins/fonts-noto-serif-sc/noto-serif-sc-500.woff", import.meta.url),
      families: ["sans", "serif", "mono"],
      rank: 1.8,
      covers: [
        [0x2e80, 0x9fff],
        [0xf900, 0xfaff],
        [0xfe30, 0xfe4f],
        [0xff00, 0xffef],
      ],
      sizes: { min: 20, max: 400 },
    }),
  ],
})
