import { Ajv2020 } from "ajv/dist/2020.js"
import type { ValidateFunction } from "ajv/dist/2020.js"
import { bmpPixels, pngPixels } from "../devices/pixels.js"
import type { Answer, Asked } from "../kernel/http/ask.js"

type Json = Readonly<Record<string, unknown>>
type Content = Readonly<Record<string, { readonly schema?: Json }>>

interface Parameter {
  readonly name: string
  readonly in: "query" | "path"
  readonly required: boolean
  readonly schema: Json
}

interface Operation {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Content }
  readonly security?: readonly Json[]
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Json; readonly securitySchemes: Json }
}

export interface Operated {
  /** "GET /api/config/{mac}" */
  readonly name: string
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

/** A document, and whether what a server says and is told is as it says. */
export interface Described {
  readonly operations: readonly Operated[]
  /** The names of those that were answered with success so far. */
  readonly called: ReadonlySet<string>
  /** Throws Error for an answer to this operation that is not as described. */
  answered(name: string, answer: Answer): void
  /** Throws Error for an answer, or a request that was taken, that is not as described. */
  check(path: string, asked: Asked, answer: Answer): void
}

const FORMATS: Readonly<Record<string, RegExp>> = {
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  date: /^\d{4}-\d\d-\d\d$/,
}

export function operationsOf({ paths }: OpenApi): Operated[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
}

export function describedBy(document: OpenApi): Described {
  const operations = operationsOf(document)
  const called = new Set<string>()
  const valid = validating(document)
  return {
    operations,
    called,
    answered: (name, answer) => {
      const found = operations.find((each) => each.name === name)!
      checkAnswer(found, answer, valid, failing(found, answer))
    },
    check: (path, asked, answer) => {
      const [where = "", search = ""] = path.split("?")
      const found = operationAt(operations, asked.method ?? "GET", where)
      if (!found) throw new Error(`${asked.method ?? "GET"} ${path} is not in the document`)
      const fail = failing(found, answer)
      checkAnswer(found, answer, valid, fail)
      if (answer.status >= 300) return
      checkRequest(found, { where, search, asked }, valid, fail)
      called.add(found.name)
    },
  }
}

function failing({ name }: Operated, answer: Answer): Fail {
  return (what) => {
    throw new Error(
      `${name}: ${what} (${answer.status} ${/image|octet/.test(kindOf(answer)) ? "" : answer.text().slice(0, 600)})`,
    )
  }
}

/** Fixed parts count more than named ones. */
function operationAt(operations: readonly Operated[], method: string, path: string): Operated | undefined {
  const given = path.split("/")
  const fixed = (each: Operated): number => each.path.split("/").filter((part) => !part.startsWith("{")).length
  return operations
    .filter(
      (each) =>
        each.method === method &&
        each.path.split("/").length === given.length &&
        each.path.split("/").every((part, i) => part.startsWith("{") || part === given[i]),
    )
    .sort((a, b) => fixed(b) - fixed(a))[0]
}

type Valid = (schema: Json, value: unknown) => string | undefined

/** What is wrong with a value; ajv reads the schemas as strictly as it can. */
function validating({ components }: OpenApi): Valid {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    allowUnionTypes: true,
    strictRequired: false,
    keywords: ["components", "x-platen"],
  })
  for (const [name, format] of Object.entries(FORMATS)) ajv.addFormat(name, format)
  const made = new Map<Json, ValidateFunction>()
  return (schema, value) => {
    const validate = made.get(schema) ?? ajv.compile({ ...schema, components })
    made.set(schema, validate)
    return validate(value) ? undefined : ajv.errorsText(validate.errors)
  }
}

type Fail = (what: string) => never

function kindOf({ headers }: Answer): string {
  return (headers["content-type"] ?? "").split(";")[0]!
}

function checkAnswer({ operation }: Operated, answer: Answer, valid: Valid, fail: Fail): void {
  const { content } = operation.responses[answer.status] ?? fail(`the document knows no status ${answer.status}`)
  const kind = kindOf(answer)
  if (!content) return answer.body.length === 0 ? undefined : fail("an answer where none is described")
  const described = content[kind] ?? fail(`${kind} is not described`)
  if (kind === "application/json") {
    const schema = described.schema ?? fail("the JSON has no schema")
    const wrong = valid(schema, answer.json())
    if (wrong !== undefined) fail(wrong)
  } else if (kind === "image/bmp") bmpPixels(answer.body)
  else if (kind === "image/png") pngPixels(answer.body)
  else if (answer.body.length === 0) fail("nothing was answered")
}

interface Sent {
  readonly where: string
  readonly search: string
  readonly asked: Asked
}

function checkRequest(
  { path, operation: { parameters = [], requestBody, security } }: Operated,
  { where, search, asked }: Sent,
  valid: Valid,
  fail: Fail,
): void {
  const query = new URLSearchParams(search)
  const values: readonly (readonly [string, string, "query" | "path"])[] = [
    ...[...query].map(([name, value]) => [name, value, "query"] as const),
    ...path
      .split("/")
      .flatMap((part, i) =>
        part.startsWith("{") ? [[part.slice(1, -1), decodeURIComponent(where.split("/")[i]!), "path"] as const] : [],
      ),
  ]
  for (const [name, text, place] of values) {
    const parameter = parameters.find((each) => each.name === name && each.in === place)
    // A credential in a query is described as one.
    if (!parameter && security?.some((each) => "widgetToken" in each) && name === "token") continue
    const wrong = parameter ? valid(parameter.schema, meant(parameter.schema, text)) : "it is not described"
    if (wrong !== undefined) fail(`the ${place}'s "${name}": ${wrong}`)
  }
  for (const { name, required, in: place } of parameters)
    if (required && place === "query" && !query.has(name)) fail(`"${name}" was left out`)
  if (asked.body === undefined || asked.body.length === 0)
    return requestBody?.required ? fail("a body was left out") : undefined
  // Devices send "{}" where nothing is wanted.
  if (!requestBody) return String(asked.body) === "{}" ? undefined : fail("a body is not described")
  const type = String(asked.headers?.["content-type"]).split(";")[0]!
  const content = requestBody.content[type] ?? fail(`a body of ${type} is not described`)
  const wrong = content.schema && valid(content.schema, JSON.parse(String(asked.body)))
  return wrong === undefined ? undefined : fail(`the body: ${wrong}`)
}

function meant({ type }: Json, text: string): unknown {
  if (type === "integer" || type === "number") return Number(text)
  return type === "boolean" ? ({ true: true, false: false }[text] ?? text) : text
}
