import { CLOCK, definePlugin, FETCH, field, LOG, SERVICE, z } from "platen/sdk"
import { isTimeZone } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { routes } from "./routes.js"
import { placeSearch } from "./service.js"

/** Where places are: asked of Open-Meteo, which needs no key. */
export default definePlugin({
  id: "places",
  config: z.strictObject({
    endpoint: field(z.url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" }), {
      help: { en: "Where Open-Meteo's search for places is answered" },
    }).default("https://geocoding-api.open-meteo.com/v1/search"),
  }),
  needs: { fetch: FETCH, clock: CLOCK, log: LOG, service: SERVICE },
  setup: ({ fetch, clock, log, service }, { endpoint }) => [
    ROUTES.of(
      ...routes(
        placeSearch({ fetch, clock, log, isZone: (name) => isTimeZone(name, service) }, endpoint),
        service.defaults.language,
      ),
    ),
  ],
})
