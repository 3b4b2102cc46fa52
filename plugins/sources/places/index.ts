import { definePlugin, field, SERVICE, z } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { SOURCE_READS, SOURCES } from "platen/sdk/mode"
import { routes } from "./routes.js"
import { placesSource } from "./source.js"

/** Search for places by name through Open-Meteo's geocoding API, which needs no key. */
export default definePlugin({
  id: "places",
  config: z.strictObject({
    endpoint: field(z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" }), {
      help: { en: "Address of Open-Meteo's geocoding search" },
    }).default("https://geocoding-api.open-meteo.com/v1/search"),
  }),
  needs: { service: SERVICE, reads: SOURCE_READS },
  setup: (needs, { endpoint }) => [
    SOURCES.of(placesSource(endpoint, needs.service.isTimeZone)),
    ROUTES.of(...routes(needs)),
  ],
})
