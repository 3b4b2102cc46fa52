import { Upstream } from "platen/sdk"
import { lruSet } from "platen/sdk/kit"
import type { Clock, Log, OutboundFetch } from "platen/sdk"
import { placesOf } from "./answer.js"
import type { FoundPlace } from "./answer.js"

/** Maximum places in one answer. Open-Meteo is always asked for as many, so that the cache serves every limit. */
export const MAX_PLACES = 10
const FRESH_MS = 3_600_000
/** Maximum cached answers; the least recently used is dropped first. */
const MAX_CACHED = 500
const TIMEOUT_MS = 5_000
const MAX_BYTES = 256 << 10

export interface Wanted {
  readonly query: string
  readonly scope: "auto" | "cn" | "global"
  /** BCP 47. */
  readonly locale: string
}

/** Searches places by name, best match first. Throws Upstream when Open-Meteo fails and no answer is cached. */
export type FindPlaces = (wanted: Wanted) => Promise<readonly FoundPlace[]>

interface Needs {
  readonly fetch: OutboundFetch
  readonly clock: Clock
  readonly log: Log
  readonly isZone: (name: string) => boolean
}

interface Kept {
  readonly found: readonly FoundPlace[]
  readonly at: number
}

/** The search. `endpoint`: URL of Open-Meteo's search. */
export function placeSearch(needs: Needs, endpoint: string): FindPlaces {
  const { clock, log } = needs
  const kept = new Map<string, Kept>()
  const flights = new Map<string, Promise<readonly FoundPlace[]>>()
  const asked = async (address: string): Promise<readonly FoundPlace[]> => {
    try {
      const found = await read(needs, address)
      lruSet(kept, address, { found, at: clock.now() }, MAX_CACHED)
      return found
    } catch (cause) {
      const { host } = new URL(endpoint)
      log.warn({ host, err: cause }, "place-search.failed")
      const old = kept.get(address)
      if (old) return old.found
      throw new Upstream("The place search is unavailable: try again later, or enter the coordinates yourself.", {
        cause,
      })
    }
  }
  return async (wanted) => {
    const address = addressOf(endpoint, wanted)
    const known = kept.get(address)
    // Absolute difference: after the clock was set back, no answer stays cached for days.
    if (known && Math.abs(clock.now() - known.at) < FRESH_MS) {
      lruSet(kept, address, known, MAX_CACHED)
      return known.found
    }
    const flight =
      flights.get(address) ??
      asked(address).finally(() => {
        flights.delete(address)
      })
    flights.set(address, flight)
    return flight
  }
}

/** The normalised URL of a query, also the cache key. */
function addressOf(endpoint: string, { query, scope, locale }: Wanted): string {
  const address = new URL(endpoint)
  const parameters = {
    name: query.normalize("NFKC").replaceAll(/\s+/g, " ").trim().toLowerCase(),
    count: String(MAX_PLACES),
    language: locale.split(/[-_]/)[0]!.toLowerCase(),
    format: "json",
    ...(scope === "cn" && { countryCode: "CN" }),
  }
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value)
  return address.href
}

async function read({ fetch, isZone }: Needs, address: string): Promise<readonly FoundPlace[]> {
  const answer = await fetch(address, {
    headers: { accept: "application/json" },
    timeout: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
  })
  if (answer.status !== 200) throw new Upstream(`The place search answered with status ${answer.status}.`)
  return placesOf(answer.json(), isZone)
}
