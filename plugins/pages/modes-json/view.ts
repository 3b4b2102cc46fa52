import type { Issue } from "platen/sdk"
import type { SceneNode, ScreenClass, Text } from "platen/sdk/mode"
import type { Expanded, Json } from "./expand.js"
import type { Report } from "./faults.js"
import { filled, Parts, tried } from "./parts.js"
import { iconPx, PLACEMENT, scaled, withPixels } from "./scale.js"
import { componentScope, userScope } from "./scope.js"
import type { Scope } from "./scope.js"
import { sentences } from "./sentences.js"
import { fieldOf, isOwnType, isTextField } from "./spec-nodes.js"
import type { Lengths, SpecKind, SpecSpan } from "./spec-nodes.js"
import { expressionOf, spend } from "./template.js"
import type { Parsed, Parser, Template } from "./template.js"

/** Builds the scene nodes of one node: none, one, those of a component, or as many for each entry of its list. */
export interface View {
  (scope: Scope, screen: ScreenClass): SceneNode[]
  /** Reports templates that name a variable which the scope does not have, and fields that their kind refuses. Not of a view that is proven. */
  check(scope: Scope, report: Report, kinds: readonly SpecKind[]): void
}

type Draw = (scope: Scope, screen: ScreenClass) => SceneNode | readonly SceneNode[] | undefined

export interface Tools {
  readonly report: Report
  readonly lengths: Lengths
  readonly parser: Parser
  /** True: a test has checked the spec, so that nobody does it here. */
  readonly isProven?: boolean
  /** How many of the nodes around it have `each`. Default: none. */
  readonly repeated?: number
  /** Views of nodes of other pages of the spec: several pages hold the same node. */
  readonly made?: WeakMap<Expanded, View>
}

/** Nodes with `each` that stand in one another. */
const MAX_REPEATED = 2

/** The view of a node. */
export function view(node: Expanded, tools: Tools): View {
  // Below `each`, the node that is repeated has the views.
  if (!tools.made || tools.repeated) return newView(node, tools)
  const known = tools.made.get(node) ?? newView(node, tools)
  tools.made.set(node, known)
  return known
}

function newView(node: Expanded, tools: Tools): View {
  const parts = new Parts(node.at, tools)
  const { when, each } = node.fields as { readonly when?: string; readonly each?: string }
  const repeated = (tools.repeated ?? 0) + (each === undefined ? 0 : 1)
  if (each !== undefined && repeated > MAX_REPEATED)
    tools.report(
      `${node.at}.each`,
      `${MAX_REPEATED} nodes round it are repeated already: remove one "each", or place the lists side by side`,
    )
  const draw = drawing(node, { ...tools, repeated }, parts)
  const holds = when === undefined ? undefined : parts.condition(when, "when")
  const list = each === undefined ? undefined : entriesOf(each, parts)
  const scopes = (scope: Scope): readonly Scope[] => list?.scopes(scope) ?? [scope]
  const result = (scope: Scope, screen: ScreenClass): SceneNode[] =>
    scopes(scope)
      .filter((inner) => holds?.(inner) ?? true)
      .flatMap((inner) => {
        if (!node.part) spend(inner, "nodes")
        return draw(inner, screen) ?? []
      })
  if (tools.isProven) return result as View
  return Object.assign(result, { check: checkOf(node.at, { parts, holds, list, scopes }) })
}

/** Of a view, what is to be checked. */
interface Checkable {
  readonly parts: Parts
  readonly holds: Parsed<boolean> | undefined
  readonly list: Entries | undefined
  scopes(scope: Scope): readonly Scope[]
}

/** The check of a view, made by itself: a view that is proven holds nothing of it. */
function checkOf(at: string, { parts, holds, list, scopes }: Checkable): View["check"] {
  return (scope, report, kinds) => {
    const fault = list?.fault(scope)
    if (fault !== undefined) report(`${at}.each`, fault)
    for (const inner of scopes(scope).slice(0, 2)) tried(() => holds?.check(inner), `${at}.when`, report)
    for (const inner of scopes(scope).slice(0, 2)) if (holds?.(inner) ?? true) parts.check(inner, report, kinds)
  }
}

const EACH = /^\s*([a-zA-Z]\w*)\s+in\s+(.+)$/s

interface Entries {
  scopes(scope: Scope): readonly Scope[]
  /** What is wrong with it in a scope. */
  fault(scope: Scope): string | undefined
}

/** What `each` repeats: the entries of a list, or the keys and values of an object. */
function entriesOf(each: string, parts: Parts): Entries {
  const [, name = "item", source = each] = EACH.exec(each) ?? []
  const given = parts.expression(source, "each")
  const entries = (scope: Scope): readonly unknown[] | undefined => {
    const value = given?.(scope)
    if (Array.isArray(value)) return value
    if (typeof value !== "object" || value === null) return undefined
    return Object.entries(value).map(([key, inner]: [string, unknown]) => ({ key, value: inner }))
  }
  return {
    scopes: (scope) => (entries(scope) ?? []).map((entry, index) => ({ ...scope, [name]: entry, index })),
    fault: (scope) =>
      given && entries(scope) === undefined ? `there is no list "${source.trim()}": name a list field` : undefined,
  }
}

function drawing(node: Expanded, tools: Tools, parts: Parts): Draw {
  if (node.part === "use") return useDrawing(node, tools, parts)
  if (node.part === "slot") return slotDrawing(node, tools, parts)
  const { when: _when, each: _each, ...written } = node.fields
  if (!isOwnType(node.type)) return otherDrawing({ ...node, fields: written }, parts, tools.lengths[node.type] ?? [])
  const { plain, given } = computed(node.type, written, parts)
  const rest = plain as Readonly<Record<string, Json>> & { readonly type: string }
  const made = (scope: Scope, screen: ScreenClass): Record<string, unknown> =>
    scaled(given ? { ...rest, ...given(scope) } : rest, screen)
  switch (node.type) {
    case "text":
      return textDrawing(rest, made, parts)
    case "icon":
      return iconDrawing(rest, made, parts)
    case "progress":
      return progressDrawing(rest, made, parts)
    case "image":
      return imageDrawing(rest, made, parts)
    case "rule":
    case "spacer":
      return (scope, screen) => sceneNode(made(scope, screen))
    default: {
      const views = node.children.map((child) => parts.view(view(child, tools)))
      const more = typeof rest.more === "string" ? parts.template(rest.more, "more") : undefined
      return (scope, screen) =>
        sceneNode({
          ...made(scope, screen),
          ...(more && { more: { ...MORE, text: more(scope) } }),
          children: views.flatMap((child) => child(scope, screen)),
        })
    }
  }
}

/** How a column says that it has left some of its children out. */
const MORE: Omit<Text, "text"> = { type: "text", role: "caption", family: "serif", slant: "italic", lines: 1 }

/** The fields of a node as they stand, and the node as it is made of them: with what expressions give, in pixels. */
type Given = Readonly<Record<string, Json>>
type Made = (scope: Scope, screen: ScreenClass) => Record<string, unknown>

function textDrawing({ text: given }: Given, made: Made, parts: Parts): Draw {
  if (typeof given !== "string") return spannedDrawing(made, given as readonly SpecSpan[], parts)
  const text = parts.template(given, "text")
  return (scope, screen) => {
    const string = text(scope)
    return string.trim() === "" ? undefined : sceneNode({ ...made(scope, screen), text: string })
  }
}

function progressDrawing({ value, label }: Given, made: Made, parts: Parts): Draw {
  const words = label === undefined ? undefined : parts.template(label as string, "label")
  const share = typeof value === "number" ? undefined : number(parts.template(value as string, "value"))
  return (scope, screen) =>
    sceneNode({ ...made(scope, screen), ...(share && { value: share(scope) }), ...(words && { label: words(scope) }) })
}

function imageDrawing({ source, label }: Given, made: Made, parts: Parts): Draw {
  const id = parts.template(source as string, "source")
  const words = label === undefined ? undefined : parts.template(label as string, "label")
  return (scope, screen) => {
    const shown = id(scope).trim()
    if (shown === "") return undefined
    spend(scope, "pictures")
    return sceneNode({ ...made(scope, screen), source: shown, ...(words && { label: words(scope) }) })
  }
}

/** The fields of a node that expressions give, apart from those that are texts. A value that does not suit its field is left out. */
function computed(
  type: string,
  fields: Readonly<Record<string, Json>>,
  parts: Parts,
): { readonly plain: object; readonly given?: (scope: Scope) => object } {
  const expressions = Object.entries(fields).flatMap(([key, value]) => {
    const source = typeof value === "string" && !isTextField(type, key) ? expressionOf(value) : undefined
    return source === undefined ? [] : [{ key, value: parts.expression(source, key), field: fieldOf(type, key) }]
  })
  if (expressions.length === 0) return { plain: fields }
  const keys = new Set(expressions.map(({ key }) => key))
  const values = (scope: Scope): readonly (readonly [string, unknown, boolean])[] =>
    expressions.map(({ key, value, field }) => {
      const found = value?.(scope) ?? undefined
      return [key, found, found === undefined || field?.safeParse(found).success === true]
    })
  parts.fields((scope) =>
    values(scope).flatMap(([key, value, suits]) => {
      if (suits) return []
      const { error } = fieldOf(type, key)!.safeParse(value, { error: sentences() })
      return [{ path: key, message: error?.issues[0]?.message ?? "does not suit" }]
    }),
  )
  return {
    plain: Object.fromEntries(Object.entries(fields).filter(([key]) => !keys.has(key))),
    given: (scope) =>
      Object.fromEntries(
        values(scope).flatMap(([key, value, suits]) => (value !== undefined && suits ? [[key, value]] : [])),
      ),
  }
}

/** A component: its nodes see its properties and its variables. */
function useDrawing(node: Expanded, tools: Tools, parts: Parts): Draw {
  const properties = Object.entries(node.properties ?? {}).map(
    ([name, value]) => [name, filled(value, name, parts)] as const,
  )
  const own = new Parts(node.at, tools)
  const variables = Object.entries(node.variables ?? {}).map(([name, value]) => ({
    name,
    value: filled(value, name, own),
  }))
  const views = node.children.map((child) => view(child, tools))
  const inner = (scope: Scope): Scope =>
    componentScope(
      scope,
      Object.fromEntries(properties.map(([name, value]) => [name, value(scope) ?? null])),
      variables,
    )
  parts.view(
    Object.assign(() => [], {
      check: (scope: Scope, report: Report, kinds: readonly SpecKind[]) => {
        const within = inner(scope)
        own.check(within, report, kinds)
        for (const child of views) child.check(within, report, kinds)
      },
    }),
  )
  return (scope, screen) => {
    const within = inner(scope)
    return views.flatMap((child) => child(within, screen))
  }
}

/** What the user of a component has put in: it sees what the user sees. */
function slotDrawing(node: Expanded, tools: Tools, parts: Parts): Draw {
  const views = node.children.map((child) => view(child, tools))
  parts.view(
    Object.assign(() => [], {
      check: (scope: Scope, report: Report, kinds: readonly SpecKind[]) => {
        for (const child of views) child.check(userScope(scope), report, kinds)
      },
    }),
  )
  return (scope, screen) => views.flatMap((child) => child(userScope(scope), screen))
}

/** An icon; nothing where its name is a template that gives none. */
function iconDrawing({ label, name, size }: Given, made: Made, parts: Parts): Draw {
  const id = parts.template(name as string, "name")
  const words = label === undefined ? undefined : parts.template(label as string, "label")
  return (scope, screen) => {
    const shown = id(scope).trim()
    if (shown === "") return undefined
    const { size: computedSize = size, ...icon } = made(scope, screen)
    return sceneNode({
      ...icon,
      name: shown,
      px: iconPx(Number(computedSize) * screen.unit),
      ...(words && { label: words(scope) }),
    })
  }
}

/** A text in parts that look different. */
function spannedDrawing(made: Made, source: readonly SpecSpan[], parts: Parts): Draw {
  const spans = source.map((part, i) => {
    const { text, ...look } = typeof part === "string" ? { text: part } : part
    return { look, words: parts.template(text, typeof part === "string" ? `text.${i}` : `text.${i}.text`) }
  })
  return (scope, screen) => {
    const shown = spans.map(({ look, words }) => ({ ...look, text: words(scope) })).filter(({ text }) => text !== "")
    const text = shown.map((span) => span.text).join("")
    return text.trim() === "" ? undefined : sceneNode({ ...made(scope, screen), text, spans: shown })
  }
}

/** A node that a plugin draws. Its texts, however deep, are templates; one that is an expression, or ends in `| json`, gives a value. */
function otherDrawing(
  { type, fields: written, values = [] }: Expanded,
  parts: Parts,
  lengths: readonly string[],
): Draw {
  const fields = Object.entries(written).map(
    ([name, value]) =>
      [
        name,
        name === "type" ? () => value : filled(value, name, parts, values.includes(name) ? "value" : "text"),
      ] as const,
  )
  const made = (scope: Scope): Record<string, unknown> =>
    Object.fromEntries(
      fields.flatMap(([name, fill]) => {
        const value = fill(scope)
        return value === undefined || value === null ? [] : [[name, value]]
      }),
    )
  parts.fields((scope, kinds) => {
    const kind = kinds.find((each) => each.type === type)
    return kind ? faultsOf(made(scope), kind) : []
  })
  const scaling = [...PLACEMENT, ...lengths]
  return (scope, screen) => sceneNode(withPixels(made(scope), screen, scaling))
}

/** Faults of the fields of a node, with their paths in it. */
function faultsOf(node: object, { schema }: SpecKind): readonly Issue[] {
  const own = Object.fromEntries(Object.entries(node).filter(([name]) => Object.hasOwn(schema.shape, name)))
  const { error } = schema.safeParse(own, { error: sentences() })
  return (error?.issues ?? []).map(({ path, message }) => ({ path: path.join("."), message }))
}

/** The node as a scene node: the schema has checked it, and its lengths are in pixels. */
function sceneNode(checked: object): SceneNode {
  return checked as SceneNode
}

function number(source: Template): (scope: Scope) => number {
  return (scope) => {
    const value = Number(source(scope))
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
  }
}
