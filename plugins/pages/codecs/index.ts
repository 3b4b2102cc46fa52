import { definePlugin } from "platen/sdk"
import { CODECS } from "platen/sdk/drawing"
import { bmp } from "./bmp.js"
import { measuredPng, png } from "./png.js"
import { raw2bpp } from "./raw2bpp.js"

/** Plugin of the formats that pages are sent in. */
export default definePlugin({
  id: "codecs",
  setup: () => [CODECS.of(bmp, measuredPng, png, raw2bpp)],
})
