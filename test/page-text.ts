import { readdirSync, readFileSync } from "node:fs"
import * as assert from "uvu/assert"

const root = new URL("../../", import.meta.url)

/** Why a value fails a schema. Source: zod 4, $ZodIssue. */
const SCHEMA_CODES = [
  "custom",
  "invalid_element",
  "invalid_format",
  "invalid_key",
  "invalid_type",
  "invalid_union",
  "invalid_value",
  "not_multiple_of",
  "too_big",
  "too_small",
  "unrecognized_keys",
]

/** A file of the repository; in a page, the cells of tables have one space round them, however wide their columns are set. */
export function pageText(name: string): string {
  const text = readFileSync(new URL(name, root), "utf8")
  return name.endsWith(".md") ? text.replaceAll(/^\|.*$/gm, (row) => row.replaceAll(/ +/g, " ")) : text
}

/** The pages of docs/. */
export const DOCS: readonly string[] = readdirSync(new URL("docs", root))
  .filter((name) => name.endsWith(".md"))
  .map((name) => `docs/${name}`)
export const READMES = ["README.md", "README.zh.md"] as const
export const PAGES: readonly string[] = [...READMES, "CONTRIBUTING.md", ...DOCS]

/** The part of a page under a heading, up to the next of its kind. */
export function under(page: string, heading: string): string {
  const part = pageText(page).split(`\n${heading}\n`)[1]
  assert.ok(part !== undefined, `${page} has no "${heading}"`)
  return part!.split(`\n${heading.split(" ")[0]} `)[0]!
}

/** The cells of a table's rows, without its head. */
export function rows(text: string): string[][] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    )
    .filter(([first], i, all) => !/^-+$/.test(first!) && !/^-+$/.test(all[i + 1]?.[0] ?? ""))
}

/** Every source file of the server: TypeScript, without declarations. */
export function sources(): { readonly file: string; readonly text: string }[] {
  return ["sdk", "kernel", "plugins", "modes"].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".d.ts"))
      .map((name) => ({ file: `${folder}/${name}`, text: pageText(`${folder}/${name}`) })),
  )
}

/** The value of a numeric constant of a source file that exports it or not; `field`: of an object. Products and shifts are worked out. */
export function constantIn(file: string, name: string, field?: string): number {
  const text = pageText(file)
  const start = `const ${name}(?:: \\w+)? = ${field === undefined ? "" : `\\{[^}]*\\b${field}: `}`
  const [, expression] = new RegExp(`${start}([\\w *<.]+)`).exec(text) ?? []
  assert.ok(expression !== undefined, `${file} has no number ${name}`)
  const [first, ...rest] = expression!.trim().split(/ (?=\*|<<)/)
  const value = (part: string): number => (/^\d/.test(part) ? Number(part.replaceAll("_", "")) : constantIn(file, part))
  return rest.reduce((product, part) => {
    const [sign, factor] = part.split(" ") as [string, string]
    return sign === "*" ? product * value(factor) : product << value(factor)
  }, value(first!))
}

const CODE = /\bcode: (?:\w+ \? )?(?:"([a-z_-]+)" : )?"([a-z_-]+)"/g

/** Error classes of the SDK with their statuses and codes: SetupError, which no call answers with, has the status "start". */
function errorClasses(): ReadonlyMap<string, readonly [status: string, code: string]> {
  const found = pageText("sdk/errors.ts").matchAll(/class (\w+) extends errorClass\((\d{3}), "([a-z-]+)"\)/g)
  return new Map(
    [...found].map(([, name, status, code]) => [name!, [name === "SetupError" ? "start" : status!, code!]]),
  )
}

/** The status of the error whose construction holds a place of a source; undefined where it is made elsewhere. */
function statusAt(before: string, classes: ReturnType<typeof errorClasses>): string | undefined {
  const [last] = [...before.matchAll(/new (\w+)\(\s*(\d{3})?/g)]
    .filter(([, name]) => classes.has(name!) || name === "PlatenError")
    .slice(-1)
  if (!last) return undefined
  const between = before.slice(last.index).replaceAll(/"(?:[^"\\\n]|\\.)*"|`[^`]*`/g, '""')
  const open = between.split("(").length > between.split(")").length
  return open ? (last[2] ?? classes.get(last[1]!)![0]) : undefined
}

/** Every code that the sources may answer with, and its statuses; "" where the status is not beside the code. */
export function codesInSources(): ReadonlyMap<string, ReadonlySet<string>> {
  const classes = errorClasses()
  const codes = new Map<string, Set<string>>()
  const add = (code: string, status: string): void => {
    codes.set(code, (codes.get(code) ?? new Set()).add(status))
  }
  for (const [status, code] of classes.values()) add(code, status)
  for (const { text } of sources()) {
    for (const match of text.matchAll(CODE))
      for (const code of match.slice(1))
        if (code !== undefined) add(code, statusAt(text.slice(0, match.index), classes) ?? "")
    for (const [, status, code] of text.matchAll(/PlatenError\(\s*(\d{3}),\s*"([a-z_-]+)"/g)) add(code!, status!)
    for (const [, status, code] of text.matchAll(/\[((?:4|5)\d\d), "[A-Z][\w ]+", "([a-z-]+)"\]/g)) add(code!, status!)
    for (const [, code] of text.matchAll(/(?::|=|,) "((?:draw|content)-failed)"/g)) add(code!, "")
  }
  // Those of a schema, that no answer has.
  for (const code of SCHEMA_CODES) codes.delete(code)
  return codes
}
