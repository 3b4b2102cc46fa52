import { lruSet } from "platen/sdk/kit"
import { frozen } from "../storage/recent.js"
import { rawQuery, typedQuery } from "./query.js"
import type { RawQuery, Route } from "platen/sdk/http"

/** Number of queries, and characters of the longest one that is remembered. */
const [MAX_QUERIES, LONGEST] = [4_096, 512]

/** A query as text, with what one route reads from it: a device calls the same route for days. */
export interface Query {
  readonly raw: RawQuery
  /** The query as the route's schema reads it. Throws BadInput (picture routes) or Invalid that names every faulty parameter. */
  typed(route: Route): unknown
}

/** Parses queries, each text once. */
export interface Queries {
  /** `search`: "?a=b", or "" without a query. The values are frozen. */
  of(search: string): Query
}

class Remembered implements Query {
  readonly raw: RawQuery
  #route: Route | undefined
  #values: unknown

  constructor(search: string) {
    this.raw = Object.freeze(rawQuery(search))
  }

  typed(route: Route): unknown {
    if (this.#route !== route) {
      this.#values = frozen(typedQuery(route.query, this.raw, route.picture !== undefined))
      this.#route = route
    }
    return this.#values
  }
}

export function queriesOf(): Queries {
  const none = new Remembered("")
  const known = new Map<string, Query>()
  return {
    of: (search) => {
      if (search.length < 2) return none
      const query = known.get(search) ?? new Remembered(search)
      if (search.length <= LONGEST) lruSet(known, search, query, MAX_QUERIES)
      return query
    },
  }
}
