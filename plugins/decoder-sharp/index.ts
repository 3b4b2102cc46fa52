import { definePlugin } from "platen/sdk"
import type { Decoder } from "platen/sdk"
import { decode, probe } from "./decoder.js"

/** JPEG, PNG, WebP and GIF. Loaded when the first picture comes: a server of words never needs it. */
const decoder: Decoder = { id: "sharp", probe, decode }

export default definePlugin({
  id: "decoder-sharp",
  setup: () => ({ decoders: [decoder] }),
})
