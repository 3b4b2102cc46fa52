import { definePlugin, field, z } from "platen/sdk"
import { SOURCES } from "platen/sdk/mode"
import { airSource } from "./air.js"
import { weatherSource } from "./forecast.js"

const endpoint = (what: string, address: string): z.ZodDefault<z.ZodURL> =>
  field(z.url({ protocol: /^https?$/, error: "must be a URL that begins with http:// or https://" }), {
    help: { en: what },
  }).default(address)

/** Plugin of the sources "weather" and "air", from Open-Meteo, which needs no key, or from a server of one's own. */
export default definePlugin({
  id: "source-weather",
  config: z.strictObject({
    endpoint: endpoint("Address of Open-Meteo's forecast", "https://api.open-meteo.com/v1/forecast"),
    airEndpoint: endpoint(
      "Address of Open-Meteo's air quality",
      "https://air-quality-api.open-meteo.com/v1/air-quality",
    ),
  }),
  setup: (_, config) => [SOURCES.of(weatherSource(config.endpoint), airSource(config.airEndpoint))],
})
