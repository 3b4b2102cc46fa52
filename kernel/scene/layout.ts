import Yoga, { Align, Edge, FlexDirection, Gutter, Justify, MeasureMode, Overflow, PositionType } from "yoga-layout"
import type { Config, Node as YogaNode } from "yoga-layout"
import type { Align as SceneAlign, Box, Grid, Justify as SceneJustify, Padding, Placed, SceneNode } from "platen/sdk"
import type { Rect } from "../bitmap/canvas.js"
import type { Block } from "../text/block.js"
import type { SceneEnv } from "./env.js"
import { fit, fitting, lineOf } from "./fit.js"
import type { Fitting } from "./fit.js"

/** Where a node ended up. Whole pixels of the page. */
export interface Placement {
  readonly node: SceneNode
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** What may be painted: the box and everything round it. */
  readonly clip: Rect
  /** For a text: as it is set. */
  readonly block?: Block
}

/** A node beside its yoga twin. */
interface Twin {
  readonly node: SceneNode
  readonly yoga: YogaNode
  readonly children: readonly Twin[]
  readonly fitting?: Fitting
  /** The size a shrinking text has settled on; undefined until it has been laid out once. */
  px?: number
  /** What the text was measured as: yoga asks with the room there is, and gives the box the size of the answer. */
  readonly measured: Measured[]
}

interface Measured {
  /** Pixels of width that there were. */
  readonly room: number
  readonly block: Block
  readonly px: number
}

type Direction = "column" | "row"

let config: Config | undefined

/**
 * Lays a scene out on a page of `width` x `height` pixels. Placements in the order in which they are painted.
 * A text that shrinks is set in the box it got, then everything is laid out once more round its real size.
 */
export function layout(scene: SceneNode, width: number, height: number, env: SceneEnv): Placement[] {
  const twin = build(scene, "column", env)
  try {
    twin.yoga.setWidth(width)
    twin.yoga.setHeight(height)
    twin.yoga.calculateLayout(width, height)
    if (settle(twin, env)) twin.yoga.calculateLayout(width, height)
    const placements: Placement[] = []
    place(twin, 0, 0, { left: 0, top: 0, right: width, bottom: height }, env, placements)
    return placements
  } finally {
    twin.yoga.freeRecursive()
  }
}

function build(node: SceneNode, direction: Direction, env: SceneEnv): Twin {
  config ??= Yoga.Config.create()
  const yoga = Yoga.Node.create(config)
  common(yoga, node)
  switch (node.type) {
    case "column":
    case "row":
    case "stack":
      return box(node, yoga, env)
    case "grid":
      return gridBox(node, yoga, env)
    case "text":
      return text(node, yoga, env)
    default:
      leaf(node, yoga, direction)
      return { node, yoga, children: [], measured: [] }
  }
}

function common(yoga: YogaNode, node: Placed & { readonly type: string }): void {
  if (node.grow !== undefined) yoga.setFlexGrow(node.grow)
  if (node.grow) yoga.setFlexBasis(node.basis ?? 0)
  else if (node.basis !== undefined) yoga.setFlexBasis(node.basis)
  yoga.setFlexShrink(node.shrink ?? 1)
  if (node.width !== undefined) yoga.setWidth(node.width)
  if (node.height !== undefined) yoga.setHeight(node.height)
  if (node.minWidth !== undefined) yoga.setMinWidth(node.minWidth)
  if (node.maxWidth !== undefined) yoga.setMaxWidth(node.maxWidth)
  if (node.minHeight !== undefined) yoga.setMinHeight(node.minHeight)
  if (node.maxHeight !== undefined) yoga.setMaxHeight(node.maxHeight)
  if (node.self !== undefined) yoga.setAlignSelf(ALIGN[node.self])
}

function box(node: Box, yoga: YogaNode, env: SceneEnv): Twin {
  const direction = node.type === "row" ? "row" : "column"
  frame(yoga, node)
  if (direction === "row") yoga.setFlexDirection(FlexDirection.Row)
  if (node.gap) yoga.setGap(Gutter.All, node.gap)
  if (node.align !== undefined) yoga.setAlignItems(ALIGN[node.align])
  if (node.justify !== undefined) yoga.setJustifyContent(JUSTIFY[node.justify])
  const children = node.children.map((child, i) => {
    const twin = build(child, direction, env)
    if (node.type === "stack" && i > 0) overlay(twin.yoga)
    yoga.insertChild(twin.yoga, i)
    return twin
  })
  const twin: Twin = { node, yoga, children, measured: [] }
  if (node.align === "baseline" && direction === "row") alignBaselines(twin)
  return twin
}

/** Rows of cells: yoga has no grid. */
function gridBox(node: Grid, yoga: YogaNode, env: SceneEnv): Twin {
  frame(yoga, node)
  const gap = node.gap ?? 0
  yoga.setGap(Gutter.All, node.rowGap ?? gap)
  const twins: Twin[] = []
  for (let i = 0; i < node.children.length; i += node.columns) {
    const line = Yoga.Node.create(config)
    line.setFlexDirection(FlexDirection.Row)
    line.setGap(Gutter.All, gap)
    line.setFlexShrink(1)
    if (node.even) {
      line.setFlexGrow(1)
      line.setFlexBasis(0)
    }
    for (let j = 0; j < node.columns; j++) {
      const child = node.children[i + j]
      const cell = Yoga.Node.create(config)
      cell.setFlexGrow(1)
      cell.setFlexBasis(0)
      if (child) {
        const twin = build(child, "column", env)
        if (child.height === undefined) twin.yoga.setFlexGrow(child.grow ?? 1)
        cell.insertChild(twin.yoga, 0)
        twins.push(twin)
      }
      line.insertChild(cell, j)
    }
    yoga.insertChild(line, i / node.columns)
  }
  return { node, yoga, children: twins, measured: [] }
}

function text(node: Extract<SceneNode, { type: "text" }>, yoga: YogaNode, env: SceneEnv): Twin {
  const how = fitting(node, env)
  const twin: Twin = { node, yoga, children: [], fitting: how, measured: [] }
  const line = lineOf(how, node.fit === "shrink" ? how.least : how.wanted)
  if (node.minHeight === undefined && node.trim !== "ink") yoga.setMinHeight(line)
  yoga.setMeasureFunc((width, widthMode, height, heightMode) => {
    const room = widthMode === MeasureMode.Undefined ? Infinity : Math.floor(width)
    const tall = heightMode === MeasureMode.Undefined ? Infinity : Math.floor(height)
    const set = setIn(twin, room, tall, env)
    twin.measured.push(set)
    return { width: set.block.width, height: set.block.height }
  })
  return twin
}

/** The text in so much room, at the size it has settled on if it has. */
function setIn({ fitting: how, px }: Twin, width: number, height: number, env: SceneEnv): Measured {
  const { node } = how!
  if (px === undefined) return { room: width, ...fit(how!, width, height, env) }
  return { room: width, ...fit({ ...how!, wanted: px, least: px, node: node.fit === "shrink" ? { ...node, fit: "ellipsis" } : node }, width, height, env) }
}

/**
 * The text in its final box: as it was measured when the box is what came of that answer, else set anew. Yoga rounds
 * boxes to whole pixels after it has measured, so that a pixel more or less must not break the lines anew.
 */
function setInBox(twin: Twin, width: number, height: number, env: SceneEnv): Measured {
  const known = twin.measured.findLast(({ room, block }) => (Math.abs(block.width - width) <= 1 || Math.abs(room - width) <= 1) && Math.abs(block.height - height) <= 1)
  return known ?? setIn(twin, width, height, env)
}

function leaf(node: Exclude<SceneNode, Box | Grid | { type: "text" }>, yoga: YogaNode, direction: Direction): void {
  if (node.type === "icon") {
    yoga.setWidth(node.px)
    yoga.setHeight(node.px)
    yoga.setFlexShrink(0)
  } else if (node.type === "rule") {
    yoga.setFlexShrink(0)
    if (direction === "row") {
      yoga.setWidth(node.thickness ?? 1)
      if (node.height === undefined && node.self === undefined) yoga.setAlignSelf(Align.Stretch)
    } else {
      yoga.setHeight(node.thickness ?? 1)
      if (node.style === "short" && node.width === undefined) {
        yoga.setWidth("33%")
        yoga.setAlignSelf(Align.Center)
      } else if (node.width === undefined && node.self === undefined) {
        yoga.setAlignSelf(Align.Stretch)
      }
    }
  } else if (node.type === "progress") {
    if (node.height === undefined) yoga.setHeight(6)
    yoga.setFlexShrink(0)
  } else if (node.width === undefined && node.height === undefined && node.grow === undefined) {
    yoga.setFlexGrow(1)
  }
}

function frame(yoga: YogaNode, node: Box | Grid): void {
  yoga.setOverflow(Overflow.Hidden)
  if (node.padding !== undefined) {
    const [top, right, bottom, left] = sides(node.padding)
    yoga.setPadding(Edge.Top, top)
    yoga.setPadding(Edge.Right, right)
    yoga.setPadding(Edge.Bottom, bottom)
    yoga.setPadding(Edge.Left, left)
  }
  if (node.border) yoga.setBorder(Edge.All, node.border)
}

export function sides(padding: Padding): readonly [number, number, number, number] {
  if (typeof padding === "number") return [padding, padding, padding, padding]
  return padding.length === 2 ? [padding[0], padding[1], padding[0], padding[1]] : padding
}

function overlay(yoga: YogaNode): void {
  yoga.setPositionType(PositionType.Absolute)
  for (const edge of [Edge.Top, Edge.Right, Edge.Bottom, Edge.Left]) yoga.setPosition(edge, 0)
}

/** Yoga cannot align baselines from JavaScript: children are pushed down to the deepest first baseline. */
function alignBaselines({ children }: Twin): void {
  const baselines = children.map(firstBaseline)
  const deepest = Math.max(0, ...baselines.map((baseline) => baseline ?? 0))
  children.forEach(({ yoga }, i) => {
    yoga.setAlignSelf(Align.FlexStart)
    const baseline = baselines[i]
    if (baseline !== undefined) yoga.setMargin(Edge.Top, deepest - baseline)
  })
}

/** Pixels from a node's top to its first line's baseline, as far as it is known before the layout. */
function firstBaseline(twin: Twin): number | undefined {
  const { node } = twin
  if (twin.fitting) {
    const px = twin.px ?? twin.fitting.wanted
    return Math.round(lineOf(twin.fitting, px) / 2 + px * 0.37)
  }
  if (node.type === "icon") return Math.round(node.px * 0.86)
  if (node.type !== "column" && node.type !== "row") return undefined
  const inside = twin.children.map(firstBaseline).find((baseline) => baseline !== undefined)
  return inside === undefined ? undefined : inside + sides(node.padding ?? 0)[0] + (node.border ?? 0)
}

/** Fixes the size of every text that shrinks to the box it got. True when one changed. */
function settle(twin: Twin, env: SceneEnv): boolean {
  let changed = false
  if (twin.fitting?.node.fit === "shrink") {
    const { width, height } = twin.yoga.getComputedLayout()
    const { px } = setInBox(twin, Math.floor(width), Math.floor(height), env)
    twin.px = px
    twin.measured.length = 0
    twin.yoga.markDirty()
    if (twin.fitting.node.minHeight === undefined && twin.fitting.node.trim !== "ink") twin.yoga.setMinHeight(lineOf(twin.fitting, px))
    changed = true
  }
  for (const child of twin.children) changed = settle(child, env) || changed
  if (changed && twin.node.type === "row" && twin.node.align === "baseline") alignBaselines(twin)
  return changed
}

function place(twin: Twin, left: number, top: number, clip: Rect, env: SceneEnv, out: Placement[]): void {
  const { node, yoga } = twin
  const { left: x, top: y, width, height } = absolute(yoga, left, top)
  const inside = intersect(clip, { left: x, top: y, right: x + width, bottom: y + height })
  const block = blockIn(twin, width, Math.min(height, inside.bottom - y), env)
  out.push({ node, left: x, top: y, width, height, clip: inside, ...(block && { block }) })
  for (const child of twin.children) {
    const parent = child.yoga.getParent()!
    const cell = node.type === "grid" ? offsetIn(parent, x, y) : { left: x, top: y }
    place(child, cell.left, cell.top, inside, env, out)
  }
}

/** The text as it is set in the part of its box that can be seen: whole lines, or nothing. */
function blockIn(twin: Twin, width: number, height: number, env: SceneEnv): Block | undefined {
  const { fitting: how } = twin
  if (!how) return undefined
  const line = lineOf(how, twin.px ?? (how.node.fit === "shrink" ? how.least : how.wanted))
  if (how.node.trim !== "ink" && height < line) return undefined
  return setInBox(twin, width, height, env).block
}

function absolute(yoga: YogaNode, left: number, top: number): { left: number; top: number; width: number; height: number } {
  const own = yoga.getComputedLayout()
  const [x, y] = [Math.round(left + own.left), Math.round(top + own.top)]
  return { left: x, top: y, width: Math.round(left + own.left + own.width) - x, height: Math.round(top + own.top + own.height) - y }
}

/** Where a grid's cell begins: the cell and its row have no twins. */
function offsetIn(cell: YogaNode, left: number, top: number): { left: number; top: number } {
  const line = cell.getParent()!
  return {
    left: left + line.getComputedLeft() + cell.getComputedLeft(),
    top: top + line.getComputedTop() + cell.getComputedTop(),
  }
}

function intersect(a: Rect, b: Rect): Rect {
  return { left: Math.max(a.left, b.left), top: Math.max(a.top, b.top), right: Math.min(a.right, b.right), bottom: Math.min(a.bottom, b.bottom) }
}

const ALIGN: Readonly<Record<SceneAlign, Align>> = {
  start: Align.FlexStart, center: Align.Center, end: Align.FlexEnd, stretch: Align.Stretch, baseline: Align.FlexStart,
}

const JUSTIFY: Readonly<Record<SceneJustify, Justify>> = {
  start: Justify.FlexStart, center: Justify.Center, end: Justify.FlexEnd, between: Justify.SpaceBetween, around: Justify.SpaceAround, evenly: Justify.SpaceEvenly,
}
