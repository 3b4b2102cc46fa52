import { Context, Liquid } from "liquidjs"
import { Invalid } from "platen/sdk"
import { localDigits, localNumber } from "platen/sdk/kit"
import { cut } from "./cut.js"
import { daysUntil, shownDate, shownTime } from "./moments.js"

/** The variables of a template: the content's fields, `settings`, `date`, `screen`, `language`, `base`, `locale`, and in a repeated node `item` and `index`. */
export type Scope = Readonly<Record<string, unknown>>

/**
 * The budgets of one view, since a spec may come from any user. Steps: rendered tags and outputs. Items: list items and characters that the
 * templates produce on the way. Text: characters that the templates output, drawn or not.
 */
export const BUDGETS = { nodes: 2_000, steps: 20_000, items: 200_000, text: 20_000, pictures: 6 } as const
export type Spent = keyof typeof BUDGETS

const EXCEEDED: Readonly<Record<Spent, { readonly code: string; readonly message: string }>> = {
  nodes: { code: "budget-nodes", message: `the view has more than ${BUDGETS.nodes} nodes: repeat fewer nodes` },
  steps: {
    code: "budget-steps",
    message: `the templates of the view need more than ${BUDGETS.steps} steps: use fewer or shorter loops`,
  },
  items: {
    code: "budget-items",
    message: `the templates of the view produce more than ${BUDGETS.items} list items and characters: use shorter lists and ranges`,
  },
  text: { code: "budget-text", message: `the view has more than ${BUDGETS.text} characters: shorten its texts` },
  pictures: {
    code: "budget-pictures",
    message: `the view has more than ${BUDGETS.pictures} pictures: repeat fewer pictures`,
  },
}

/** The remaining amounts. A symbol key of the scope holds them, hidden from the templates. */
type Budget = Record<Spent, number>
const BUDGET = Symbol("budget")

/** The scope with a fresh budget, which it shares with all scopes derived from it. */
export function bounded(scope: Scope): Scope {
  return { ...scope, [BUDGET]: { ...BUDGETS } satisfies Budget }
}

/** Takes an amount from the budget. Throws Invalid ("budget-nodes" and the like) when none is left. */
export function spend(scope: Scope, what: Spent, amount = 1): void {
  const budget = budgetOf(scope)
  if (budget) take(budget, what, amount)
}

function take(budget: Budget, what: Spent, amount: number): void {
  if ((budget[what] -= amount) >= 0) return
  const { message, code } = EXCEEDED[what]
  throw new Invalid(message, { code })
}

/** The budget error inside an error that Liquid may have wrapped; undefined for any other error. */
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
/** Removed filters: they evaluate an expression for each item or nest lists, and the budget cannot count what they cost. */
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

/** Columns to which a text can be cut. */
const MAX_COLUMNS = 400

const engine = tamed(new Liquid(OPTIONS))
const strict = tamed(new Liquid({ ...OPTIONS, strictVariables: true }))

/** Removes all tags and filters that depend on files, chance or the clock: the same scope must give the same text. */
function tamed(liquid: Liquid): Liquid {
  for (const tag of ["include", "render", "layout", "block"]) delete liquid.tags[tag]
  for (const name of ["sample", ...UNBOUNDED]) delete liquid.filters[name]
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!name.startsWith("date")) continue
    const handler = typeof filter === "function" ? filter : filter.handler
    liquid.registerFilter(name, function (value: unknown, ...rest: unknown[]) {
      if (value === "now" || value === "today")
        throw new Error(`"${value}" reads the server's clock: use \`date\`, the day on the screen`)
      return handler.call(this, zoned(value), ...rest)
    })
  }
  liquid.registerFilter("digits", function (value: unknown) {
    return localDigits(string(value), wordsOf(this.context))
  })
  liquid.registerFilter("cut", (value: unknown, columns: unknown) => {
    const most = Number(columns)
    return cut(string(value), most >= 1 ? Math.min(most, MAX_COLUMNS) : MAX_COLUMNS)
  })
  liquid.registerFilter("local_time", function (value: unknown) {
    return shownTime(value, this.context.environments as Scope)
  })
  liquid.registerFilter("local_date", function (value: unknown, form?: unknown) {
    return shownDate(value, string(form), this.context.environments as Scope)
  })
  liquid.registerFilter("days_until", function (value: unknown) {
    return daysUntil(value, this.context.environments as Scope)
  })
  liquid.registerFilter("number", function (value: unknown) {
    return Number.isFinite(Number(value)) ? localNumber(Number(value), wordsOf(this.context)) : string(value)
  })
  return liquid
}

/** The words for numbers of a page. */
function wordsOf({ environments }: Context): (key: string) => string {
  const { digits, numberFormat } = ((environments as Scope).locale ?? {}) as Readonly<Record<string, string>>
  const words: Readonly<Record<string, string | undefined>> = {
    "number.digits": digits,
    "number.format": numberFormat,
  }
  return (key) => words[key] ?? ""
}

/** A date or time without a zone with UTC added: the server's own zone must not matter. */
function zoned(value: unknown): unknown {
  const [, day, time = "T00:00:00"] =
    (typeof value === "string" && /^(\d{4}-\d\d-\d\d)([T ][\d:.]+)?$/.exec(value)) || []
  return day === undefined ? value : `${day}${time}Z`
}

function rendered(liquid: Liquid, parsed: ReturnType<Liquid["parse"]>, scope: Scope): unknown {
  const budget = budgetOf(scope) ?? { ...BUDGETS }
  const limits = {
    // Liquid calls `check` before each tag and output. Its own limit is time, which must not decide what is drawn.
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

/** A parsed Liquid template or condition. Parsing throws Error with Liquid's own message. */
export interface Parsed<T> {
  (scope: Scope): T
  /** Throws Error when it names a variable that the scope does not have. */
  check(scope: Scope): void
}
export type Template = Parsed<string>

/** Parsed templates and conditions by their text: many nodes of a spec have the same. */
const parsedTexts = new Map<string, unknown>()
const MAX_PARSED = 2_000

/** Parses a text once. Throws what `parse` throws. */
function once<T>(key: string, parse: () => T): T {
  const known = parsedTexts.get(key) as T | undefined
  if (known !== undefined) return known
  const made = parse()
  if (parsedTexts.size >= MAX_PARSED) parsedTexts.clear()
  parsedTexts.set(key, made)
  return made
}

export function template(source: string): Template {
  return once(`text ${source}`, () => parsedTemplate(source))
}

function parsedTemplate(source: string): Template {
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
  // Fast path: a bare name is looked up directly. Liquid renders lists and their properties ("lines", "lines.size").
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
  return once(`condition ${source}`, () => parsedCondition(source))
}

function parsedCondition(source: string): Parsed<boolean> {
  const parsed = ofCondition(source, () => engine.parse(`{% if ${source.replaceAll("%}", "")} %}1{% endif %}`))
  return Object.assign((scope: Scope) => rendered(engine, parsed, scope) === "1", {
    check: (scope: Scope) => {
      ofCondition(source, () => rendered(strict, parsed, scope))
    },
  })
}

/** Runs `work` and removes the position from Liquid's message: it counts in the `if` tag round the condition, which the author did not write. */
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

/** The value at a path, own properties only; undefined when there is none. */
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
