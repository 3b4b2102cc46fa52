import { definePlugin } from "platen/sdk"
import { DECODERS } from "platen/sdk/drawing"

/** Plugin of the decoder for JPEG, PNG, WebP and GIF. */
export default definePlugin({
  id: "decoder-sharp",
  setup: () => [DECODERS.of({ id: "sharp", module: new URL("./decoder.js", import.meta.url) })],
})
