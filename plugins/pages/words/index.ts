import { definePlugin } from "platen/sdk"
import { MESSAGES } from "platen/sdk/mode"
import { messages } from "./messages.js"

/** Plugin of date words, date patterns, numbers and lists in many languages. They are pinned here, because the locale data of the runtime changes. */
export default definePlugin({
  id: "words",
  setup: () => [MESSAGES.of(messages())],
})
