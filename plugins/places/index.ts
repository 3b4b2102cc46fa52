import { CLOCK, definePlugin, FETCH, field, LOG, SERVICE, z } from "platen/sdk"
import { ROUTES } from "platen/sdk/http"
import { routes } from "./routes.js"
import { placeSearch } from "./service.js"

/** Search for places by name through Open-Meteo's geocoding API, which needs no key. */
export default definePlugin({
  id: "places",
  config: z.strictObject({
    endpoint: field(z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" }), {
      help: { en: "Address of Open-Meteo's geocoding search" },
    }).default("https://geocoding-api.open-meteo.com/v1/search"),
  }),
  needs: { fetch: FETCH, clock: CLOCK, log: LOG, service: SERVICE },
  setup: ({ fetch, clock, log, service }, { endpoint }) => [
    ROUTES.of(
      ...routes(placeSearch({ fetch, clock, log, isZone: service.isTimeZone }, endpoint), service.defaults.language),
    ),
  ],
})
