import { lruSet } from "platen/sdk/kit"
import { frozen } from "../storage/recent.js"
import { rawQuery, typedQuery } from "./query.js"
import type { RawQuery, Route } from "platen/sdk/http"

/** Number of queries, and characters of the longest one that is remembered. */
const [MAX_QUERIES, LONGEST] = [2_048, 512]

/** A query as text, with what one route reads from it: a device calls the same route for days. */
export class Query {
  readonly raw: RawQuery
  #route: Route | undefined
  #values: unknown

  /** `search`: "?a=b", or "" without a query. The values are frozen. */
  constructor(search: string) {
    this.raw = Object.freeze(rawQuery(search))
  }

  /** The query as the route's schema reads it. Throws BadInput (picture routes) or Invalid that names every faulty parameter. */
  typed(route: Route): unknown {
    if (this.#route !== route) {
      this.#values = frozen(typedQuery(route.query, this.raw, route.picture !== undefined))
      this.#route = route
    }
    return this.#values
  }
}

/** Parses queries, each text once. */
export function queriesOf(): (search: string) => Query {
  const none = new Query("")
  const known = new Map<string, Query>()
  return (search) => {
    if (search.length < 2) return none
    const query = known.get(search) ?? new Query(search)
    if (search.length <= LONGEST) lruSet(known, search, query, MAX_QUERIES)
    return query
  }
}
