import { lineWeight, pageMargin, pixels } from "platen/sdk/mode"
import type { Padding, SceneNode, ScreenClass } from "platen/sdk/mode"
import { sentences } from "./sentences.js"
import type { Report } from "./read.js"
import { budgetError, condition, lookup, spend, template } from "./template.js"
import type { Parsed, Scope, Template } from "./template.js"
import { isOther } from "./spec-nodes.js"
import type { Lengths, SpecIcon, SpecKind, SpecNode, SpecOther, SpecSpan } from "./spec-nodes.js"

/** Builds the scene nodes of one spec node: none, one, or one for each entry of its list. */
export interface View {
  (scope: Scope, screen: ScreenClass): SceneNode[]
  /** Reports templates that name a variable which the scope does not have, and fields that their kind refuses. `path`: dotted path in the spec. */
  check(scope: Scope, report: Report, kinds: readonly SpecKind[]): void
}

type Draw = (scope: Scope, screen: ScreenClass) => SceneNode | undefined

/** The view of a spec node. `path`: dotted path of the node in the spec. */
export function view(node: SpecNode, path: string, tools: Tools): View {
  const parts = new Parts(path, tools)
  if (node.each !== undefined && tools.repeated)
    tools.report(
      `${path}.each`,
      'a parent node is repeated already: remove one "each", or place the two lists side by side',
    )
  const draw = drawing(node, path, { ...tools, repeated: tools.repeated || node.each !== undefined }, parts)
  const holds = node.when === undefined ? undefined : parts.condition(node.when, "when")
  const list = node.each?.split(".")
  const each = (scope: Scope): Scope[] => {
    const items = list && lookup(scope, list)
    return list ? (Array.isArray(items) ? items.map((item, index) => ({ ...scope, item, index })) : []) : [scope]
  }
  const result = (scope: Scope, screen: ScreenClass): SceneNode[] =>
    each(scope)
      .filter((inner) => holds?.(inner) ?? true)
      .flatMap((inner) => {
        spend(inner, "nodes")
        return draw(inner, screen) ?? []
      })
  const check: View["check"] = (scope, report, kinds) => {
    if (list && !Array.isArray(lookup(scope, list)))
      report(`${path}.each`, `there is no list "${node.each}": name a list field`)
    for (const inner of each(scope).slice(0, 2)) tried(() => holds?.check(inner), `${path}.when`, report)
    for (const inner of each(scope).slice(0, 2)) if (holds?.(inner) ?? true) parts.check(inner, report, kinds)
  }
  return Object.assign(result, { check })
}

export interface Tools {
  readonly report: Report
  readonly lengths: Lengths
  /** True: a parent node has `each`. */
  readonly repeated?: boolean
}

function drawing(node: SpecNode, path: string, tools: Tools, parts: Parts): Draw {
  if (isOther(node)) return otherDrawing(node, parts, tools.lengths[node.type] ?? [])
  const { when: _when, each: _each, ...rest } = node
  switch (rest.type) {
    case "text": {
      if (typeof rest.text !== "string") return spannedDrawing(rest, rest.text, parts)
      const text = parts.template(rest.text, "text")
      return (scope, screen) => {
        const string = text(scope)
        return string.trim() === "" ? undefined : sceneNode({ ...scaled(rest, screen), text: string })
      }
    }
    case "icon":
      return iconDrawing(rest, parts)
    case "progress": {
      const { value, label, ...bar } = rest
      const share = typeof value === "number" ? () => value : number(parts.template(value, "value"))
      const words = label === undefined ? undefined : parts.template(label, "label")
      return (scope, screen) =>
        sceneNode({ ...scaled(bar, screen), value: share(scope), ...(words && { label: words(scope) }) })
    }
    case "image": {
      const { source, label, ...picture } = rest
      const id = parts.template(source, "source")
      const words = label === undefined ? undefined : parts.template(label, "label")
      return (scope, screen) => {
        const shown = id(scope).trim()
        if (shown !== "") spend(scope, "pictures")
        return shown === ""
          ? undefined
          : sceneNode({ ...scaled(picture, screen), source: shown, ...(words && { label: words(scope) }) })
      }
    }
    case "rule":
    case "spacer":
      return (_, screen) => sceneNode(scaled(rest, screen))
    default: {
      const { children, ...box } = rest
      const views = children.map((child, i) => parts.view(view(child, `${path}.children.${i}`, tools)))
      return (scope, screen) =>
        sceneNode({ ...scaled(box, screen), children: views.flatMap((child) => child(scope, screen)) })
    }
  }
}

/** An icon; nothing where its name is a template that gives none. */
function iconDrawing({ size, label, name, ...icon }: SpecIcon, parts: Parts): Draw {
  const id = parts.template(name, "name")
  const words = label === undefined ? undefined : parts.template(label, "label")
  return (scope, screen) => {
    const shown = id(scope).trim()
    if (shown === "") return undefined
    return sceneNode({
      ...scaled(icon, screen),
      name: shown,
      px: iconPx(size * screen.unit),
      ...(words && { label: words(scope) }),
    })
  }
}

/** A text in parts that look different. */
function spannedDrawing(node: object, source: readonly SpecSpan[], parts: Parts): Draw {
  const spans = source.map((part, i) => {
    const { text, ...look } = typeof part === "string" ? { text: part } : part
    return { look, words: parts.template(text, typeof part === "string" ? `text.${i}` : `text.${i}.text`) }
  })
  return (scope, screen) => {
    const shown = spans.map(({ look, words }) => ({ ...look, text: words(scope) })).filter(({ text }) => text !== "")
    const text = shown.map((span) => span.text).join("")
    return text.trim() === "" ? undefined : sceneNode({ ...scaled(node, screen), text, spans: shown })
  }
}

/** A node that a plugin draws. Its texts, however deep, are templates; one that ends in `| json` gives a value. */
function otherDrawing(
  { when: _when, each: _each, ...node }: SpecOther,
  parts: Parts,
  lengths: readonly string[],
): Draw {
  const fields = Object.entries(node).map(
    ([name, value]) => [name, name === "type" ? () => value : filled(value, name, parts)] as const,
  )
  const made = (scope: Scope): object => Object.fromEntries(fields.map(([name, fill]) => [name, fill(scope)]))
  parts.fields((scope, kinds) => {
    const kind = kinds.find(({ type }) => type === node.type)
    return kind ? faultsOf(made(scope), kind) : []
  })
  const scaling = [...PLACEMENT, ...lengths]
  return (scope, screen) => sceneNode(withPixels(made(scope), screen, scaling))
}

/** Faults of the fields of a node, with their paths in it. */
function faultsOf(node: object, { schema }: SpecKind): readonly Fault[] {
  const own = Object.fromEntries(Object.entries(node).filter(([name]) => Object.hasOwn(schema.shape, name)))
  const { error } = schema.safeParse(own, { error: sentences() })
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }))
}

/** A value with its templates evaluated. `key`: dotted path in the node. */
function filled(value: unknown, key: string, parts: Parts): (scope: Scope) => unknown {
  if (typeof value === "string") {
    if (!TEMPLATE.test(value)) return () => value
    const words = parts.template(value, key)
    return JSON_TEMPLATE.test(value) ? (scope) => parsedJson(words(scope)) : words
  }
  if (Array.isArray(value)) {
    const items = value.map((item, i) => filled(item, `${key}.${i}`, parts))
    return (scope) => items.map((item) => item(scope))
  }
  if (typeof value !== "object" || value === null) return () => value
  const entries = Object.entries(value).map(([name, each]) => [name, filled(each, `${key}.${name}`, parts)] as const)
  return (scope) => Object.fromEntries(entries.map(([name, each]) => [name, each(scope)]))
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

/** The node as a scene node: the schema has checked it, and its lengths are in pixels. */
function sceneNode(checked: object): SceneNode {
  return checked as SceneNode
}

interface Fault {
  readonly path: string
  readonly message: string
}

/** Finds the faults of the fields of a node. */
type FieldsCheck = (scope: Scope, kinds: readonly SpecKind[]) => readonly Fault[]

/** The templates, conditions and children of a node, to check all of them together. */
class Parts {
  readonly #path: string
  readonly #tools: Tools
  readonly #templates: { readonly key: string; readonly template: Template }[] = []
  readonly #views: View[] = []
  readonly #checks: FieldsCheck[] = []

  constructor(path: string, tools: Tools) {
    this.#path = path
    this.#tools = tools
  }

  template(source: string, key: string): Template {
    try {
      const parsed = template(source)
      this.#templates.push({ key, template: parsed })
      return parsed
    } catch (error) {
      this.#tools.report(`${this.#path}.${key}`, sentence(error))
      return template("")
    }
  }

  condition(source: string, key: string): Parsed<boolean> | undefined {
    try {
      return condition(source)
    } catch (error) {
      this.#tools.report(`${this.#path}.${key}`, sentence(error))
      return undefined
    }
  }

  /** Adds a check of the fields of a node. */
  fields(check: FieldsCheck): void {
    this.#checks.push(check)
  }

  view(child: View): View {
    this.#views.push(child)
    return child
  }

  check(scope: Scope, report: Report, kinds: readonly SpecKind[]): void {
    for (const { key, template: each } of this.#templates)
      tried(() => each.check(scope), `${this.#path}.${key}`, report)
    for (const child of this.#views) child.check(scope, report, kinds)
    for (const check of this.#checks)
      for (const { path, message } of check(scope, kinds)) report(`${this.#path}.${path}`, message)
  }
}

function tried(check: () => void, path: string, report: Report): void {
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

function number(source: Template): (scope: Scope) => number {
  return (scope) => {
    const value = Number(source(scope))
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
  }
}

/** The sizes in pixels at which the icons are drawn best. */
const ICON_SIZES = [12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 160, 192, 256, 320, 400]

function iconPx(wanted: number): number {
  return ICON_SIZES.reduce((best, size) => (Math.abs(size - wanted) < Math.abs(best - wanted) ? size : best))
}

/** The lengths of every node, and those of the nodes that modes of data have themselves. */
const PLACEMENT = ["basis", "width", "height", "minWidth", "maxWidth", "minHeight", "maxHeight"] as const
const LENGTHS = [...PLACEMENT, "gap", "rowGap", "columnGap", "gutter", "radius"] as const
const SIDES = ["left", "top", "right", "bottom"] as const

/** A node of the format's own with its lengths converted from units to pixels. */
function scaled(node: object, screen: ScreenClass): Record<string, unknown> {
  const result = withPixels(node, screen, LENGTHS)
  if (result.thickness !== undefined) result.thickness = lineWeight(result.thickness as number, screen)
  if (result.padding !== undefined) result.padding = paddingPixels(result.padding as UnitPadding, screen)
  return result
}

/** A node with these lengths, and its distances from the edges, converted from units to pixels. */
function withPixels(node: object, screen: ScreenClass, lengths: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = { ...node }
  for (const key of lengths) if (typeof result[key] === "number") result[key] = pixels(result[key], screen)
  if (result.at !== undefined) {
    const at = result.at as Readonly<Record<string, unknown>>
    result.at = Object.fromEntries(
      SIDES.filter((side) => at[side] !== undefined).map((side) => [
        side,
        typeof at[side] === "number" ? pixels(at[side], screen) : at[side],
      ]),
    )
  }
  return result
}

/** A padding of a spec: each side in units, or "page", the margin of the page. */
type UnitPadding = number | readonly (number | "page")[]

function paddingPixels(padding: UnitPadding, screen: ScreenClass): Padding {
  return typeof padding === "number"
    ? pixels(padding, screen)
    : (padding.map((side) => (side === "page" ? pageMargin(screen) : pixels(side, screen))) as unknown as Padding)
}
