import { CLOCK, definePlugin, SERVICE } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { SOURCE_READS, SOURCES } from "platen/sdk/mode"
import { routes } from "./routes.js"

/** Plugin of the routes for people who write modes: which sources there are, and what one answers. */
export default definePlugin({
  id: "sources",
  needs: { sources: SOURCES, reads: SOURCE_READS, service: SERVICE, clock: CLOCK },
  setup: (needs) => [ROUTES.of(...routes(needs))],
})
