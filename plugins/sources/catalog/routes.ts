import { Forbidden, NotFound, Upstream, z } from "platen/sdk"
import { defineRoute } from "platen/sdk/http"
import { isoTime, jsonSchema, languageTag, withTimeout } from "platen/sdk/kit"
import type { Catalog, Clock, Service } from "platen/sdk"
import type { Route } from "platen/sdk/http"
import type { Source, SourceReads } from "platen/sdk/mode"

export interface RouteNeeds {
  readonly sources: Catalog<Source>
  readonly reads: SourceReads
  readonly service: Service
  readonly clock: Clock
}

const AREAS = ["extended"]
const schema = z.record(z.string(), z.unknown())
const shown = z.strictObject({
  name: z.string(),
  description: z.string().describe('In English; "" without one.'),
  parameters: schema.describe("Of the parameters, as JSON Schema."),
  result: schema.describe("Of the answer, as JSON Schema."),
  user_modes: z.boolean().describe("False: modes of users may not ask it, since a parameter names an address."),
})

/** Milliseconds that a person waits for a source, as at a preview. */
const WAIT_MS = 8_000

const place = z
  .strictObject({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) })
  .describe("Default: the server's place.")

/** The routes of the sources. */
export function routes(needs: RouteNeeds): readonly Route[] {
  return [listRoute(needs), tryRoute(needs)]
}

function listRoute({ sources }: RouteNeeds): Route {
  return defineRoute({
    method: "GET",
    path: "/api/sources",
    areas: AREAS,
    auth: { anyOf: ["user", "admin"], optional: true },
    limit: { name: "sources", perMinute: 60 },
    summary: "Lists the sources that modes can ask, with the schemas of their parameters and answers.",
    response: z.strictObject({ sources: z.array(shown) }),
    handle: async () => ({ body: { sources: sources.list().map(sourceShown) } }),
  })
}

const question = z.strictObject({
  parameters: z.record(z.string(), z.unknown()).default({}),
  language: languageTag.optional(),
  place: place.optional(),
  timezone: z.string().max(64).optional().describe("IANA name. Default: the one of the place, else the server's."),
})

function tryRoute(needs: RouteNeeds): Route {
  return defineRoute({
    method: "POST",
    path: "/api/sources/:name/try",
    areas: AREAS,
    auth: { anyOf: ["user", "admin"] },
    limit: { name: "sources-try", perMinute: 20 },
    summary: "Asks a source as a page would, and returns what it answers: for people who write modes.",
    params: z.object({ name: z.string().max(48).describe("Name of the source.") }),
    body: question,
    response: z.strictObject({
      data: z.unknown(),
      made_at: z.string().describe("When the source answered so, ISO 8601."),
      old: z.boolean().describe("True: an old answer, which is being read anew."),
    }),
    handle: async ({ params: { name }, body, principal }) => {
      const source = needs.sources.get(name)
      if (!source)
        throw new NotFound(`There is no source "${name}": GET /api/sources lists them.`, { code: "source-not-found" })
      // An admin who has signed in comes as a user with that role.
      const isAdmin = principal?.kind === "admin" || principal?.role === "admin"
      if (source.fetchesUserUrls && !isAdmin)
        throw new Forbidden(`The source "${name}" fetches addresses that its caller names: ask an admin to try it.`, {
          code: "source-for-admins",
        })
      const turn = { caller: principal?.subject ?? "operator" }
      const asked = { ...circumstances(body, needs), ...(principal?.user !== undefined && { user: principal.user }) }
      const { data, madeAt, isOld } = await withTimeout(
        needs.clock,
        needs.reads.read(name, body.parameters, asked, turn),
        WAIT_MS,
        () => late(name),
      )
      return { body: { data, made_at: isoTime(madeAt), old: isOld } }
    },
  })
}

/** What a page would ask with: the place and its zone, or the server's. */
function circumstances(
  { language, place: named, timezone }: z.output<typeof question>,
  { service, clock }: RouteNeeds,
): Parameters<SourceReads["read"]>[2] {
  const where = named ?? service.defaults.place
  const timeZone = timezone ?? zoneOf(where, service)
  const { year, month, day, weekday } = service.localTime(clock.now(), timeZone)
  return {
    language: language ?? service.defaults.language,
    timeZone,
    day: { year, month, day, weekday },
    ...(where && { place: where }),
  }
}

function zoneOf(
  where: { readonly latitude: number; readonly longitude: number } | undefined,
  { timeZoneAt, defaults }: Service,
): string {
  return (where && timeZoneAt(where.latitude, where.longitude)) ?? defaults.timeZone
}

function sourceShown({ name, description = "", parameters, result, fetchesUserUrls }: Source): z.output<typeof shown> {
  return {
    name,
    description,
    parameters: jsonSchema(parameters),
    result: jsonSchema(result),
    user_modes: fetchesUserUrls !== true,
  }
}

function late(name: string): Upstream {
  return new Upstream(`The source "${name}" did not answer within ${WAIT_MS / 1000} seconds: try again later.`, {
    code: "source-late",
  })
}
