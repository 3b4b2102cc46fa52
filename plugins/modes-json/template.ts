import { Context, Liquid } from "liquidjs"
import { Invalid } from "platen/sdk"

/** What templates see: the content's fields, `settings`, `date`, `screen`, `language`, and in a repeated node `item` and `index`. */
export type Scope = Readonly<Record<string, unknown>>

/**
 * What all templates and nodes of one view may cost: a spec may come from anyone. Steps are tags and outputs that are rendered; items are
 * list items and characters that templates make on the way; text is characters that come out of them, whether they are shown or not.
 */
export const BUDGETS = { nodes: 2_000, steps: 20_000, items: 200_000, text: 20_000, pictures: 6 } as const
export type Spent = keyof typeof BUDGETS

const EXCEEDED: Readonly<Record<Spent, { readonly code: string; readonly message: string }>> = {
  nodes: { code: "budget-nodes", message: `the view has more than ${BUDGETS.nodes} nodes: repeat fewer of them` },
  steps: {
    code: "budget-steps",
    message: `the templates of the view take more than ${BUDGETS.steps} steps: repeat less in them`,
  },
  items: {
    code: "budget-items",
    message: `the templates of the view make more than ${BUDGETS.items} list items and characters: use shorter lists and ranges`,
  },
  text: { code: "budget-text", message: `the view has more than ${BUDGETS.text} characters: cut its texts` },
  pictures: {
    code: "budget-pictures",
    message: `the view has more than ${BUDGETS.pictures} pictures: repeat fewer of them`,
  },
}

/** What is left of that. It goes with the scope, where no template can see it. */
type Budget = Record<Spent, number>
const BUDGET = Symbol("budget")

/** The scope, with a new budget for all that is done with it and with scopes made from it. */
export function bounded(scope: Scope): Scope {
  return { ...scope, [BUDGET]: { ...BUDGETS } satisfies Budget }
}

/** Throws Invalid ("budget-nodes" and the like) when a view has more of something than a screen could show. */
export function spend(scope: Scope, what: Spent, amount = 1): void {
  const budget = budgetOf(scope)
  if (budget) take(budget, what, amount)
}

function take(budget: Budget, what: Spent, amount: number): void {
  if ((budget[what] -= amount) >= 0) return
  const { message, code } = EXCEEDED[what]
  throw new Invalid(message, { code })
}

/** The error that says which budget was exceeded, where Liquid has wrapped it; undefined for any other. */
export function budgetError(error: unknown): Invalid | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 10; depth++) {
    if (cause instanceof Invalid && cause.code.startsWith("budget-")) return cause
    cause = (cause as { originalError?: unknown }).originalError ?? cause.cause
  }
  return undefined
}

function budgetOf(scope: object): Budget | undefined {
  return (scope as { readonly [BUDGET]?: Budget })[BUDGET]
}

const OPTIONS = {
  ownPropertyOnly: true,
  strictFilters: true,
  templates: {},
  parseLimit: 20_000,
  timezoneOffset: 0,
  preserveTimezones: true,
  locale: "en-US",
} as const
/** Filters that evaluate an expression for each item, and those that put lists into lists: what they cost grows without any bound that could be counted. */
const UNBOUNDED = [
  "where_exp",
  "reject_exp",
  "group_by",
  "group_by_exp",
  "has_exp",
  "find_exp",
  "find_index_exp",
  "push",
  "unshift",
]

const engine = tamed(new Liquid(OPTIONS))
const strict = tamed(new Liquid({ ...OPTIONS, strictVariables: true }))

/** Without what reads files, chance or the clock: the same scope gives the same text. */
function tamed(liquid: Liquid): Liquid {
  for (const tag of ["include", "render", "layout", "block"]) delete liquid.tags[tag]
  for (const name of ["sample", ...UNBOUNDED]) delete liquid.filters[name]
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!name.startsWith("date")) continue
    const handler = typeof filter === "function" ? filter : filter.handler
    liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      if (value === "now" || value === "today")
        throw new Error(`"${value}" is the server's clock: use \`date\`, the day on the screen`)
      return handler.call(this, zoned(value), ...rest)
    })
  }
  return liquid
}

/** A day or a time without a zone is read as UTC, not in the zone where the server happens to stand. */
function zoned(value: unknown): unknown {
  const [, day, time = "T00:00:00"] =
    (typeof value === "string" && /^(\d{4}-\d\d-\d\d)([T ][\d:.]+)?$/.exec(value)) || []
  return day === undefined ? value : `${day}${time}Z`
}

function rendered(liquid: Liquid, parsed: ReturnType<Liquid["parse"]>, scope: Scope): unknown {
  const budget = budgetOf(scope) ?? { ...BUDGETS }
  const limits = {
    // Liquid asks before each tag and output; what it asks with is the clock, which must not decide what is drawn.
    renderLimit: { use: () => {}, check: () => take(budget, "steps", 1) },
    memoryLimit: {
      use: (amount: number) => {
        if (+amount > 0) take(budget, "items", +amount)
      },
      check: () => {},
    },
    liquid,
  }
  try {
    return liquid.renderSync(parsed, new Context(scope, liquid.options, { sync: true }, limits as never))
  } catch (error) {
    throw budgetError(error) ?? error
  }
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
  const counted = (scope: Scope, text: string): string => {
    spend(scope, "text", text.length)
    return text
  }
  if (!source.includes("{{") && !source.includes("{%"))
    return Object.assign((scope: Scope) => counted(scope, source), { check: () => {} })
  const parsed = engine.parse(source)
  const check = (scope: Scope): void => {
    rendered(strict, parsed, scope)
  }
  const whole = (scope: Scope): string => counted(scope, string(rendered(engine, parsed, scope)))
  const path = PATH.exec(source)?.[1]?.split(".")
  if (!path) return Object.assign(whole, { check })
  // A bare name is looked up; what is no plain value there ("lines", "lines.size") is Liquid's to say.
  return Object.assign(
    (scope: Scope) => {
      const value = lookup(scope, path)
      return value === undefined || typeof value === "object" ? whole(scope) : counted(scope, String(value))
    },
    { check },
  )
}

/** A Liquid condition. */
export function condition(source: string): Parsed<boolean> {
  const parsed = ofCondition(source, () => engine.parse(`{% if ${source.replaceAll("%}", "")} %}1{% endif %}`))
  return Object.assign((scope: Scope) => rendered(engine, parsed, scope) === "1", {
    check: (scope: Scope) => {
      ofCondition(source, () => rendered(strict, parsed, scope))
    },
  })
}

/** Liquid counts columns in the tag round the condition, which nobody has written: the sentence leaves them out. */
function ofCondition<T>(source: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (budgetError(error)) throw error
    const { name, message } = error as Error
    throw new Error(
      name === "TokenizationError"
        ? `${JSON.stringify(source)} is not a condition: ${LONE_EQUALS.test(source) ? 'write "==" to compare' : "write one"}, such as author == "Poe" or author != blank`
        : message.split("\n")[0]!.replace(/, line:\d+, col:\d+$/, ""),
      { cause: error },
    )
  }
}

const LONE_EQUALS = /(?<![=!<>])=(?!=)/

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
