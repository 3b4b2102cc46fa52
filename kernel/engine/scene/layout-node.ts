import type { NodeKind } from "platen/sdk/drawing"
import type { Box, Grid, SceneNode, Text } from "platen/sdk/mode"
import type { Block } from "../text/block.js"
import type { SceneEnv } from "./env.js"
import { adapts, fit, fitting, lineOf, smallest, trimmed } from "./fit.js"
import type { Fitting } from "./fit.js"
import {
  flexOf,
  gridRow,
  growFreely,
  measureWith,
  overlay,
  plainFlex,
  pushDown,
  shareAlike,
  show,
  sides,
} from "./flex.js"
import type { Direction, Flex } from "./flex.js"
import { typeOf } from "./words.js"

/** A scene node with its flexbox box. It is reused for later pages: see `adopt`. */
export interface LayoutNode {
  node: SceneNode
  readonly flex: Flex
  readonly children: readonly LayoutNode[]
  /** Only for a column that leaves out what it has no room for: the text that says so. */
  readonly more?: LayoutNode
  /** Whether its column has left it out. */
  isHidden?: boolean
  /** Only for a text. */
  fitting?: Fitting
  /** Final size of a shrinking text, and its number of lines at that size; undefined before the first layout. */
  px: number | undefined
  lines?: number | undefined
  /** The width in pixels that the final size was chosen for. */
  room?: number | undefined
  /** False: its box was too small for it even at its smallest size. */
  isWhole?: boolean
  /** Cached measurements of a text, by the room that yoga offered. */
  readonly measured: Measured[]
  /** The last setting of a text in its final box, by the box. */
  placed?: Measured | undefined
  /** Only for a box whose size its content does not determine: how it was laid out last. See `reuse.ts`. */
  frames?: Frames | undefined
  /** True: the part of the page below this node is that of the page before, and stays as it was laid out then. */
  isUnchanged?: boolean
}

/** The boxes inside a box, as left, top, width and height of each: while its texts still adapt, and in the end. */
export interface Frames {
  first: readonly number[]
  last: readonly number[]
}

export interface Measured {
  /** Offered width in pixels. */
  readonly room: number
  /** Offered height in pixels. */
  readonly high: number
  readonly block: Block
  readonly px: number
}

/** Number of cached measurements per layout. Yoga measures the same room repeatedly, up to twice per enclosing box. */
const MAX_MEASURED = 64

/** Builds the layout tree of a scene. */
export function layoutNodeOf(node: SceneNode, direction: Direction, env: SceneEnv): LayoutNode {
  const kind = env.kinds.of(node)
  const flex = flexOf(node, direction, kind?.measure !== undefined)
  if (kind?.measure) return measuredLayoutNode(node, flex, kind, env)
  if (node.type === "text") return textLayoutNode(node, flex, env)
  if (node.type === "grid") return { node, flex, children: gridChildren(node, flex, env), px: undefined, measured: [] }
  if (!("children" in node)) return { node, flex, children: [], px: undefined, measured: [] }
  const children = node.children.map((child, i) => {
    const layoutNode = layoutNodeOf(child, node.type === "row" ? "row" : "column", env)
    if (node.type === "stack") pile(layoutNode, i, node)
    else if (node.type === "row") keepWithin(layoutNode)
    flex.insertChild(layoutNode.flex, i)
    return layoutNode
  })
  const more = moreOf(node, children, env)
  if (more) flex.insertChild(more.flex, children.length)
  const layoutNode: LayoutNode = { node, flex, children, px: undefined, measured: [], ...(more && { more }) }
  alignBaselines(layoutNode, env)
  return layoutNode
}

/** The text below the children of a column that leaves out what it has no room for, hidden. None of them shrinks. */
function moreOf({ type, more }: Box, children: readonly LayoutNode[], env: SceneEnv): LayoutNode | undefined {
  if (type !== "column" || more === undefined) return undefined
  for (const { flex } of children) flex.setFlexShrink(0)
  if (more === true) return undefined
  const layoutNode = textLayoutNode(more, flexOf(more, "column"), env)
  layoutNode.isHidden = true
  show(layoutNode.flex, false)
  return layoutNode
}

/** Makes a box in a row no higher than the row, whatever its alignment: what shrinks in it shrinks. */
function keepWithin({ node, flex, children }: LayoutNode): void {
  if (children.length > 0 && node.height === undefined && node.maxHeight === undefined && !node.at)
    flex.setMaxHeight("100%")
}

/** Makes each child of a stack fill it. The first child also gives its size to a stack without one. */
function pile({ node, flex }: LayoutNode, i: number, { padding = 0 }: Box): void {
  if (node.at) return
  if (i > 0) overlay(flex, sides(padding))
  else if (node.height === undefined && node.grow === undefined) flex.setFlexGrow(1)
}

const MAX_COLUMNS = 64

/** Builds a grid from rows of cells, because yoga has no grid. */
function gridChildren(node: Grid, flex: Flex, env: SceneEnv): LayoutNode[] {
  const layoutNodes: LayoutNode[] = []
  const columns = Math.min(MAX_COLUMNS, Math.max(1, Math.floor(node.columns) || 1))
  for (let i = 0; i < node.children.length; i += columns) {
    const line = gridRow(node.gap ?? 0, node.even ?? false)
    for (let j = 0; j < columns; j++) {
      const child = node.children[i + j]
      const cell = plainFlex()
      shareAlike(cell)
      if (child) {
        const layoutNode = layoutNodeOf(child, "column", env)
        if (child.height === undefined) layoutNode.flex.setFlexGrow(child.grow ?? 1)
        cell.insertChild(layoutNode.flex, 0)
        layoutNodes.push(layoutNode)
      }
      line.insertChild(cell, j)
    }
    flex.insertChild(line, i / columns)
  }
  return layoutNodes
}

function textLayoutNode(node: Text, flex: Flex, env: SceneEnv): LayoutNode {
  const layoutNode: LayoutNode = { node, flex, children: [], fitting: fitting(node, env), px: undefined, measured: [] }
  keepOneLine(layoutNode)
  if (node.fit === "fill") growFreely(flex, node)
  measureWith(flex, (width, height) => {
    const known = layoutNode.measured.findIndex(({ room, high }) => room === width && high === height)
    const set = known < 0 ? setIn(layoutNode, width, height, env) : layoutNode.measured.splice(known, 1)[0]!
    if (layoutNode.measured.length >= MAX_MEASURED) layoutNode.measured.shift()
    layoutNode.measured.push(set)
    return set.block
  })
  return layoutNode
}

/** The layout node of a plugin's node that measures itself. */
function measuredLayoutNode(node: SceneNode, flex: Flex, kind: NodeKind, env: SceneEnv): LayoutNode {
  const layoutNode: LayoutNode = { node, flex, children: [], px: undefined, measured: [] }
  measureWith(flex, (width, height) => kind.measure!(layoutNode.node as never, { width, height }, typeOf(env)))
  return layoutNode
}

/** Sets the minimum height of a text to one line of its smallest size. */
export function keepOneLine({ flex, fitting: how, px }: LayoutNode): void {
  const { node, least, wanted } = how!
  if (node.minHeight !== undefined || trimmed(node)) return
  // The box of a text that fills it must not change with its size.
  const line = lineOf(how!, node.fit === "fill" ? least : (px ?? (adapts(node) ? least : wanted)))
  if (node.turn === undefined) flex.setMinHeight(line)
  else flex.setMinWidth(line)
}

/** Sets a text in the given room, at its final size if that is known. */
export function setIn({ fitting: how, px, lines }: LayoutNode, width: number, height: number, env: SceneEnv): Measured {
  const { node } = how!
  const settledIn = (most: number | undefined): Measured => ({
    room: width,
    high: height,
    ...fit(
      {
        ...how!,
        wanted: px!,
        least: px!,
        node: { ...node, fit: "ellipsis", ...(most !== undefined && { lines: most }) },
      },
      width,
      height,
      env,
    ),
  })
  // Before the layout a text that fills its box asks for no more than its smallest size needs.
  if (px === undefined && node.fit === "fill")
    return { room: width, high: height, ...smallest(how!, width, height, env) }
  if (px === undefined || !adapts(node)) return { room: width, high: height, ...fit(how!, width, height, env) }
  // With more room than it was fitted to, a balanced text would take a line more.
  const set = settledIn(lines)
  return set.block.clipped && lines !== undefined && lines !== node.lines ? settledIn(node.lines) : set
}

/**
 * Sets a text in its final box. A cached measurement is reused when the box resulted from it: yoga rounds boxes to whole
 * pixels after measuring, and a pixel more or less must not change the line breaks.
 */
export function setInBox(layoutNode: LayoutNode, wide: number, height: number, env: SceneEnv): Measured {
  const { room: chosen } = layoutNode
  const width = chosen !== undefined && Math.abs(chosen - wide) <= 2 ? chosen : wide
  const known = layoutNode.measured.findLast(
    ({ room, block }) =>
      (Math.abs(block.width - width) <= 1 || Math.abs(room - width) <= 1) && Math.abs(block.height - height) <= 1,
  )
  // A text that shrinks keeps no setting that its box is a pixel too low for.
  const isTooHigh = layoutNode.fitting && adapts(layoutNode.fitting.node) && known && known.block.height > height
  return known && !isTooHigh ? known : setIn(layoutNode, width, height, env)
}

/** As `setInBox`, for the final box: the setting is kept until the text changes, for pages on which this part is unchanged. */
export function setFinally(layoutNode: LayoutNode, width: number, height: number, env: SceneEnv): Measured {
  const { placed } = layoutNode
  if (placed?.room === width && placed.high === height) return placed
  const { block, px } = setInBox(layoutNode, width, height, env)
  return (layoutNode.placed = { room: width, high: height, block, px })
}

/** Whether the box of a text that fills its room becomes as high as its ink, so that what stands below hangs from it. */
export function hugs(node: Text): boolean {
  return node.fit === "fill" && trimmed(node) && node.height === undefined && node.at === undefined
}

export function remeasure(layoutNode: LayoutNode): void {
  layoutNode.measured.length = 0
  layoutNode.placed = undefined
  layoutNode.flex.markDirty()
  keepOneLine(layoutNode)
}

/** Aligns baselines, which yoga cannot do from JavaScript: moves the children down to the deepest baseline. */
export function alignBaselines({ node, children }: LayoutNode, env: SceneEnv): void {
  if (node.type !== "row" || node.align !== "baseline") return
  const baselines = children.map((child) => (standing(child) ? firstBaseline(child, env) : undefined))
  const deepest = Math.max(0, ...baselines.map((baseline) => baseline ?? 0))
  children.forEach(({ flex }, i) => {
    if (baselines[i] !== undefined) pushDown(flex, deepest - baselines[i])
  })
}

/** Whether a child of a baseline row has no alignment of its own. */
function standing({ node: { self } }: LayoutNode): boolean {
  return self === undefined || self === "baseline"
}

/** Pixels from a node's top to its first baseline, if known before the layout. */
function firstBaseline(layoutNode: LayoutNode, env: SceneEnv): number | undefined {
  const { node, children } = layoutNode
  if (node.type === "text") return setIn(layoutNode, Infinity, Infinity, env).block.baseline
  if (node.type === "icon") return Math.round(node.px * 0.86)
  if (node.type !== "column" && node.type !== "row") return undefined
  const inside = insideBaseline(node, children, env)
  return inside === undefined ? undefined : inside + sides(node.padding ?? 0)[0] + sides(node.border ?? 0)[0]
}

/** Baseline inside a box: the common one of a baseline row, else that of the first child that has one. */
function insideBaseline(node: Box, children: readonly LayoutNode[], env: SceneEnv): number | undefined {
  if (node.type !== "row" || node.align !== "baseline")
    return children.map((child) => firstBaseline(child, env)).find((baseline) => baseline !== undefined)
  const known = children
    .filter(standing)
    .map((child) => firstBaseline(child, env))
    .filter((baseline) => baseline !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}
