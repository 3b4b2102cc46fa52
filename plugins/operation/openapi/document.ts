import type { Auth, Policy, Route, ServedRoute } from "platen/sdk/http"
import { answerSchema, errorSchema, inputSchema, pathParameters, queryParameters } from "./schemas.js"
import type { Named } from "./schemas.js"

type Part = Readonly<Record<string, unknown>>

/** Server data of the document. */
export interface About {
  readonly version: string
  /** Public URL, if configured. */
  readonly url: string | undefined
  /** Their credentials describe the routes that name them. */
  readonly policies: readonly Policy[]
}

/** Error statuses with their meaning. */
const ERRORS: Readonly<Record<number, string>> = {
  400: "The request is malformed: the message names the fault.",
  401: "The credential is missing or invalid.",
  403: "The credential does not grant access.",
  404: "The resource does not exist.",
  409: "The request conflicts with the current state.",
  413: "The body is too large.",
  422: "The request does not match its schema: `issues` names every fault.",
  429: "Too many calls: see Retry-After.",
  500: "Internal error of the server.",
  502: "A service that the server called failed.",
  503: "Temporarily unavailable: the store, the disk, or a missing configuration.",
}

/**
 * OpenAPI 3.1 document of routes, generated from their schemas. `routes`: of one area, without aliases.
 * Source: https://spec.openapis.org/oas/v3.1.0
 */
export async function documentOf(routes: readonly ServedRoute[], { version, url, policies }: About): Promise<Part> {
  const paths: Record<string, Record<string, Part>> = {}
  const named: Named = {}
  for (const { path, route } of routes) {
    const methods = (paths[templated(path)] ??= {})
    methods[route.method.toLowerCase()] = operationOf(path, route, named, policies)
    // All of them take a tenth of a second, which others would wait for.
    await new Promise((resolve) => setImmediate(resolve))
  }
  const used = new Set(routes.flatMap(({ route: { auth } }) => (auth === "open" ? [] : auth.anyOf)))
  const schemes = policies.flatMap(({ id, schemes: own }) => (own && used.has(id) ? [own] : []))
  return {
    openapi: "3.1.0",
    info: { title: "Platen", version, description: "Draws screens for e-ink devices." },
    servers: [{ url: url?.replace(/\/+$/, "") ?? "/" }],
    paths,
    components: { securitySchemes: Object.assign({}, ...schemes) as Part, schemas: { Error: errorSchema, ...named } },
  }
}

/** Converts "/api/config/:mac" to "/api/config/{mac}". */
function templated(path: string): string {
  return path.replaceAll(/:([^/]+)/g, "{$1}")
}

function operationOf(path: string, route: ServedRoute["route"], named: Named, policies: readonly Policy[]): Part {
  const parameters = [...pathParameters(path, route.params, named), ...queryParameters(route.query, named)]
  return {
    operationId: operationId(path, route),
    summary: route.summary,
    tags: [tagOf(path)],
    ...(parameters.length > 0 && { parameters }),
    ...bodyOf(route, named),
    ...securityOf(route.auth, policies),
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

/** Tag of a path: its first significant part. */
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
  // The body is optional when its schema accepts undefined.
  return { requestBody: { required: !body.safeParse(undefined).success, content: { "application/json": { schema } } } }
}

function securityOf(auth: Auth, policies: readonly Policy[]): Part {
  if (auth === "open") return { security: [] }
  const names = [
    ...new Set(auth.anyOf.flatMap((id) => Object.keys(policies.find((policy) => policy.id === id)?.schemes ?? {}))),
  ]
  const open = auth.optional === true || auth.when !== undefined
  return {
    security: [...names.map((name) => ({ [name]: [] })), ...(open ? [{}] : [])],
    description: `Allowed: ${auth.anyOf.join(", ")}${auth.when ? ", for some parameters only" : ""}${auth.optional ? "; others receive less" : ""}.`,
  }
}

function responsesOf(route: ServedRoute["route"], named: Named): Part {
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
    ...(picture && { 304: { description: "If-None-Match matches the current picture." } }),
    ...Object.fromEntries(
      statuses.map((status) => [status, { description: ERRORS[status]!, content: errorContent(route, types) }]),
    ),
  }
}

const PICTURES = ["image/bmp", "image/png", "application/octet-stream"]

/** Content types of errors: picture routes send errors as pictures. */
function errorContent({ picture }: Route, types: readonly string[]): Part {
  if (picture) return Object.fromEntries(types.filter((type) => PICTURES.includes(type)).map((type) => [type, {}]))
  return { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
}

/** Whether a route can respond with a status. */
function mayAnswer(
  { auth, limit, body, bytes, query, params, picture, errors = [] }: ServedRoute["route"],
  status: number,
): boolean {
  if (errors.includes(status)) return true
  if (status === 401 || status === 403) return auth !== "open" && auth.optional !== true
  if (status === 413) return body !== undefined || bytes === true
  if (status === 422)
    return picture === undefined && (body !== undefined || query !== undefined || params !== undefined)
  if (status === 429) return limit !== undefined
  return true
}
