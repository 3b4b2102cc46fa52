import { Upstream, z } from "platen/sdk"
import type { Accounts } from "platen/sdk/http"
import { granted } from "platen/sdk/kit"
import type { Connection } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { Source, SourceContext } from "platen/sdk/mode"
import { entity, entityOf, stateAnswer, unavailable } from "./entity.js"
import type { Entity } from "./entity.js"
import { histories, spaced } from "./history.js"

const MAX_STATE_BYTES = 256 << 10
const MAX_HISTORY_BYTES = 2 << 20
/** Entities of one call for histories, so that those of a busy house stay below the bytes. */
const PER_CALL = 6
/** Milliseconds of a call for histories: the values do not wait for them any longer. */
const HISTORY_MS = 5_000
const HOUR_MS = 3_600_000
/** Entities that are asked at once. */
const LANES = 4
/** Seconds for which a server that refuses the token is left alone: it bans those who try too often. */
const REST_S = 900

const parameters = z.strictObject({
  connection: z.string().max(40).describe("A connection that the operator has granted."),
  entities: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .max(100)
        .regex(/^[a-z0-9_]+\.[a-z0-9_]+$/, "write the id of an entity, such as sensor.kitchen_temperature"),
    )
    .min(1)
    .max(24)
    .describe("Ids of entities, in the order in which they are shown."),
  hours: z.number().int().min(0).max(48).default(0).describe("Hours of the history of numbers; 0: none."),
})

interface Needs {
  readonly accounts: Pick<Accounts, "get">
  readonly connections: Readonly<Record<string, Connection>>
}

/** A connection, and how it is called. */
interface Link {
  readonly name: string
  readonly connection: Connection
  readonly fetch: SourceContext["fetch"]
}

/** The source "home-assistant". Source: https://developers.home-assistant.io/docs/api/rest */
export function homeSource({ accounts, connections }: Needs): Source {
  return defineSource({
    name: "home-assistant",
    description: "States and histories of entities of a Home Assistant.",
    parameters,
    result: z.strictObject({ entities: z.array(entity) }),
    cacheFor: 60,
    dependsOn: ["user"],
    fetchesUserUrls: true,
    read: async ({ connection: name, entities: ids, hours }, { fetch, user, now }) => {
      const link = { name, connection: await granted(connections, name, user, accounts), fetch }
      const found = await statesOf([...new Set(ids)], link)
      const numbers = [...found.values()].filter(({ kind }) => kind === "number").map(({ id }) => id)
      const known = await historiesOf(numbers, { from: now - hours * HOUR_MS, to: now }, link)
      return { entities: ids.map((id) => ({ ...found.get(id)!, history: [...(known.get(id) ?? [])] })) }
    },
  })
}

/** The entities by their ids. The first is asked alone: a token that is refused is refused once, not 24 times. */
async function statesOf([first, ...others]: readonly string[], link: Link): Promise<ReadonlyMap<string, Entity>> {
  const found = new Map([[first!, await stateOf(first!, link)]])
  const lane = async (): Promise<void> => {
    for (let id = others.shift(); id !== undefined; id = others.shift()) found.set(id, await stateOf(id, link))
  }
  try {
    await Promise.all(Array.from({ length: LANES }, lane))
  } finally {
    // After a failure the others are asked for nothing.
    others.length = 0
  }
  return found
}

/** One entity. Throws Upstream for any answer that is not that of a Home Assistant. */
async function stateOf(id: string, link: Link): Promise<Entity> {
  const { status, json } = await asked(`/api/states/${id}`, link, MAX_STATE_BYTES, [401, 404])
  if (status === 401)
    throw new Upstream(
      `${hostOf(link)} refuses the token of the connection "${link.name}": ask the operator for a new one.`,
      { retryAfter: REST_S },
    )
  const given = parsed(json, link)
  if (status === 404) {
    // Home Assistant says it in JSON; any other server has nothing here.
    if (unknownEntity.safeParse(given).success) return unavailable(id)
    throw foreign(link)
  }
  const read = stateAnswer.safeParse(given)
  if (!read.success) throw foreign(link, read.error)
  return entityOf(id, read.data)
}

const unknownEntity = z.object({ message: z.string() })

/** The histories of numbers by their ids. Those that fail are left out: the values are true without them. */
async function historiesOf(
  ids: readonly string[],
  span: { readonly from: number; readonly to: number },
  link: Link,
): Promise<ReadonlyMap<string, readonly number[]>> {
  if (span.from === span.to) return new Map()
  const groups = Array.from({ length: Math.ceil(ids.length / PER_CALL) }, (_, i) =>
    ids.slice(i * PER_CALL, (i + 1) * PER_CALL),
  )
  const found = await Promise.all(
    groups.map(async (group) => {
      const query = new URLSearchParams({
        filter_entity_id: group.join(","),
        end_time: new Date(span.to).toISOString(),
        minimal_response: "",
        no_attributes: "",
      })
      const path = `/api/history/period/${new Date(span.from).toISOString()}?${query.toString()}`
      try {
        const { json } = await asked(path, link, MAX_HISTORY_BYTES)
        return [...spaced(histories.parse(json()), span)]
      } catch {
        return []
      }
    }),
  )
  return new Map(found.flat())
}

function asked(
  path: string,
  { connection, fetch }: Link,
  maxBytes: number,
  accepts: readonly number[] = [],
): ReturnType<SourceContext["fetch"]> {
  return fetch(new URL(path, connection.origin), {
    maxBytes,
    accepts,
    ...(maxBytes === MAX_HISTORY_BYTES && { timeout: HISTORY_MS }),
    headers: { accept: "application/json" },
    connection,
  })
}

function parsed(json: () => unknown, link: Link): unknown {
  try {
    return json()
  } catch (cause) {
    throw foreign(link, cause)
  }
}

function foreign(link: Link, cause?: unknown): Upstream {
  return new Upstream(
    `${hostOf(link)} does not answer as a Home Assistant does: correct the origin of the connection "${link.name}", or try again later.`,
    cause === undefined ? {} : { cause },
  )
}

function hostOf({ connection }: Link): string {
  return new URL(connection.origin).hostname
}
