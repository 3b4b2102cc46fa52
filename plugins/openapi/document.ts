import type { Auth, Route, ServedRoute } from "platen/sdk/http"
import { answerSchema, errorSchema, inputSchema, pathParameters, queryParameters } from "./schemas.js"
import type { Named } from "./schemas.js"

type Part = Readonly<Record<string, unknown>>

/** What of the server goes into its description. */
export interface About {
  readonly version: string
  /** Where people reach it, if the operator says so. */
  readonly url: string | undefined
}

/** How a policy's credential is sent. One that is not here is named in words. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  token: ["deviceToken"],
  device: ["deviceToken"],
  widget: ["widgetToken"],
  agent: ["alertToken"],
  user: ["session", "bearer"],
  member: ["session", "bearer"],
  owner: ["session", "bearer"],
  admin: ["session", "bearer"],
}

const SECURITY: Part = {
  deviceToken: { type: "apiKey", in: "header", name: "X-Device-Token", description: "The device's token." },
  alertToken: {
    type: "apiKey",
    in: "header",
    name: "X-Agent-Token",
    description: "A token that may only send alerts to one device.",
  },
  widgetToken: {
    type: "apiKey",
    in: "query",
    name: "token",
    description: "A token that may only look at one device's widget.",
  },
  session: { type: "apiKey", in: "cookie", name: "ink_session", description: "A session, as signing in sets it." },
  bearer: { type: "http", scheme: "bearer", description: "The same session's id, or the operator's token." },
}

/** Statuses that any answer may have beside 200, and when. */
const ERRORS: Readonly<Record<number, string>> = {
  400: "The call cannot be read: the message names what is wrong.",
  401: "No credential, or a wrong one.",
  403: "The credential does not reach this.",
  404: "There is no such thing.",
  409: "Something else stands in the way.",
  413: "The body is too large.",
  422: "The call can be read, but fails its schema: `issues` names every part.",
  429: "Too many calls: see Retry-After.",
  500: "A mistake of the server's.",
  502: "Something that the server asked has failed.",
  503: "Not now: the store, the disk, or what is not configured.",
}

/**
 * OpenAPI 3.1 of routes, made from their own schemas. `routes`: of one edition, without aliases.
 * Source: https://spec.openapis.org/oas/v3.1.0
 */
export function documentOf(routes: readonly ServedRoute[], { version, url }: About): Part {
  const paths: Record<string, Record<string, Part>> = {}
  const named: Named = {}
  for (const { path, route } of routes)
    (paths[templated(path)] ??= {})[route.method.toLowerCase()] = operationOf(path, route, named)
  return {
    openapi: "3.1.0",
    info: { title: "Platen", version, description: "Draws screens for e-ink devices." },
    servers: [{ url: url?.replace(/\/+$/, "") ?? "/" }],
    paths,
    components: { securitySchemes: SECURITY, schemas: { Error: errorSchema, ...named } },
  }
}

/** "/api/config/:mac" as "/api/config/{mac}". */
function templated(path: string): string {
  return path.replaceAll(/:([^/]+)/g, "{$1}")
}

function operationOf(path: string, route: Route, named: Named): Part {
  const parameters = [...pathParameters(path, route.params, named), ...queryParameters(route.query, named)]
  return {
    operationId: operationId(path, route),
    summary: route.summary,
    tags: [tagOf(path)],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, named),
    ...securityOf(route.auth),
    responses: responsesOf(route, named),
  }
}

function operationId(path: string, { method }: Route): string {
  const words = path
    .split("/")
    .filter((part) => part !== "" && part !== "api")
    .map((part) => part.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => (next ?? "").toUpperCase()))
  return method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
}

/** The area: the first part of a path that says something. */
function tagOf(path: string): string {
  return path.split("/").find((part, i) => i > 0 && part !== "" && part !== "api" && !part.startsWith(":")) ?? "platen"
}

function bodyOf({ body, bytes, consumes, method }: Route, named: Named): Part {
  if (bytes === true) {
    const content = Object.entries(consumes ?? { "application/octet-stream": null }).map(([type, schema]) => [
      type,
      schema ? { schema: inputSchema(schema, named) } : {},
    ])
    return { requestBody: { required: true, content: Object.fromEntries(content) as Part } }
  }
  if (!body || method === "GET") return {}
  const schema = inputSchema(body, named)
  // What has a schema that nothing at all would fit may be left out.
  return { requestBody: { required: !body.safeParse(undefined).success, content: { "application/json": { schema } } } }
}

function securityOf(auth: Auth): Part {
  if (auth === "open") return { security: [] }
  const names = [...new Set(auth.anyOf.flatMap((policy) => SCHEMES[policy] ?? []))]
  const open = auth.optional === true || auth.when !== undefined
  return {
    security: [...names.map((name) => ({ [name]: [] })), ...(open ? [{}] : [])],
    description: `Who may: ${auth.anyOf.join(", ")}${auth.when ? ", where the call asks for it" : ""}${auth.optional ? "; others see less" : ""}.`,
  }
}

function responsesOf(route: Route, named: Named): Part {
  const { response, picture, noContent } = route
  const types = route.produces ?? (picture ? PICTURES : ["application/json"])
  const schema = response && answerSchema(response, named)
  const content = Object.fromEntries(
    types.map((type) => [type, type === "application/json" && schema ? { schema } : {}]),
  )
  const statuses = Object.keys(ERRORS)
    .map(Number)
    .filter((status) => mayAnswer(route, status))
  return {
    200: { description: "All is well.", content },
    ...(noContent !== undefined && { 204: { description: noContent } }),
    ...(picture && { 304: { description: "If-None-Match names the very picture that would be sent." } }),
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: ERRORS[status]!, content: errorContent(route, types) }]),
    ),
  }
}

const PICTURES = ["image/bmp", "image/png", "application/octet-stream"]

/** Where pictures are answered errors are drawn, as the same kinds of picture. */
function errorContent({ picture }: Route, types: readonly string[]): Part {
  if (picture) return Object.fromEntries(types.filter((type) => PICTURES.includes(type)).map((type) => [type, {}]))
  return { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
}

/** What cannot happen is not promised. */
function mayAnswer({ auth, limit, body, bytes, query, params, picture, errors = [] }: Route, status: number): boolean {
  if (errors.includes(status)) return true
  if (status === 401 || status === 403) return auth !== "open" && auth.optional !== true
  if (status === 413) return body !== undefined || bytes === true
  if (status === 422)
    return picture === undefined && (body !== undefined || query !== undefined || params !== undefined)
  if (status === 429) return limit !== undefined
  return true
}
