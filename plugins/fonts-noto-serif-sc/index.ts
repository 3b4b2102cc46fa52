import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/**
 * Plugin of Noto Serif SC, medium, for Chinese from 20 pixels, above the sizes of pixel fonts. The file is stored here,
 * because its package has eight weights of 87 MB instead of this one of 2 MB.
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
