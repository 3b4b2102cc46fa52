import { z } from "platen/sdk"
import type { Plan } from "./evaluate.js"
import { checkNames } from "./check-names.js"
import { Expander, knownComponents, Unexpandable, viewsOf } from "./expand.js"
import type { Expanded, Json, Tree } from "./expand.js"
import { nearest, oneOf } from "./nearest.js"
import { faults } from "./faults.js"
import type { Report } from "./faults.js"
import type { Catalogs } from "./read.js"
import { SameNodes } from "./same-nodes.js"
import { sentences } from "./sentences.js"
import type { ModeSpec } from "./spec.js"
import { isBox, isOwnType, isTextField, lengthsOf, PLACEMENT_FIELDS, useSchema } from "./spec-nodes.js"
import type { Lengths, SpecKind } from "./spec-nodes.js"
import { expressionOf } from "./template.js"
import type { FilterSpec } from "./template.js"

/** Maximum nesting of boxes: the layout measures the content again at every level. */
export const MAX_NESTING = 10
/** Views of a spec times its screens. */
const MAX_PAGES = 64
/** Nodes of all views of a spec on all its screens together, and characters of their fields as JSON. */
const MAX_NODES = 3_000
const MAX_CHARACTERS = 1_000_000

/** A view of a spec, by its number, on a screen, by its name. */
export interface PlanPlace {
  readonly view: number
  readonly screen: string
}

/** The plans of a spec: each view on each of its screens, made when it is first asked for. */
export class Plans {
  readonly #spec: ModeSpec
  readonly #views: ReturnType<typeof viewsOf>
  readonly #components: ReturnType<typeof knownComponents>
  readonly #made = new Map<string, Plan>()
  readonly #nodes = new SameNodes()
  readonly #kinds: ReadonlyMap<string, SpecKind>
  readonly #lengths: Lengths
  readonly filters: Plan["filters"]

  constructor(spec: ModeSpec, kinds: readonly SpecKind[]) {
    this.#spec = spec
    this.#kinds = new Map(kinds.map((kind) => [kind.type, kind]))
    this.#views = viewsOf(spec)
    this.#components = knownComponents(spec)
    this.#lengths = lengthsOf(kinds)
    this.filters = filtersOf(spec)
  }

  /** Every view on every screen, "base" among them. */
  get places(): readonly PlanPlace[] {
    const screens = ["base", ...Object.keys(this.#spec.screens ?? {})]
    return this.#views.flatMap((_, view) => screens.map((screen) => ({ view, screen })))
  }

  /** Throws Unexpandable. */
  of({ view, screen }: PlanPlace, report?: Report): Plan {
    const key = `${view} ${screen}`
    const known = this.#made.get(key)
    if (known) return known
    const given = this.#views[view]!
    const tree = new Expander(this.#spec, screen, this.#components, report).tree(given.view, given.at)
    const plan = {
      tree: { ...tree, root: this.#marked(tree.root) },
      filters: this.filters,
      lengths: this.#lengths,
    }
    this.#made.set(key, plan)
    return plan
  }

  /** A tree whose nodes of plugins say which of their fields are expressions, and no texts: only here their schemas are known. */
  #marked(node: Expanded): Expanded {
    const children = node.children.map((child) => this.#marked(child))
    const kind = node.part ? undefined : this.#kinds.get(node.type)
    if (!kind) return this.#nodes.first({ ...node, children })
    const values = Object.entries(node.fields).flatMap(([key, value]) => {
      const expression = typeof value === "string" ? expressionOf(value) : undefined
      if (expression === undefined || /\|\s*json$/.test(expression)) return []
      if (PLACEMENT_FIELDS.has(key)) return [key]
      const schema = kind.schema.shape[key] as z.ZodType | undefined
      return !schema || schema.safeParse("text").success ? [] : [key]
    })
    return this.#nodes.first({ ...node, values, children })
  }
}

/** The filters of a spec. */
function filtersOf({ filters = {} }: ModeSpec): Plan["filters"] {
  return Object.fromEntries(
    Object.entries(filters).map(([name, given]): [string, FilterSpec] => [
      name,
      typeof given === "string"
        ? { parameters: [], template: given }
        : { parameters: given.parameters ?? [], template: given.template },
    ]),
  )
}

/**
 * Checks names, and all views on all screens, node by node. `areWhole`: whether all of them can be drawn. Throws Invalid for views with too many
 * nodes or boxes.
 */
export function checkedPlans(
  spec: ModeSpec,
  catalogs: Catalogs,
  report: Report,
): { readonly plans: Plans; readonly areWhole: boolean } {
  let areWhole = true
  const fault: Report = (path, message) => {
    areWhole = false
    report(path, message)
  }
  const plans = new Plans(spec, catalogs.kinds())
  checkNames(spec, fault)
  // What holds itself has no end.
  if (!areWhole) return { plans, areWhole }
  const { places } = plans
  if (places.length > MAX_PAGES) {
    const views = viewsOf(spec).length
    const message = `${views} views on ${places.length / views} screens are ${places.length} pages: use ${MAX_PAGES} at most`
    throw faults(spec.id, [{ path: "screens", message }], { code: "budget-nodes" })
  }
  const check = new NodeCheck(catalogs, fault, report)
  try {
    let nodes = 0
    // Counted first: none is checked of too many.
    for (const place of places) {
      nodes += nodesOf(plans.of(place, fault).tree.root)
      if (nodes > MAX_NODES)
        throw new Unexpandable(
          "screens",
          `the views have more than ${MAX_NODES} nodes on all screens together: use fewer screens, or fewer nodes`,
        )
    }
    for (const place of places) check.tree(plans.of(place).tree)
  } catch (error) {
    if (!(error instanceof Unexpandable)) throw error
    const code = error instanceof TooDeep ? "budget-nesting" : "budget-nodes"
    throw faults(spec.id, [{ path: error.path, message: error.message }], { code })
  }
  return { plans, areWhole }
}

function nodesOf({ children }: Expanded): number {
  return children.reduce((sum, child) => sum + nodesOf(child), 1)
}

/** Boxes are nested too deep. */
class TooDeep extends Unexpandable {}

/** Checks the nodes of trees. */
class NodeCheck {
  readonly #catalogs: Catalogs
  readonly #fault: Report
  readonly #report: Report
  /** Nodes that were checked, by where they stand and what they say: most are the same on several screens. */
  readonly #seen = new Set<string>()
  #characters = 0

  /** `fault`: for what cannot be drawn. `report`: for icons that there are not. */
  constructor(catalogs: Catalogs, fault: Report, report: Report) {
    this.#catalogs = catalogs
    this.#fault = fault
    this.#report = report
  }

  /** Throws Unexpandable for boxes that are nested too deep, and when all trees together say too much. */
  tree({ root, at }: Tree): void {
    const depth = this.#node(root)
    if (depth > MAX_NESTING) throw new TooDeep(at, `boxes are nested ${depth} levels deep: nest at most ${MAX_NESTING}`)
  }

  /** Checks a node and those in it. Returns how deep boxes are nested. */
  #node(node: Expanded): number {
    this.#check(node)
    const deepest = node.children.reduce((depth, child) => Math.max(depth, this.#node(child)), 0)
    return (!node.part && isBox(node.type) ? 1 : 0) + deepest
  }

  #check(node: Expanded): void {
    const { part, at, fields, properties = {}, variables = {} } = node
    // Most nodes have fields alone.
    const said = part ? JSON.stringify([fields, properties, variables]) : JSON.stringify(fields)
    if ((this.#characters += said.length) > MAX_CHARACTERS)
      throw new Unexpandable(
        at,
        `the nodes say more than ${MAX_CHARACTERS} characters on all screens together: use shorter texts, or fewer nodes`,
      )
    const key = `${at} ${part ?? ""} ${said}`
    if (this.#seen.has(key)) return
    this.#seen.add(key)
    if (part === "use") this.#issues(at, useSchema.safeParse(fields, { error: sentences() }))
    if (!part) this.#checkNode(node)
  }

  #checkNode({ type, at, fields, children, values = [] }: Expanded): void {
    const isExpression = (name: string, value: Json): boolean =>
      typeof value === "string" && isOwnType(type) && !isTextField(type, name) && expressionOf(value) !== undefined
    // Their values are known when the page is drawn.
    const later = new Set([
      ...values,
      ...Object.entries(fields).flatMap(([name, value]) => (isExpression(name, value) ? [name] : [])),
    ])
    const plain = Object.fromEntries(Object.entries(fields).filter(([name]) => !later.has(name)))
    const whole = isBox(type) || children.length > 0 ? { ...plain, children } : plain
    const isMixed = ([name, value]: readonly [string, Json]): boolean =>
      typeof value === "string" && isOwnType(type) && !isTextField(type, name) && /\{[{%]/.test(value)
    const mixed = new Set(Object.entries(plain).flatMap((entry) => (isMixed(entry) ? [entry[0]] : [])))
    for (const name of mixed)
      this.#fault(
        `${at}.${name}`,
        `"${name}" takes one expression: write "{{ name }}", and compute it in a variable or a property called name`,
      )
    const checked = this.#catalogs.schema().safeParse(whole, { error: sentences() })
    this.#issues(at, checked, new Set([...later, ...mixed]))
    if (type === "icon" && typeof fields.name === "string" && !fields.name.includes("{{"))
      checkIcon(fields.name, `${at}.name`, this.#catalogs, this.#report)
  }

  #issues(at: string, { error }: z.ZodSafeParseResult<unknown>, later: ReadonlySet<string> = new Set()): void {
    for (const { path, message } of error?.issues ?? [])
      if (!later.has(String(path[0]))) this.#fault([at, ...path].join("."), message)
  }
}

/** Reports an icon that there is not. */
export function checkIcon(
  name: string,
  path: string,
  catalogs: Pick<Catalogs, "hasIcon" | "iconNames">,
  report: Report,
): void {
  if (catalogs.hasIcon(name)) return
  const near = nearest(name, catalogs.iconNames())
  report(
    path,
    `there is no icon "${name}": use ${near.length > 0 ? `${oneOf(near)}, or another` : "one"} that \`platen plugins --icons\` lists`,
  )
}
