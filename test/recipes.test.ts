import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { PNG } from "pngjs"
import { PANELS } from "platen/sdk/drawing"
import { screenClass } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { viewScope } from "../plugins/pages/modes-json/page-scope.js"
import { skyOf } from "../plugins/pages/pages/sky.js"
import { folderWith } from "./folder.js"
import { pageText, rows, under } from "./page-text.js"
import { platen } from "./platen.js"
import { viewContext } from "./plugins/pages/modes-json/specs.js"
import { openStage } from "./testing/index.js"

/** The guide to modes, its cookbook and its tutorial: their snippets, their pictures, and what they leave out. */
const test = suite("recipes")
const root = new URL("../../", import.meta.url)
const GUIDE = "docs/writing-modes.md"
const COOKBOOK = "docs/mode-cookbook.md"
const TUTORIAL = "docs/first-mode.md"
/** Lines of the guide. */
const MAX_LINES = 250
const FOLDER = new URL("docs/recipes/", root)
const textOf = (page: string): string => readFileSync(new URL(page, root), "utf8")
const page = [GUIDE, TUTORIAL, COOKBOOK].map(textOf).join("\n")

interface Picture {
  readonly file: string
  readonly alt: string
  readonly title: string
}
interface Recipe {
  readonly heading: string
  readonly snippet: object
  /** Rules of the lint that it breaks on purpose. */
  readonly findings: readonly string[]
  readonly pictures: readonly Picture[]
}

/** The script is plain JavaScript, so that it is no part of the build. */
const script = (await import(new URL("docs/make-recipes.mjs", root).href)) as {
  recipes(): readonly Recipe[]
  specOf(snippet: object): object
  openRecipes(): Promise<{
    draw(
      recipe: Recipe,
      picture: Picture,
    ): Promise<{ readonly png: Uint8Array; readonly findings: readonly { readonly rule: string }[] }>
    close(): Promise<void>
  }>
}
const recipes = script.recipes()

test("have current pictures (UPDATE=1 writes them), on which the lint finds nothing but what they show on purpose", async () => {
  const server = await script.openRecipes()
  try {
    for (const recipe of recipes)
      for (const picture of recipe.pictures) {
        const { png, findings } = await server.draw(recipe, picture)
        if (process.env.UPDATE === "1") writeFileSync(new URL(picture.file, FOLDER), png)
        const [made, shown] = [
          PNG.sync.read(Buffer.from(png)),
          PNG.sync.read(readFileSync(new URL(picture.file, FOLDER))),
        ]
        assert.equal([shown.width, shown.height], [made.width, made.height], picture.file)
        assert.ok(shown.data.equals(made.data), `${picture.file} is not current: run npm run docs:pictures`)
        assert.equal(
          findings.map(({ rule }) => rule),
          recipe.findings,
          `${recipe.heading}: ${JSON.stringify(findings)}`,
        )
      }
  } finally {
    await server.close()
  }
})

test("show every picture that there is, each once and in words", () => {
  const pictures = recipes.flatMap((recipe) => recipe.pictures)
  assert.equal(pictures.map(({ file }) => file).sort(), readdirSync(FOLDER).sort())
  assert.is(page.match(/\]\(recipes\//g)?.length, pictures.length, "every picture belongs to a recipe")
  for (const { file, alt } of pictures) assert.ok(alt.length > 10, `${file} has no words`)
})

/** A schema as JSON, as far as it is read here. */
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly const?: string | number
}

/** Every field of a schema, however deep, as a dotted path, and the values that it may have. */
function fieldsOf(schema: Schema, at: string): readonly (readonly [path: string, values: readonly string[]])[] {
  const parts = [
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.prefixItems ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  const values = [...(schema.enum ?? []), ...(schema.const === undefined ? [] : [schema.const])].map(String)
  return [
    ...(values.length > 0 ? [[at, values] as const] : []),
    ...parts.flatMap((part) => fieldsOf(part, at)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) => [
      [`${at}.${name}`, []] as const,
      ...(name === "children" ? [] : fieldsOf(each, `${at}.${name}`)),
    ]),
  ]
}

const { $defs } = JSON.parse(pageText("docs/mode-spec.schema.json")) as { $defs: Readonly<Record<string, Schema>> }
const NODES = Object.values($defs).filter(({ properties }) => properties?.type?.const !== undefined)
const nodeOf = (type: string): Schema => NODES.find(({ properties }) => properties!.type!.const === type)!
const namesOf = (type: string): ReadonlySet<string> => new Set(Object.keys(nodeOf(type).properties!))
/** Fields that all nodes have, and those of all boxes, count once. */
const PLACED = namesOf("spacer")
const FRAMED = namesOf("column")

/** "table.columns.align"; "*.width", whatever node has it; "box.padding", whatever box has it. */
function general(dotted: string): string {
  const [type, name, ...rest] = dotted.split(".") as [string, string, ...string[]]
  const isBox = ["column", "row", "stack", "grid"].includes(type)
  const whose = PLACED.has(name) || name === "ink" ? "*" : isBox && FRAMED.has(name) ? "box" : type
  return [whose, name, ...rest].join(".")
}

/** Every field that a value has, as `fieldsOf` names them, with the values that are texts or numbers. */
function used(value: unknown, at: string, found: Map<string, Set<string>>): void {
  if (Array.isArray(value)) return value.forEach((each) => used(each, at, found))
  if (typeof value !== "object" || value === null) return void found.get(at)?.add(String(value))
  const type = (value as { readonly type?: unknown }).type
  const isNode = typeof type === "string" && NODES.some(({ properties }) => properties!.type!.const === type)
  for (const [name, each] of Object.entries(value)) {
    const dotted = general(`${isNode ? type : at}.${name}`)
    if (!found.has(dotted)) found.set(dotted, new Set())
    used(each, dotted, found)
  }
}

test("use every field of every node, and name every value that it may have", () => {
  const found = new Map<string, Set<string>>()
  for (const { snippet } of recipes) used(snippet, "spec", found)
  const types = NODES.map(({ properties }) => String(properties!.type!.const))
  const fields = types.flatMap((type) => fieldsOf(nodeOf(type), type))
  assert.ok(fields.length > 300, String(fields.length))
  const missing = fields.map(([dotted]) => general(dotted)).filter((dotted) => !found.has(dotted))
  assert.equal([...new Set(missing)], [])
  for (const [dotted, values] of fields)
    for (const value of values)
      assert.ok(
        found.get(general(dotted))!.has(value) || page.includes(`\`${value}\``) || page.includes(`${value}\``),
        `${dotted}: ${value}`,
      )
})

test("have a row for every node, and for every role, class and shape as the code has them", async () => {
  const types = NODES.map(({ properties }) => String(properties!.type!.const))
  const said = rows(under(GUIDE, "## View").split("\n### ")[0]!).flatMap(([names]) =>
    names!.replaceAll("`", "").split(", "),
  )
  assert.equal(said.sort(), types.sort())
  const scale = pageText("kernel/engine/text/type-scale.ts")
  const roles = [...scale.matchAll(/^ {2}(\w+): \{ mm: ([\d.]+), .* least: (\d+) \}/gm)]
  assert.equal(
    rows(under(COOKBOOK, "### Roles")),
    roles.map(([, role, mm, least]) => [`\`${role}\``, `${mm} mm`, `${least} pixels`]),
  )
  const stage = await openStage()
  const panels = stage.app.get(PANELS).list()
  await stage.close()
  const ids = ["xs", "s", "m", "l", "xl"].map((id) => [
    `\`${id}\``,
    panels
      .filter(({ width, height }) => screenClass(width, height).id === id)
      .map((panel) => `\`${panel.id}\``)
      .join(", "),
  ])
  assert.equal(rows(under(COOKBOOK, "### Sizes and languages")), ids)
  const shapes = ["strip", "wide", "square", "upright", "column"].map((shape) => [
    `\`${shape}\``,
    panels
      .filter(({ width, height }) => screenClass(width, height).shape === shape)
      .map((panel) => `\`${panel.id}\``)
      .join(", "),
  ])
  assert.equal(
    rows(under(GUIDE, "## Screens")).map(([shape, , of]) => [shape, of]),
    shapes,
  )
})

test("name every variable of templates", () => {
  const spec = { spec: 1, id: "ANY", title: { en: "Any" }, fields: {}, content: {}, view: { type: "spacer" } } as const
  const scope = viewScope(
    spec,
    {},
    { ...viewContext(), settings: {}, sky: (day) => skyOf(day, { latitude: 0, longitude: 0 }, "UTC") },
  )
  const text = under(GUIDE, "### Templates")
  const named = (value: unknown): string[] =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([name, each]) => [name, ...named(each)])
      : []
  for (const name of named(scope)) assert.match(text, new RegExp(`\`(?:\\w+\\.)*${name}\``), name)
})

test("say of a faulty mode what the lint says", async () => {
  const examples = [
    ...textOf(COOKBOOK).matchAll(/^```json ([\w-]+\.json)\n([\s\S]+?)^```\n\n```text\n([\s\S]+?)^```\n/gm),
  ]
  assert.ok(examples.length > 1)
  for (const [, name, spec, said] of examples) {
    const { code, stdout } = await platen(["lint-mode", name!], { cwd: folderWith({ [name!]: spec! }) })
    assert.equal([code, stdout], [1, said])
  }
})

test("have a guide that is short, and a cookbook that lists its recipes", () => {
  assert.ok(textOf(GUIDE).split("\n").length - 1 <= MAX_LINES, `${GUIDE} has more than ${MAX_LINES} lines`)
  const anchors = (text: string): readonly string[] =>
    [...text.matchAll(/^###? (.+)$/gm)].map(([, heading]) => heading!.toLowerCase().replaceAll(" ", "-"))
  const [listed] = textOf(COOKBOOK).split("\n## ")
  for (const anchor of anchors(textOf(COOKBOOK))) assert.ok(listed!.includes(`](#${anchor})`), anchor)
})

test.run()
