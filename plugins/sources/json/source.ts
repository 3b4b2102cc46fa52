import { Invalid, Upstream, z } from "platen/sdk"
import { addressOver, granted } from "platen/sdk/kit"
import { bodyOf } from "platen/sdk/sources"
import type { SentBody } from "platen/sdk/sources"
import type { OutboundAnswer, Secrets } from "platen/sdk"
import type { Accounts } from "platen/sdk/http"
import type { Connection } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { Sandbox, Source, SourceContext } from "platen/sdk/mode"
import type { PickCall, Scalar } from "./pick.js"

const CHILD = new URL("./pick.js", import.meta.url)
const MAX_BYTES = 1 << 20
const MAX_ADDRESS = 2_000
/** Seconds for which an answer that took too long to read is left alone. */
const REST_S = 900

/** Headers that say where a call goes or how it is read, in place of the address: a proxy would believe them. */
const ROUTING =
  /^(?:host|connection|content-length|transfer-encoding|te|upgrade|forwarded|x-forwarded-.*|x-real-ip|x-original-.*|x-rewrite-.*|x-http-method.*|proxy-.*)$/i

const header = z.strictObject({
  name: z
    .string()
    .regex(/^[\w-]{1,100}$/, "use letters, digits and -")
    .refine((name) => !ROUTING.test(name), "this header may not be sent: the address says where a call goes"),
  value: z
    .string()
    .max(4_000)
    .regex(/^[^\r\n]*$/, "write one line"),
})
const request = z.strictObject({
  name: z.string().max(40).default("").describe("By which a value names its request."),
  connection: z.string().max(40).default("").describe("A connection that the operator has granted; its url is a path."),
  url: z
    .string()
    .max(MAX_ADDRESS * 2)
    .default("")
    .describe("Of a public server; with a connection, a path that begins with /."),
  secretUrl: z
    .string()
    .max(MAX_ADDRESS * 2)
    .default("")
    .describe("In place of `url`, an address that holds a key."),
  method: z.enum(["GET", "POST"]).default("GET"),
  headers: z.array(header).max(10).default([]),
  header: z
    .union([header.shape.name, z.literal("")])
    .default("")
    .describe("The name of one more header, for those whose lists have no lists."),
  headerValue: header.shape.value.default(""),
  body: z.string().max(4_000).default(""),
})
type Request = z.output<typeof request>

const parameters = z.strictObject({
  requests: z.array(request).min(1).max(4),
  pick: z
    .array(
      z.strictObject({
        label: z.string().max(60).default(""),
        request: z.string().max(40).default("").describe('Name of its request. "", the default: the first one.'),
        path: z.string().min(1).max(200).describe("A JSONPath (RFC 9535), such as $.main.temp."),
        unit: z.string().max(20).default(""),
      }),
    )
    .min(1)
    .max(24),
})

const value = z.strictObject({
  label: z.string(),
  text: z.string().describe('The last value that the path selects, as a text; "" without one.'),
  number: z.number().nullable().describe("The last value, if it is a number or a text of one."),
  list: z.array(z.number()).max(200).describe("All the numbers that the path selects, in order."),
  unit: z.string(),
})

interface Needs {
  readonly sandbox: Sandbox
  readonly secrets: Pick<Secrets, "open">
  readonly accounts: Pick<Accounts, "get">
  readonly connections: Readonly<Record<string, Connection>>
}

/** The source "json". JSON is read and searched in a child process: a path can cost more than a server can spare. */
export function jsonSource(needs: Needs): Source {
  return defineSource({
    name: "json",
    description: "Values of any JSON on the web, picked by JSONPath.",
    parameters,
    result: z.strictObject({ values: z.array(value) }),
    cacheFor: 300,
    dependsOn: ["user"],
    fetchesUserUrls: true,
    read: async ({ requests, pick }, context) => {
      const requestOf = ({ request: name }: { readonly request: string }): Request | undefined =>
        requests.find((each) => each.name === name) ?? (name === "" ? requests[0] : undefined)
      const unknown = pick.find((each) => !requestOf(each))
      if (unknown)
        throw new Invalid(
          `There is no request "${unknown.request}": name one of the requests in the value's "request".`,
        )
      const found = await Promise.all(
        requests.map(async (each) => {
          const own = pick.filter((one) => requestOf(one) === each)
          if (own.length === 0) return []
          const paths = own.map(({ path }) => path)
          const { host, answer } = await asked(each, context, needs)
          const read = selected({ host, body: bodyOf(answer) }, paths, context, needs)
          const values = await read.finally(() => context.release(answer))
          return own.map((one, i) => [one, values[i]!] as const)
        }),
      )
      const values = new Map(found.flat())
      return { values: pick.map((one) => ({ ...shown(values.get(one)!), label: one.label, unit: one.unit })) }
    },
  })
}

/** What a request is answered. */
async function asked(
  { connection: name, url, secretUrl, method, headers, header: single, headerValue, body }: Request,
  { fetch, user }: SourceContext,
  { connections, accounts, secrets }: Needs,
): Promise<{ readonly host: string; readonly answer: OutboundAnswer }> {
  const connection = name === "" ? undefined : await granted(connections, name, user, accounts)
  const address = addressed(secrets.open(secretUrl === "" ? url : secretUrl), connection)
  const answer = await fetch(address, {
    method,
    maxBytes: MAX_BYTES,
    headers: {
      accept: "application/json",
      ...(body !== "" && { "content-type": "application/json" }),
      ...(single !== "" && { [single.toLowerCase()]: secrets.open(headerValue) }),
      ...Object.fromEntries(headers.map((each) => [each.name.toLowerCase(), secrets.open(each.value)])),
    },
    ...(connection && { connection }),
    ...(method === "POST" && { body: secrets.open(body) }),
  })
  return { host: address.hostname, answer }
}

/** The address of a request. Throws Invalid. */
function addressed(url: string, connection: Connection | undefined): URL {
  const address = addressOver(url, connection)
  if (address) return address
  throw new Invalid(
    connection
      ? "The url of a request over a connection is a path: begin it with /."
      : "A request has no valid url: write all of it, beginning with https://.",
  )
}

/** What each path selects. Throws Upstream where the answer is no JSON, or where it cannot be searched in time. */
async function selected(
  { host, body }: { readonly host: string; readonly body: SentBody },
  paths: readonly string[],
  { turn = { caller: "" } }: SourceContext,
  { sandbox }: Needs,
): Promise<readonly (readonly Scalar[])[]> {
  try {
    return (await sandbox.call(CHILD, { ...body, paths } satisfies PickCall, turn)) as readonly (readonly Scalar[])[]
  } catch (cause) {
    const { code } = cause as { readonly code?: string }
    if (code === "json-unreadable")
      throw new Upstream(`${host} answers with something that is no JSON: correct the url, or try again later.`, {
        cause,
      })
    if (code?.startsWith("budget-"))
      throw new Upstream(`The JSON of ${host} takes too long to search: write a path that selects less.`, {
        cause,
        retryAfter: REST_S,
      })
    throw cause
  }
}

function shown(values: readonly Scalar[]): {
  readonly text: string
  readonly number: number | null
  readonly list: number[]
} {
  const list = values.flatMap((each) => numberOf(each) ?? [])
  const last = values.at(-1)
  return { text: last === undefined || last === null ? "" : String(last), number: numberOf(last) ?? null, list }
}

function numberOf(value: Scalar | undefined): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}
