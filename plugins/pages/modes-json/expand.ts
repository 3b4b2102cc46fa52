import { lacking, nearest, oneOf } from "./nearest.js"
import type { Report } from "./faults.js"
import type { ModeSpec } from "./spec.js"
import { SHARED_COMPONENTS } from "./shared-components.js"
import { PLACEMENT_FIELDS } from "./spec-nodes.js"
import { recordOf } from "./records.js"
import { BUDGETS } from "./template.js"

/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Fields = Readonly<Record<string, Json>>

/** A node of the tree of one screen: values by screen are picked, styles and components put in. */
export interface Expanded {
  /** Absent for a node. "use": its children see the properties and the variables of a component alone. "slot": they see again what its user sees. */
  readonly part?: "use" | "slot"
  readonly type: string
  /** Where it stands in the spec. */
  readonly at: string
  /** As written, without children and style; those of a use are `when` and `each` alone. */
  readonly fields: Fields
  readonly children: readonly Expanded[]
  /** Of a node that a plugin draws: its fields that are expressions, and no texts. */
  readonly values?: readonly string[]
  /** Of a use: what the user gives, evaluated in the user's scope. */
  readonly properties?: Fields
  /** Of a use: the component's own, evaluated when they are first read. */
  readonly variables?: Fields
}

/** The tree of one view on one screen. */
export interface Tree {
  /** Path of the view. */
  readonly at: string
  readonly root: Expanded
  readonly variables: Fields
  readonly footer: Readonly<Record<string, string>>
  /** A template. */
  readonly frame: string
}

/** Of a component of the spec, or of one that every spec can use. */
const NAME = /^(?:platen\/)?[A-Z][A-Za-z0-9]{0,31}$/
/** Fields of a use that are no properties. */
const OF_USE = new Set(["type", "when", "each"])
/** Components that stand in one another. */
const MAX_WITHIN = 50
/** Kinds of nodes whose `style` names a text style. */
const STYLED = new Set(["text", "table"])

/** A view that has no end, or too many nodes: what is wrong, and where. */
export class Unexpandable extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }
}

/** A component: what it is given, what it computes, and its nodes. */
interface Component {
  readonly properties: ReadonlyMap<string, Json | undefined>
  readonly variables: Fields
  readonly view: Json
  /** Path of the view. */
  readonly at: string
}

/** What a node is expanded in. */
interface Place {
  /** Properties that are nodes, of the component that is expanded, with the place where they were written. */
  readonly slots: ReadonlyMap<string, { readonly nodes: Json; readonly at: string; readonly place: Place }>
  /** The components round it. */
  readonly within: readonly string[]
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
export const isByScreen = (value: Json | undefined): value is Fields => isFields(value) && Object.hasOwn(value, "base")
/** The names of the screens in a key of a value by screen: "tiny, tall". */
export const screensOf = (key: string): readonly string[] => key.split(",").map((name) => name.trim())

/** Expands views of a spec for one screen. What cannot be expanded is reported and left out. */
export class Expander {
  readonly #spec: ModeSpec
  readonly #screen: string
  readonly #components: ReadonlyMap<string, Component>
  readonly #report: Report
  #at = ""
  #nodes = 0
  #within = 0

  /** `screen`: name of a screen of the spec, or "base". */
  constructor(spec: ModeSpec, screen: string, components: ReadonlyMap<string, Component>, report: Report = () => {}) {
    this.#spec = spec
    this.#screen = screen
    this.#components = components
    this.#report = report
  }

  /** The tree of a view. `at`: its path. Throws Unexpandable when it has too many nodes. */
  tree(view: Json, at: string): Tree {
    this.#at = at
    this.#nodes = 0
    const [root, second] = this.#nodesOf(view, at, { slots: new Map(), within: [] })
    if (second || (root && nodesIn(root) > 1))
      this.#report(at, "a view is one node: put several into a column or a row")
    return {
      at,
      root: root ?? { type: "spacer", at, fields: { type: "spacer" }, children: [] },
      variables: this.#picked((this.#spec.variables ?? {}) as Fields),
      footer: this.#picked((this.#spec.footer ?? {}) as Fields) as Tree["footer"],
      frame: this.#spec.frame ?? "full",
    }
  }

  /** The value for this screen; undefined where it leaves it out. */
  #pick(value: Json): Json | undefined {
    if (!isByScreen(value)) return value
    let found: Json = value.base!
    for (const [key, each] of Object.entries(value))
      if (screensOf(key).includes(this.#screen)) {
        found = each
        break
      }
    return found === null ? undefined : this.#pick(found)
  }

  /** A record with each value for this screen; what is null is left out. */
  #picked(record: Fields): Fields {
    const entries = Object.entries(record).flatMap(([key, value]) => {
      const picked = this.#pick(value)
      return picked === undefined || picked === null ? [] : [[key, this.#deep(picked, 2)] as const]
    })
    return Object.fromEntries(entries)
  }

  /** Entries of lists, and what is in them, for this screen. Below that it is data. */
  #deep(value: Json, levels: number): Json {
    if (typeof value !== "object" || value === null || levels === 0) return value
    if (Array.isArray(value)) return value.map((each: Json) => this.#deep(this.#pick(each) ?? null, levels - 1))
    const entries = Object.entries(value as Fields).flatMap(([key, each]) => {
      const picked = this.#pick(each)
      return picked === undefined ? [] : [[key, picked] as const]
    })
    return Object.fromEntries(entries)
  }

  /** The nodes of a view, a child, or a property: one, none, or those of a list. */
  #nodesOf(given: Json, at: string, place: Place): readonly Expanded[] {
    const value = this.#pick(given)
    if (value === undefined || value === null) return []
    if (Array.isArray(value)) return value.flatMap((each: Json, i) => this.#nodesOf(each, `${at}.${i}`, place))
    const node = typeof value === "string" ? { type: value } : value
    if (!isFields(node)) return this.#none(at, 'a node is an object, or the name of one, such as "rule"')
    if (++this.#nodes > BUDGETS.nodes)
      throw new Unexpandable(
        place.within.length > 0 ? `components.${place.within.at(-1)}` : this.#at,
        `the view has more than ${BUDGETS.nodes} nodes on one screen: use fewer, or components that hold fewer`,
      )
    if (Object.hasOwn(node, "slot")) return this.#slot(node, at, place)
    const type = this.#pick(node.type ?? null)
    if (typeof type !== "string")
      return this.#none(`${at}.type`, '"type" is missing: write the kind of the node, such as "text"')
    if (NAME.test(type)) return this.#use(type, node, at, place)
    const { children, ...rest } = node
    const fields = this.#styled(type, this.#withNulls({ ...rest, type }), at)
    const inner = children === undefined ? [] : this.#children(children, `${at}.children`, place)
    return [{ type, at, fields, children: inner }]
  }

  #children(children: Json, at: string, place: Place): readonly Expanded[] {
    const list = this.#pick(children) ?? []
    if (!Array.isArray(list)) return this.#none(at, '"children" is no list: write the nodes in [ ]')
    return this.#nodesOf(list, at, place)
  }

  /** What the user of the component has put in. */
  #slot(node: Fields, at: string, place: Place): readonly Expanded[] {
    const { slot: name, ...rest } = node
    const [unknown] = Object.keys(rest)
    if (unknown !== undefined)
      this.#report(`${at}.${unknown}`, `a slot has no "${unknown}": put it into a column that has`)
    const given = place.slots.get(String(name))
    if (!given) return this.#none(at, `the component has no property "${String(name)}" with nodes`)
    const children = this.#nodesOf(given.nodes, given.at, given.place)
    return children.length === 0 ? [] : [{ part: "slot", type: "", at, fields: {}, children }]
  }

  #use(name: string, node: Fields, at: string, place: Place): readonly Expanded[] {
    const component = this.#components.get(name)
    if (!component) return this.#none(`${at}.type`, lacking("component", name, this.#components.keys(), "components"))
    const [properties, placement] = [{} as Record<string, Json>, {} as Record<string, Json>]
    const slots = new Map<string, { readonly nodes: Json; readonly at: string; readonly place: Place }>()
    for (const [key, raw] of Object.entries(node)) {
      if (OF_USE.has(key)) continue
      const value = this.#pick(raw)
      if (component.properties.has(key)) {
        if (value === undefined) continue
        if (isNodes(value)) slots.set(key, { nodes: value, at: `${at}.${key}`, place })
        else properties[key] = value
      } else if (PLACEMENT_FIELDS.has(key)) {
        if (value !== undefined) placement[key] = value
      } else this.#report(`${at}.${key}`, unknownProperty(name, key, component))
    }
    for (const [key, usual] of component.properties) {
      if (slots.has(key) || Object.hasOwn(properties, key)) continue
      if (usual === undefined)
        this.#report(at, `component "${name}" needs "${key}": write it here, or give it a default`)
      const value = usual === undefined ? undefined : this.#pick(usual)
      if (isNodes(value))
        slots.set(key, { nodes: value, at: `components.${name}`, place: { slots: new Map(), within: [] } })
      else properties[key] = value ?? null
    }
    if (this.#within >= MAX_WITHIN)
      throw new Unexpandable(at, `components stand in one another more than ${MAX_WITHIN} deep: use fewer levels`)
    this.#within++
    const inner = this.#nodesOf(component.view, component.at, { slots, within: [...place.within, name] })
    this.#within--
    const children = Object.keys(placement).length === 0 ? inner : this.#placed(inner, placement, name, at)
    const { when = null, each = null } = node
    const use = {
      part: "use" as const,
      type: name,
      at,
      fields: this.#picked({ when, each }),
      children,
      properties,
      variables: this.#picked(component.variables),
    }
    return [use]
  }

  /** Nodes of a component with the placement that its user gives: of one root alone. */
  #placed(nodes: readonly Expanded[], placement: Fields, name: string, at: string): readonly Expanded[] {
    const [root, second] = nodes
    if (!root || second)
      return this.#none(at, `component "${name}" gives a list of nodes: place it in a column, or make it one node`)
    if (!root.part) return [{ ...root, fields: { ...root.fields, ...placement } }]
    return [{ ...root, children: this.#placed(root.children, placement, name, at) }]
  }

  #none(at: string, message: string): readonly Expanded[] {
    this.#report(at, message)
    return []
  }

  /** The fields of a node over those of its style, without those that are null. */
  #styled(type: string, fields: Fields, at: string): Fields {
    const { style, ...own } = fields
    const isStyled = STYLED.has(type) && typeof style === "string"
    const whole = isStyled ? { ...this.#style(style, `${at}.style`), ...own } : fields
    const kept = recordOf(whole, (value) => (value === null ? undefined : this.#deep(value, 2)))
    if (STYLED.has(type))
      for (const key of ["text", "columns", "rows"])
        if (Array.isArray(kept[key])) kept[key] = this.#parts(kept[key] as readonly Json[], `${at}.${key}`)
    return kept
  }

  /** Spans of a text, columns and cells of a table with their styles. */
  #parts(parts: readonly Json[], at: string): readonly Json[] {
    return parts.map((part, i) => {
      if (Array.isArray(part)) return this.#parts(part, `${at}.${i}`)
      if (!isFields(part) || part.style === undefined) return part
      const { style, ...own } = part
      return withoutNulls({ ...this.#style(String(style), `${at}.${i}.style`), ...own })
    })
  }

  /** A named style, over the one that it extends. */
  #style(name: string, at: string, below: readonly string[] = []): Fields {
    const styles = (this.#spec.styles ?? {}) as Readonly<Record<string, Fields>>
    const style = Object.hasOwn(styles, name) ? styles[name] : undefined
    if (!style) {
      this.#report(at, lacking("style", name, Object.keys(styles), "styles"))
      return {}
    }
    if (below.includes(name)) {
      this.#report(`styles.${name}.extends`, `styles extend each other in a circle: ${[...below, name].join(", ")}`)
      return {}
    }
    const { extends: up, ...own } = this.#withNulls(style)
    const above = up === undefined ? {} : this.#style(String(up), `styles.${name}.extends`, [...below, name])
    return { ...above, ...own }
  }

  /** A record with each value for this screen; null where it takes something away. */
  #withNulls(given: Fields): Fields {
    return recordOf(given, (value) => this.#pick(value) ?? null)
  }
}

const withoutNulls = (fields: Fields): Fields => recordOf(fields, (value) => value ?? undefined)

/** The nodes that one gives to its parent. */
const nodesIn = ({ part, children }: Expanded): number =>
  part ? children.reduce((sum, child) => sum + nodesIn(child), 0) : 1

/** The views of a spec, each with its path: the first is `view`, the others are those of its variants. */
export function viewsOf({
  view,
  variants = [],
}: Pick<ModeSpec, "view" | "variants">): readonly { readonly view: Json; readonly at: string }[] {
  return [
    { view: view as Json, at: "view" },
    ...variants.map((each, i) => ({ view: each.view as Json, at: `variants.${i}.view` })),
  ]
}

/** The components of a spec. */
export function componentsOf({ components = {} }: Pick<ModeSpec, "components">): ReadonlyMap<string, Component> {
  return new Map(Object.entries(components).map(([name, given]) => [name, componentOf(given as Json, name)]))
}

let shared: ReadonlyMap<string, Component> | undefined

/** The components that a spec can use: those that every spec can use, and its own. */
export function knownComponents(spec: Pick<ModeSpec, "components">): ReadonlyMap<string, Component> {
  shared ??= componentsOf({ components: SHARED_COMPONENTS as NonNullable<ModeSpec["components"]> })
  return new Map([...shared, ...componentsOf(spec)])
}

function componentOf(given: Json, name: string): Component {
  const at = `components.${name}`
  if (!isFields(given) || !Object.hasOwn(given, "view"))
    return { properties: new Map(), variables: {}, view: given, at }
  const { properties = [], variables = {}, view = null } = given
  const named = (properties as readonly Json[]).map((each) =>
    isFields(each) ? ([String(each.name), each.default] as const) : ([String(each), undefined] as const),
  )
  return { properties: new Map(named), variables: variables as Fields, view, at: `${at}.view` }
}

/** Whether a value of a property is a node, or a list of nodes, of which some may be names alone, or differ by screen. */
function isNodes(value: Json | undefined): value is Json {
  const isNode = (each: Json): boolean => isFields(each) && (Object.hasOwn(each, "type") || Object.hasOwn(each, "slot"))
  if (!Array.isArray(value)) return value !== undefined && isNode(value)
  const list = value as readonly Json[]
  return list.some(isNode) && list.every((each) => isNode(each) || typeof each === "string" || isByScreen(each))
}

function unknownProperty(name: string, key: string, { properties }: Component): string {
  const known = [...properties.keys()]
  const near = nearest(key, known)
  const has = known.length === 0 ? "it has no properties" : `its properties are ${oneOf(known)}`
  return `component "${name}" has no property "${key}": ${near.length > 0 ? `write ${oneOf(near)}` : has}`
}
