import { Liquid } from "liquidjs"

/** What templates see: the content's fields, `settings`, `date`, `screen`, `language`, and in a repeated node `item` and `index`. */
export type Scope = Readonly<Record<string, unknown>>

/** No files, no partials, own properties only, and a bound on the work: a spec may come from anyone. */
const engine = new Liquid({
  ownPropertyOnly: true, strictFilters: true, templates: {},
  parseLimit: 20_000, renderLimit: 200, memoryLimit: 2_000_000,
})
const strict = new Liquid({
  ownPropertyOnly: true, strictFilters: true, strictVariables: true, templates: {},
  parseLimit: 20_000, renderLimit: 200, memoryLimit: 2_000_000,
})

const PATH = /^\{\{\s*([a-zA-Z]\w*(?:\.\w+)*)\s*\}\}$/

/** A template, parsed once. Throws Error with Liquid's own sentence. */
export interface Template {
  (scope: Scope): string
  /** Throws Error when the template names something the scope lacks. */
  check(scope: Scope): void
}

export function template(source: string): Template {
  const parsed = engine.parse(source)
  const check = (scope: Scope): void => { strict.renderSync(parsed, scope) }
  if (!source.includes("{{") && !source.includes("{%")) return Object.assign(() => source, { check: () => {} })
  const path = PATH.exec(source)?.[1]?.split(".")
  if (path) return Object.assign((scope: Scope) => string(lookup(scope, path)), { check })
  return Object.assign((scope: Scope) => string(engine.renderSync(parsed, scope)), { check })
}

/** A Liquid condition. */
export function condition(source: string): (scope: Scope) => boolean {
  const parsed = engine.parse(`{% if ${source.replaceAll("%}", "")} %}1{% endif %}`)
  return (scope) => engine.renderSync(parsed, scope) === "1"
}

/** The value at a dotted path, own properties only; undefined when there is none. */
export function lookup(scope: Scope, path: readonly string[]): unknown {
  let value: unknown = scope
  for (const key of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, unknown>)[key]
  }
  return value
}

function string(value: unknown): string {
  return value === undefined || value === null ? "" : typeof value === "object" ? "" : String(value)
}
