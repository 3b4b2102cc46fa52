import type { Issue } from "platen/sdk"
import type { Json } from "./expand.js"
import type { Report } from "./faults.js"
import type { Scope } from "./scope.js"
import type { SpecKind } from "./spec-nodes.js"
import { budgetError, expressionOf } from "./template.js"
import type { Parsed, Template } from "./template.js"
import type { Tools, View } from "./view.js"

/**
 * A value with its templates evaluated. `key`: dotted path in the node. `whole`: whether a text that is one expression gives its value, as in
 * variables and properties, or words.
 */
export function filled(
  value: Json,
  key: string,
  parts: Parts,
  whole: "value" | "text" = "value",
): (scope: Scope) => unknown {
  return varying(value, key, parts, whole) ?? (() => value)
}

/** The same of a value that has templates; undefined for any other, which stays as it is. */
function varying(
  value: Json,
  key: string,
  parts: Parts,
  whole: "value" | "text",
): ((scope: Scope) => unknown) | undefined {
  if (typeof value === "string") return TEMPLATE.test(value) ? filledText(value, key, parts, whole) : undefined
  if (typeof value !== "object" || value === null) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item: Json, i) => varying(item, `${key}.${i}`, parts, whole))
    return items.some(Boolean)
      ? (scope) => value.map((item: Json, i) => (items[i] ? items[i](scope) : item))
      : undefined
  }
  const entries = Object.entries(value as Readonly<Record<string, Json>>).map(
    ([name, each]) => [name, each, varying(each, `${key}.${name}`, parts, whole)] as const,
  )
  return entries.some(([, , of]) => of)
    ? (scope) => Object.fromEntries(entries.map(([name, each, of]) => [name, of ? of(scope) : each]))
    : undefined
}

function filledText(text: string, key: string, parts: Parts, whole: "value" | "text"): (scope: Scope) => unknown {
  if (JSON_TEMPLATE.test(text)) {
    const words = parts.template(text, key)
    return (scope) => parsedJson(words(scope))
  }
  const expression = whole === "value" ? expressionOf(text) : undefined
  return expression === undefined ? parts.template(text, key) : (parts.expression(expression, key) ?? (() => undefined))
}

const TEMPLATE = /\{[{%]/
/** A value, or a list of values: "[{{ a | json }}, {{ b | json }}]". */
const JSON_TEMPLATE = /\|\s*json\s*\}\}[\s\]]*$/

/** The value of a JSON text; the text itself where it is none. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** Finds the faults of the fields of a node. */
type FieldsCheck = (scope: Scope, kinds: readonly SpecKind[]) => readonly Issue[]

/** The templates, conditions and children of a node, to check all of them together. */
export class Parts {
  readonly #path: string
  readonly #tools: Pick<Tools, "report" | "parser" | "isProven">
  readonly #templates: { readonly key: string; readonly template: Parsed<unknown> }[] = []
  readonly #views: View[] = []
  readonly #checks: FieldsCheck[] = []

  constructor(path: string, tools: Pick<Tools, "report" | "parser" | "isProven">) {
    this.#path = path
    this.#tools = tools
  }

  template(source: string, key: string): Template {
    const { parser } = this.#tools
    return this.#checked(key, this.#parsed(key, () => parser.template(source)) ?? parser.template(""))
  }

  /** A value; undefined where it cannot be parsed. */
  expression(source: string, key: string): Parsed<unknown> | undefined {
    const parsed = this.#parsed(key, () => this.#tools.parser.expression(source))
    return parsed && this.#checked(key, parsed)
  }

  /** Undefined where it cannot be parsed. Whoever asks it checks it. */
  condition(source: string, key: string): Parsed<boolean> | undefined {
    return this.#parsed(key, () => this.#tools.parser.condition(source))
  }

  /** What is parsed; undefined, and a report, where that fails. */
  #parsed<T>(key: string, parse: () => T): T | undefined {
    try {
      return parse()
    } catch (error) {
      this.#tools.report(this.#at(key), sentence(error))
      return undefined
    }
  }

  /** A template that is checked with the others. */
  #checked<T extends Parsed<unknown>>(key: string, template: T): T {
    if (!this.#tools.isProven) this.#templates.push({ key, template })
    return template
  }

  #at(key: string): string {
    return this.#path === "" ? key : `${this.#path}.${key}`
  }

  /** Adds a check of the fields of a node. */
  fields(check: FieldsCheck): void {
    if (!this.#tools.isProven) this.#checks.push(check)
  }

  view(child: View): View {
    if (!this.#tools.isProven) this.#views.push(child)
    return child
  }

  check(scope: Scope, report: Report, kinds: readonly SpecKind[]): void {
    for (const { key, template: each } of this.#templates) tried(() => each.check(scope), this.#at(key), report)
    for (const child of this.#views) child.check(scope, report, kinds)
    for (const check of this.#checks)
      for (const { path, message } of check(scope, kinds)) report(this.#at(path), message)
  }
}

export function tried(check: () => void, path: string, report: Report): void {
  try {
    check()
  } catch (error) {
    // A budget belongs to the whole view, not to this path.
    if (budgetError(error)) throw error
    report(path, sentence(error))
  }
}

function sentence(error: unknown): string {
  return (error as Error).message.split("\n")[0]!
}
