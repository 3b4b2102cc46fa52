import { Validator } from "@seriousme/openapi-schema-validator"
import { SERVED_ROUTES } from "platen/sdk/http"
import { openStage } from "platen/testing"
import type { Stage } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { ask } from "../kernel/http/ask.js"
import { operationsOf } from "./described.js"
import type { OpenApi } from "./described.js"

const test = suite("editions: openapi")

const AREAS = [
  ["extended", ""],
  ["core", "/core"],
] as const

let stage: Stage
const documents = new Map<string, OpenApi>()
test.before(async () => {
  stage = await openStage({ config: { "edition-core": { mount: "/core" } } })
  const port = await stage.app.listen()
  for (const [realm, base] of AREAS)
    documents.set(realm, (await ask(port, `${base}/api/openapi.json`)).json() as OpenApi)
})
test.after(() => stage.close())

/** Every value of that key, however deep. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [...(name === key ? [each] : []), ...valuesOf(key, each)])
}

/** What a JSON pointer of this document leads to. */
function at(document: unknown, pointer: string): unknown {
  return pointer
    .replace(/^#\//, "")
    .split("/")
    .reduce<unknown>(
      (found, part) =>
        (found as Record<string, unknown> | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")],
      document,
    )
}

for (const [realm] of AREAS) {
  const document = (): OpenApi => documents.get(realm)!
  const served = () =>
    stage.app
      .get(SERVED_ROUTES)
      .list()
      .filter((each) => each.area.realm === realm && !each.alias)

  test(`describes the ${realm} edition as valid OpenAPI 3.1`, async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(structuredClone(document()) as never)
    assert.equal([valid, errors, validator.version], [true, undefined, "3.1"])
  })

  test(`has every route of the ${realm} edition, and no other`, () => {
    const routes = served().map(({ path, route }) => `${route.method} ${path.replaceAll(/:([^/]+)/g, "{$1}")}`)
    assert.equal(
      operationsOf(document())
        .map(({ name }) => name)
        .sort(),
      routes.sort(),
    )
    assert.ok(routes.length > 10)
  })

  test(`calls each operation of the ${realm} edition by a name of its own that is one in any language`, () => {
    const ids = operationsOf(document()).map(({ operation }) => operation.operationId)
    assert.is(new Set(ids).size, ids.length)
    assert.equal(
      ids.filter((id) => !/^[a-z][A-Za-z0-9]*$/.test(id)),
      [],
    )
  })

  test(`refers to nothing that is not there (${realm})`, () => {
    const refs = valuesOf("$ref", document()) as string[]
    assert.ok(refs.length > 0)
    assert.equal(
      refs.filter((ref) => !ref.startsWith("#/") || at(document(), ref) === undefined),
      [],
    )
    assert.equal(valuesOf("$defs", document()), [])
    const used = new Set(refs.map((ref) => ref.split("/").at(-1)))
    assert.equal(
      Object.keys(document().components.schemas).filter((name) => !used.has(name)),
      [],
      "a name that nobody uses",
    )
    const schemes = new Set(Object.keys(document().components.securitySchemes))
    assert.equal(
      operationsOf(document())
        .flatMap(({ operation: { security = [] } }) => security.flatMap(Object.keys))
        .filter((name) => !schemes.has(name)),
      [],
    )
  })

  test(`gives every JSON answer of the ${realm} edition a schema that says something, and every parameter its words`, () => {
    for (const {
      name,
      operation: { responses, parameters = [] },
    } of operationsOf(document())) {
      const json = responses[200]?.content?.["application/json"]
      if (json) assert.ok(Object.keys(json.schema ?? {}).length > 0, `${name} answers JSON that nobody describes`)
      // An object that may hold anything is no description, except where the thing itself is free.
      const open =
        json?.schema?.additionalProperties !== false &&
        json?.schema?.$ref === undefined &&
        json?.schema?.anyOf === undefined
      if (json)
        assert.is(open, name.endsWith("openapi.json") || name === "GET /api/modes/custom/{mode_id}", `${name} is exact`)
      for (const parameter of parameters as readonly {
        name: string
        in: string
        description?: string
        schema: object
      }[]) {
        assert.ok((parameter.description ?? "").length > 3, `${name}: "${parameter.name}" has no words`)
        assert.ok("type" in parameter.schema || "enum" in parameter.schema, `${name}: "${parameter.name}" has no type`)
      }
    }
  })
}

test("describes numbers of queries as numbers, with bounds and what is meant without them", () => {
  const parameters = documents.get("extended")!.paths["/api/render"]!.get!.parameters!
  const schema = (name: string): unknown => parameters.find((each) => each.name === name)!.schema
  assert.equal(
    [schema("w"), schema("colors"), schema("v"), schema("refresh_min")],
    [
      { type: "integer", minimum: 100, maximum: 1600, default: 400 },
      { type: "integer", minimum: 2, maximum: 4, default: 2 },
      { type: "number", default: 3.3 },
      { type: "integer", minimum: 1, maximum: 1440 },
    ],
  )
  const core = documents.get("core")!.paths["/core/api/render"]!.get!.parameters!.find(({ name }) => name === "v")!
  assert.equal([core.required, core.schema], [true, { type: "number" }])
})

test("tells of a widget's token as a credential, and of no secret as a parameter", () => {
  const { parameters, security } = documents.get("extended")!.paths["/api/widget/{mac}"]!.get!
  assert.equal(
    [parameters!.some(({ name }) => name === "token"), security!.some((each) => "widgetToken" in each)],
    [false, true],
  )
})

test.run()
