import { pixels } from "platen/sdk/mode"
import type { Padding, SceneNode, ScreenClass } from "platen/sdk/mode"
import { budgetError, condition, lookup, spend, template } from "./template.js"
import type { Parsed, Scope, Template } from "./template.js"
import type { SpecNode } from "./spec.js"

/** Builds the scene nodes of one spec node: none, one, or one for each entry of its list. */
export interface View {
  (scope: Scope, screen: ScreenClass): SceneNode[]
  /** Reports templates that name a variable which the scope does not have. `path`: dotted path in the spec. */
  check(scope: Scope, report: (path: string, message: string) => void): void
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
  const check: View["check"] = (scope, report) => {
    if (list && !Array.isArray(lookup(scope, list)))
      report(`${path}.each`, `there is no list "${node.each}": name a list field`)
    for (const inner of each(scope).slice(0, 2)) tried(() => holds?.check(inner), `${path}.when`, report)
    for (const inner of each(scope).slice(0, 2)) if (holds?.(inner) ?? true) parts.check(inner, report)
  }
  return Object.assign(result, { check })
}

export interface Tools {
  report(path: string, message: string): void
  /** True: a parent node has `each`. */
  readonly repeated?: boolean
}

function drawing(node: SpecNode, path: string, tools: Tools, parts: Parts): Draw {
  const { when: _when, each: _each, ...rest } = node
  switch (rest.type) {
    case "text": {
      const text = parts.template(rest.text, "text")
      return (scope, screen) => {
        const string = text(scope)
        return string.trim() === "" ? undefined : sceneNode({ ...scaled(rest, screen), text: string })
      }
    }
    case "icon": {
      const { size, label, ...icon } = rest
      const words = label === undefined ? undefined : parts.template(label, "label")
      return (scope, screen) =>
        sceneNode({ ...scaled(icon, screen), px: iconPx(size * screen.unit), ...(words && { label: words(scope) }) })
    }
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

/** The node as a scene node: the schema has checked it, and its lengths are in pixels. */
function sceneNode(checked: object): SceneNode {
  return checked as SceneNode
}

/** The templates, conditions and children of a node, to check all of them together. */
class Parts {
  readonly #path: string
  readonly #tools: Tools
  readonly #templates: { readonly key: string; readonly template: Template }[] = []
  readonly #views: View[] = []

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

  view(child: View): View {
    this.#views.push(child)
    return child
  }

  check(scope: Scope, report: (path: string, message: string) => void): void {
    for (const { key, template: each } of this.#templates)
      tried(() => each.check(scope), `${this.#path}.${key}`, report)
    for (const child of this.#views) child.check(scope, report)
  }
}

function tried(check: () => void, path: string, report: (path: string, message: string) => void): void {
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

const LENGTHS = [
  "basis",
  "width",
  "height",
  "minWidth",
  "maxWidth",
  "minHeight",
  "maxHeight",
  "gap",
  "rowGap",
  "radius",
] as const

/** The node with its lengths converted from units to pixels. */
function scaled(node: object, screen: ScreenClass): Record<string, unknown> {
  const result: Record<string, unknown> = { ...node }
  for (const key of LENGTHS) if (typeof result[key] === "number") result[key] = pixels(result[key], screen)
  if (result.padding !== undefined) result.padding = paddingPixels(result.padding as Padding, screen)
  return result
}

function paddingPixels(padding: Padding, screen: ScreenClass): Padding {
  return typeof padding === "number"
    ? pixels(padding, screen)
    : (padding.map((side) => pixels(side, screen)) as unknown as Padding)
}
