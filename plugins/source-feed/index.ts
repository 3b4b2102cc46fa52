import { CLOCK, definePlugin } from "platen/sdk"
import { SANDBOX, SOURCES } from "platen/sdk/mode"
import { feedSource } from "./feed-source.js"

/** Plugin of the source "feed": RSS, Atom and JSON feeds from the web. */
export default definePlugin({
  id: "source-feed",
  needs: { clock: CLOCK, sandbox: SANDBOX },
  setup: (needs) => [SOURCES.of(feedSource(needs))],
})
