import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** x */
export default definePlugin({
  id: "fonts-noto-sans-jp",
  setup: () => [
    FONTS.of({
      id: "noto-sans-jp",
      file: new URL("../../../plugins/fonts-noto-sans-jp/noto-sans-jp-400.woff", import.meta.url),
      families: ["sans", "serif", "mono"],
      // Before the pixel faces in its own languages, after them in others.
      rank: 2.2,
      covers: [
        [0x2010, 0x2051],
        [0x2100, 0x33ff],
        [0x3400, 0x9fff],
        [0xac00, 0xd7af],
        [0xf900, 0xfaff],
        [0xfe10, 0xfe6b],
        [0xff00, 0xffef],
        [0x20000, 0x2fa1f],
      ],
      languages: ["ja"],
      sizes: { min: 16, max: 720 },
    }),
  ],
})
