import { isFields, listOf, own, textOf } from "./given.js"
import type { Fields } from "./given.js"
import { BLOCKS, unknownFields } from "./blocks/table.js"
import { column } from "./context.js"
import type { Context, Node, Placed } from "./context.js"
import { quoted } from "./report.js"
import type { Origin, Versions } from "./sizes.js"

/** Blocks of one body, and levels of blocks within blocks. */
const [MAX_BLOCKS, MAX_LEVELS] = [120, 6]
/** Blocks of one view, those within blocks too. */
const MAX_IN_ALL = 240
/** Pixels of text on a line of a screen of 296 pixels. */
const LINE = 276
/** Pixels that masthead, footer and margins take on a small screen, and those of the lowest one. */
const [AROUND, LOWEST] = [44, 74]
/** A variable: the height of a small screen in pixels, as if it were 296 pixels wide. */
const ROOM = "{{ screen.width | times: screen.height | divided_by: 296 }}"

/** A list of blocks, with the same blocks as other sizes have them. */
export interface Body {
  readonly blocks: readonly unknown[]
  readonly small?: readonly unknown[] | undefined
  readonly medium?: readonly unknown[] | undefined
  readonly at: string
  readonly origin: Origin
  /** "top", else in the middle. */
  readonly align: unknown
}

/** The view of a body. What does not fit on a small screen is left out there, from the end. */
export function viewOf(body: Body, shared: Pick<Context, "names" | "report" | "looks">): Node {
  const { origin, at, align } = body
  const isAlone = body.blocks.filter((block) => textOf(block, "type") !== "spacer").length === 1
  const context: Context = {
    ...shared,
    origin,
    line: LINE,
    isAlone,
    depth: 1,
    start: AROUND,
    budget: { blocks: MAX_IN_ALL },
    inner: () => [],
  }
  const children = placedOf(body, context).map(({ node }) => node)
  if (children.length === 0)
    shared.report.refused(at, "nothing of the body can be shown: the page has its title alone.")
  return column(children.length > 0 ? children : [EMPTY], {
    grow: 1,
    padding: { base: [8, "page"], small: [2, "page"] },
    gap: { base: 3, small: 1 },
    justify: align === "top" ? "start" : "center",
  })
}

const EMPTY: Node = { type: "icon", name: "info", size: 32, self: "center" }

/** A node that small screens show from a height on. */
function fromHeight(node: Node, height: number, { names }: Pick<Context, "names">): Node {
  if (node.when !== undefined || node.type === "spacer") return fromHeight(column([node]), height, { names })
  return { ...node, when: { base: null, small: `${names.variable(ROOM)} >= ${height}` } }
}

/** The nodes of a list of blocks. Those that do not fit on the lowest small screens are there from a height on. */
function placedOf({ blocks, small, medium, at }: Body, context: Context): readonly Placed[] {
  if (blocks.length > MAX_BLOCKS)
    context.report.refused(at, `has more than ${MAX_BLOCKS} blocks: the others are left out.`)
  let height = context.start
  return blocks.slice(0, MAX_BLOCKS).flatMap((block, i) => {
    const others = { small: small?.[i], medium: medium?.[i] }
    const placed = oneBlock(block, others, `${at}.${i}`, within(context, height))
    if (!placed) return []
    height += placed.height
    const needed = height + (placed.below ?? 0)
    const isFirst = i === 0 && context.start === AROUND
    const fits =
      isFirst || needed <= LOWEST || context.origin === "medium" || INSIDE.some((key) => own(block, key) !== undefined)
    return [fits ? placed : { ...placed, node: fromHeight(placed.node, Math.round(needed), context) }]
  })
}

/** The context of a block that stands as far down. */
function within(context: Context, start: number): Context {
  const here: Context = {
    ...context,
    start,
    inner: (blocks, at, own) => inner(blocks, at, { ...here, isAlone: false, ...own }),
  }
  return here
}

/** Blocks within a block. Those of overrides are not looked at: such a body is a view of its own. */
function inner(blocks: readonly unknown[], at: string, context: Context): readonly Placed[] {
  if (context.depth < MAX_LEVELS)
    return placedOf({ blocks, at, origin: context.origin, align: undefined }, { ...context, depth: context.depth + 1 })
  context.report.refused(at, `is nested more than ${MAX_LEVELS} deep: it is left out.`)
  return []
}

function oneBlock(
  block: unknown,
  { small, medium }: { readonly small: unknown; readonly medium: unknown },
  at: string,
  context: Context,
): Placed | undefined {
  if (context.budget.blocks-- <= 0) {
    context.report.refused("layout", `has more than ${MAX_IN_ALL} blocks in all: the others are left out.`)
    return undefined
  }
  const type = textOf(block, "type") ?? ""
  const convert = BLOCKS.get(type)
  if (!isFields(block) || !convert) {
    const what = isFields(block) ? `there is no block ${quoted(type)} here` : "is no block"
    context.report.refused(at, `${what}: it is left out.`)
    return undefined
  }
  const unknown = unknownFields(type, Object.keys(block).slice(0, 40))
  for (const key of unknown) context.report.refused(`${at}.${key}`, `a block ${type} has no such field here.`)
  const v: Versions = {
    base: block,
    ...(isFields(small) && { small }),
    ...(isFields(medium) && { medium }),
  }
  return convert(v, at, context)
}

/** Whether two lists have the same blocks in the same order, without others inside: then one view holds for both. */
export function isAlike(blocks: readonly unknown[], others: readonly unknown[]): boolean {
  const same = (block: unknown, i: number): boolean => {
    const other = others[i]
    return own(block, "type") === own(other, "type") && !INSIDE.some((key) => own(block, key) !== undefined)
  }
  return blocks.length === others.length && blocks.every(same)
}

const INSIDE = ["children", "blocks", "left", "right", "conditions"]

/** The blocks of a layout. */
export const bodyOf = (layout: Fields): readonly unknown[] => listOf(layout, "body")
