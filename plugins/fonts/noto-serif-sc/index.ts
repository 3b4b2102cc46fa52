import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** Plugin of Noto Serif SC, medium: Song, for Chinese from 31 pixels; below, a sans is more even. */
export default definePlugin({
  id: "fonts-noto-serif-sc",
  setup: () => [
    FONTS.of({
      id: "noto-serif-sc",
      file: new URL("./noto-serif-sc-500.woff2", import.meta.url),
      families: ["sans", "serif", "mono", "display", "brush"],
      rank: 2.15,
      covers: [
        [0x2e80, 0x9fff],
        [0xf900, 0xfaff],
        [0xfe30, 0xfe4f],
        [0xff00, 0xffef],
      ],
      languages: ["zh", "zh-Hans", "zh-CN", "zh-SG"],
      sizes: { min: 31, max: 1_440 },
    }),
  ],
})
