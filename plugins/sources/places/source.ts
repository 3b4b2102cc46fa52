import { Upstream } from "platen/sdk"
import { defineSource } from "platen/sdk/mode"
import type { Source } from "platen/sdk/mode"
import { PLACES } from "platen/sdk/sources"
import { placesOf } from "./answer.js"

/** Maximum places in one answer. Open-Meteo is always asked for as many, so that one answer serves every limit. */
export const MAX_PLACES = 10
const DAY_S = 86_400
const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 << 10

/** The source "places". `endpoint`: URL of Open-Meteo's search; `isZone`: whether the server knows a time zone. */
export function placesSource(endpoint: string, isZone: (name: string) => boolean): Source {
  return defineSource({
    ...PLACES,
    cacheFor: DAY_S,
    staleFor: 30 * DAY_S,
    dependsOn: [],
    read: async ({ name, scope, language = "en" }, { fetch }) => {
      const address = new URL(endpoint)
      const parameters = {
        name: normalised(name),
        count: String(MAX_PLACES),
        language: languageOf(language),
        format: "json",
        ...(scope === "cn" && { countryCode: "CN" }),
      }
      for (const [key, value] of Object.entries(parameters)) address.searchParams.set(key, value)
      const answer = await fetch(address, {
        headers: { accept: "application/json" },
        timeout: TIMEOUT_MS,
        maxBytes: MAX_BYTES,
        connection: { origin: address.origin },
      })
      try {
        return { places: placesOf(answer.json(), isZone) }
      } catch (cause) {
        throw new Upstream(`${address.hostname} answers with something that is no list of places: try again later.`, {
          cause,
        })
      }
    },
  })
}

/** A name as it is asked for, however somebody has typed it. */
export function normalised(name: string): string {
  return name.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase()
}

/** The language of names that is asked for: without its region. */
export function languageOf(tag: string): string {
  return tag.split(/[-_]/)[0]!.toLowerCase()
}
