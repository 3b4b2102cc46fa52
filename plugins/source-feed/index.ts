import { CLOCK, definePlugin } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import { feedSource } from "./feed-source.js"

/** Plugin of the source "feed": RSS, Atom and JSON feeds from the web. */
export default definePlugin({
  id: "source-feed",
  needs: { clock: CLOCK },
  setup: ({ clock }) => [SOURCES.of(feedSource(clock))],
})
