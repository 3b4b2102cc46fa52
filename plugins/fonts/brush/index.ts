import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** Plugin of a Chinese brush face, for one large character: Ma Shan Zheng with the characters of the mode ZEN and some others. */
export default definePlugin({
  id: "fonts-brush",
  setup: () => [
    FONTS.of({
      id: "brush",
      file: new URL("./brush.woff2", import.meta.url),
      families: ["brush"],
      rank: 0,
      covers: [
        [0x3000, 0x303f],
        [0x4e00, 0x9fff],
        [0xff00, 0xffef],
      ],
      sizes: { min: 32, max: 720 },
    }),
  ],
})
