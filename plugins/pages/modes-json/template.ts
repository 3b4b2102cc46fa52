import { Context, Drop, toValueSync, Value } from "liquidjs"
import type { Liquid } from "liquidjs"
import { Invalid } from "platen/sdk"
import { liquid, written } from "./liquid.js"
import { completed, filterScope } from "./scope.js"
import type { Scope } from "./scope.js"

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

function rendered(engine: Liquid, parsed: ReturnType<Liquid["parse"]>, scope: Scope): unknown {
  return within(engine, scope, (context) => engine.renderSync(parsed, context))
}

function evaluated(engine: Liquid, value: Value, scope: Scope): unknown {
  return within(engine, scope, (context) => {
    spend(scope, "steps")
    const found = toValueSync(value.value(context, false) as never) as unknown
    // The literals nil, empty and blank are objects of Liquid's own.
    return found instanceof Drop ? found.valueOf() : found
  })
}

/** Runs `work` with the budgets of a scope. */
function within(engine: Liquid, scope: Scope, work: (context: Context) => unknown): unknown {
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
    liquid: engine,
  }
  try {
    return work(new Context(scope, engine.options, { sync: true }, limits as never))
  } catch (error) {
    throw budgetError(error) ?? error
  }
}

const PATH = /^\{\{\s*([a-zA-Z]\w*(?:\.\w+)*)\s*\}\}$/
/** A template that is one expression. */
const WHOLE = /^\s*\{\{-?((?:[^{}'"]|'[^']*'|"[^"]*")*?)-?\}\}\s*$/

/** The expression that is all of a template: "{{ air.index }}"; undefined for any other text. */
export const expressionOf = (source: string): string | undefined => WHOLE.exec(source)?.[1]?.trim()

/** A parsed Liquid template, condition or expression. Parsing throws Error with Liquid's own message. */
export interface Parsed<T> {
  (scope: Scope): T
  /** Throws Error when it names a variable that the scope does not have. */
  check(scope: Scope): void
}
export type Template = Parsed<string>

/** A filter of a spec: a template that sees what stands before the bar as `value`, and its arguments by these names. */
export interface FilterSpec {
  readonly parameters: readonly string[]
  readonly template: string
}

/** Parsed texts of one parser at most: many nodes of a spec have the same. */
const MAX_PARSED = 2_000
const STRINGS = /'[^']*'|"[^"]*"/g
const IDENTIFIER = /(?<![\w.])[a-zA-Z]\w*/g

const FILTER = /\|\s*([a-zA-Z]\w*)/g

/** The names that a text may read: every word in it that follows no dot, is no filter and stands in no quotation marks. */
export function namesIn(source: string): readonly string[] {
  return [...new Set(source.replaceAll(STRINGS, "''").replaceAll(FILTER, "|").match(IDENTIFIER))]
}

/** The filters that a text uses. */
export const filtersIn = (source: string): ReadonlySet<string> =>
  new Set([...source.matchAll(FILTER)].map(([, name]) => name!))

/** Parses templates, conditions and expressions, with the filters of a spec. */
export class Parser {
  readonly #engine: Liquid
  readonly #strict: Liquid
  readonly #parsed = new Map<string, unknown>()

  constructor(filters: Readonly<Record<string, FilterSpec>> = {}) {
    this.#engine = liquid()
    this.#strict = liquid({ strictVariables: true })
    for (const [name, filter] of Object.entries(filters)) this.#add(name, filter)
  }

  /** Whether there is a filter. */
  hasFilter(name: string): boolean {
    return Object.hasOwn(this.#engine.filters, name)
  }

  template(source: string): Template {
    return this.#once(`text ${source}`, () => this.#template(source))
  }

  /** A Liquid condition. */
  condition(source: string): Parsed<boolean> {
    return this.#once(`condition ${source}`, () => this.#condition(source))
  }

  /** A Liquid expression, such as `lines | first`: the value itself. */
  expression(source: string): Parsed<unknown> {
    return this.#once(`value ${source}`, () => this.#expression(source))
  }

  /** The value of a text: that of the expression which it is, else its words. */
  value(source: string): Parsed<unknown> {
    const expression = expressionOf(source)
    return expression === undefined ? this.template(source) : this.expression(expression)
  }

  /** Parses a text once. Throws what `parse` throws. */
  #once<T>(key: string, parse: () => T): T {
    const known = this.#parsed.get(key) as T | undefined
    if (known !== undefined) return known
    const made = parse()
    if (this.#parsed.size >= MAX_PARSED) this.#parsed.clear()
    this.#parsed.set(key, made)
    return made
  }

  #template(source: string): Template {
    const counted = (scope: Scope, text: string): string => {
      spend(scope, "text", text.length)
      return text
    }
    if (!source.includes("{{") && !source.includes("{%"))
      return Object.assign((scope: Scope) => counted(scope, source), { check: () => {} })
    const path = PATH.exec(source)?.[1]?.split(".")
    // A bare name is parsed where Liquid renders it, which is seldom.
    const known = path ? undefined : this.#engine.parse(source)
    const parsed = (): ReturnType<Liquid["parse"]> => known ?? this.#engine.parse(source)
    const names = namesIn(source)
    const check = (scope: Scope): void => {
      rendered(this.#strict, parsed(), completed(scope, names))
    }
    const whole = (scope: Scope): string =>
      counted(scope, written(rendered(this.#engine, parsed(), completed(scope, names))))
    if (!path) return Object.assign(whole, { check })
    // Fast path: a bare name is looked up directly. Liquid renders lists and their properties ("lines", "lines.size").
    return Object.assign(
      (scope: Scope) => {
        const value = lookup(completed(scope, names), path)
        return value === undefined || typeof value === "object" ? whole(scope) : counted(scope, String(value))
      },
      { check },
    )
  }

  #condition(source: string): Parsed<boolean> {
    const parsed = ofCondition(source, () => this.#engine.parse(`{% if ${source.replaceAll("%}", "")} %}1{% endif %}`))
    const names = namesIn(source)
    return Object.assign((scope: Scope) => rendered(this.#engine, parsed, completed(scope, names)) === "1", {
      check: (scope: Scope) => {
        ofCondition(source, () => rendered(this.#strict, parsed, completed(scope, names)))
      },
    })
  }

  #expression(source: string): Parsed<unknown> {
    const value = new Value(source, this.#engine)
    const names = namesIn(source)
    return Object.assign((scope: Scope) => evaluated(this.#engine, value, completed(scope, names)), {
      check: (scope: Scope) => {
        evaluated(this.#strict, new Value(source, this.#strict), completed(scope, names))
      },
    })
  }

  #add(name: string, { parameters, template }: FilterSpec): void {
    for (const engine of [this.#engine, this.#strict]) {
      const isStrict = engine === this.#strict
      let made: Parsed<unknown> | undefined
      const parser = (): Parsed<unknown> => (made ??= this.value(template))
      // eslint-disable-next-line func-names
      engine.registerFilter(name, function (value: unknown, ...given: unknown[]) {
        const scope = filterScope(this.context.environments as Scope, {
          ...Object.fromEntries(parameters.map((parameter, i) => [parameter, given[i]])),
          value,
        })
        if (isStrict) parser().check(scope)
        return parser()(scope)
      })
    }
  }
}

/** That of templates without filters of a spec. */
export const usualParser = new Parser()

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
