import { Liquid } from "liquidjs"

/** What templates see: the content's fields, `settings`, `date`, `screen`, `language`, and in a repeated node `item` and `index`. */
export type Scope = Readonly<Record<string, unknown>>

/** Milliseconds for all templates of one view, and what it may have in all: a spec may come from anyone, and a layout takes its time over each. */
const MOST_MS = 500
const MOST = { nodes: 2000, characters: 20_000, pictures: 6 } as const
export type Spent = keyof typeof MOST

/** What is left of that. It goes with the scope, where no template can see it. */
interface Budget extends Record<Spent, number> {
  readonly until: number
}
const BUDGET = Symbol("budget")

/** The scope, with a new budget for all that is done with it and with scopes made from it. */
export function bounded(scope: Scope): Scope {
  return { ...scope, [BUDGET]: { until: performance.now() + MOST_MS, ...MOST } satisfies Budget }
}

/** Throws Error when a view has more of something than a screen could show. */
export function spend(scope: Scope, what: Spent, amount = 1): void {
  const budget = budgetOf(scope)
  if (budget && (budget[what] -= amount) < 0) throw new Error(`the view has more than ${MOST[what]} ${what}: repeat fewer of them`)
}

function budgetOf(scope: object): Budget | undefined {
  return (scope as { readonly [BUDGET]?: Budget })[BUDGET]
}

const OPTIONS = {
  ownPropertyOnly: true, strictFilters: true, templates: {}, parseLimit: 20_000, memoryLimit: 2_000_000,
  timezoneOffset: 0, preserveTimezones: true, locale: "en-US",
} as const
const engine = tamed(new Liquid(OPTIONS))
const strict = tamed(new Liquid({ ...OPTIONS, strictVariables: true }))

/** Without what reads files, chance or the clock: the same scope gives the same text. */
function tamed(liquid: Liquid): Liquid {
  for (const tag of ["include", "render", "layout", "block"]) delete liquid.tags[tag]
  delete liquid.filters.sample
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!name.startsWith("date")) continue
    const handler = typeof filter === "function" ? filter : filter.handler
    liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      if (value === "now" || value === "today") throw new Error(`"${value}" is the server's clock: use \`date\`, the day on the screen`)
      return handler.call(this, zoned(value), ...rest)
    })
  }
  return liquid
}

/** A day or a time without a zone is read as UTC, not in the zone where the server happens to stand. */
function zoned(value: unknown): unknown {
  const [, day, time = "T00:00:00"] = (typeof value === "string" && /^(\d{4}-\d\d-\d\d)([T ][\d:.]+)?$/.exec(value)) || []
  return day === undefined ? value : `${day}${time}Z`
}

function rendered(liquid: Liquid, parsed: ReturnType<Liquid["parse"]>, scope: Scope): unknown {
  const until = budgetOf(scope)?.until
  return liquid.renderSync(parsed, scope, { renderLimit: until === undefined ? MOST_MS : until - performance.now() })
}

const PATH = /^\{\{\s*([a-zA-Z]\w*(?:\.\w+)*)\s*\}\}$/

/** Something of Liquid, parsed once. Making one throws Error with Liquid's own sentence. */
export interface Parsed<T> {
  (scope: Scope): T
  /** Throws Error when it names something the scope lacks. */
  check(scope: Scope): void
}
export type Template = Parsed<string>

export function template(source: string): Template {
  if (!source.includes("{{") && !source.includes("{%")) return Object.assign(() => source, { check: () => {} })
  const parsed = engine.parse(source)
  const check = (scope: Scope): void => { rendered(strict, parsed, scope) }
  const whole = (scope: Scope): string => string(rendered(engine, parsed, scope))
  const path = PATH.exec(source)?.[1]?.split(".")
  if (!path) return Object.assign(whole, { check })
  // A bare name is looked up; what is no plain value there ("lines", "lines.size") is Liquid's to say.
  return Object.assign((scope: Scope) => {
    const value = lookup(scope, path)
    return value === undefined || typeof value === "object" ? whole(scope) : String(value)
  }, { check })
}

/** A Liquid condition. */
export function condition(source: string): Parsed<boolean> {
  const parsed = engine.parse(`{% if ${source.replaceAll("%}", "")} %}1{% endif %}`)
  return Object.assign((scope: Scope) => rendered(engine, parsed, scope) === "1", { check: (scope: Scope) => { rendered(strict, parsed, scope) } })
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
