import { definePlugin } from "platen/sdk"

/** JPEG, PNG, WebP and GIF. */
export default definePlugin({
  id: "decoder-sharp",
  setup: () => ({ decoders: [{ id: "sharp", module: new URL("./decoder.js", import.meta.url) }] }),
})
