import {
  Align,
  Direction as Reading,
  Display,
  Edge,
  FlexDirection,
  Gutter,
  Justify,
  loadYoga,
  MeasureMode,
  Overflow,
  PositionType,
} from "yoga-layout/load"
import type { Config, Node as YogaNode } from "yoga-layout/load"
import type { Align as SceneAlign, Box, Grid, Justify as SceneJustify, Padding, SceneNode } from "platen/sdk/mode"

/** A box of the flexbox tree. Only this file uses yoga. */
export type Flex = YogaNode

export type Direction = "column" | "row"

const Yoga = await loadedWithoutFetch()
let config: Config | undefined

/** Creates a box with a node's style; the caller adds children and measuring. `measuresItself`: the node has a size of its own. */
export function flexOf(node: SceneNode, parent: Direction, measuresItself = false): Flex {
  const flex = plainFlex()
  placed(flex, node)
  if ("children" in node) framed(flex, node)
  else if (node.type !== "text" && !measuresItself) leaf(flex, node, parent)
  return flex
}

/** Creates a box without a style, for a grid's cell. */
export function plainFlex(): Flex {
  const flex = Yoga.Node.create((config ??= Yoga.Config.create()))
  made?.push(flex)
  return flex
}

/** Creates a grid's row of cells. */
export function gridRow(gap: number, even: boolean): Flex {
  const flex = plainFlex()
  flex.setFlexDirection(FlexDirection.Row)
  flex.setGap(Gutter.All, gap)
  flex.setFlexShrink(1)
  if (even) shareAlike(flex)
  return flex
}

/** Gives a box an equal share of the room, whatever its content. */
export function shareAlike(flex: Flex): void {
  flex.setFlexGrow(1)
  flex.setFlexBasis(0)
}

/** Makes a box fill its parent within the padding (top, right, bottom, left), on top of earlier siblings. */
export function overlay(flex: Flex, padding: readonly [number, number, number, number]): void {
  flex.setPositionType(PositionType.Absolute)
  const edges = [Edge.Top, Edge.Right, Edge.Bottom, Edge.Left]
  edges.forEach((edge, i) => flex.setPosition(edge, padding[i]!))
}

/** Aligns a box to the top of its row, moved down by `pixels`. */
export function pushDown(flex: Flex, pixels: number): void {
  flex.setAlignSelf(Align.FlexStart)
  flex.setMargin(Edge.Top, pixels)
}

/** Error of a measure callback during a layout. It must not propagate through yoga's frames, which would stay on the WebAssembly stack for ever. */
let failure: { readonly error: unknown } | undefined
const NO_SIZE = { width: 0, height: 0 }

/** Sets the measure callback. It receives the room in whole pixels, Infinity when unbounded. `calculate` rethrows its errors. */
export function measureWith(
  flex: Flex,
  measure: (width: number, height: number) => { readonly width: number; readonly height: number },
): void {
  const room = (size: number, mode: MeasureMode): number =>
    mode === MeasureMode.Undefined ? Infinity : Math.floor(size)
  flex.setMeasureFunc((width, widthMode, height, heightMode) => {
    if (failure) return NO_SIZE
    try {
      return measure(room(width, widthMode), room(height, heightMode))
    } catch (error) {
      failure = { error }
      return NO_SIZE
    }
  })
}

/** Computes the layout of a tree in `width` x `height` pixels. `rightToLeft`: rows begin at the right, and columns stand there. Rethrows errors of measure callbacks. */
export function calculate(flex: Flex, width: number, height: number, rightToLeft: boolean): void {
  failure = undefined
  flex.calculateLayout(width, height, rightToLeft ? Reading.RTL : Reading.LTR)
  const thrown = takeFailure()
  if (thrown) throw thrown.error
}

function takeFailure(): typeof failure {
  const thrown = failure
  failure = undefined
  return thrown
}

/** Boxes created by the current `built` call. */
let made: Flex[] | undefined

/** Builds a tree, and frees its boxes when that throws. */
export function built<T>(work: () => T): T {
  const mine: Flex[] = (made = [])
  try {
    return work()
  } catch (error) {
    for (const root of mine.filter((flex) => flex.getParent() === null)) root.freeRecursive()
    throw error
  } finally {
    made = undefined
  }
}

/** Makes a text take the free room of its parent, unless it has a size. */
export function growFreely(flex: Flex, node: SceneNode): void {
  if (node.grow !== undefined || node.height !== undefined || node.basis !== undefined || node.at) return
  flex.setFlexGrow(1)
  flex.setFlexBasis(0)
}

/** Makes a text that fills its room as high as what it has become, and `free`, as high as its room again. */
export function hug(flex: Flex, height: number): void {
  flex.setFlexGrow(0)
  flex.setFlexBasisAuto()
  flex.setHeight(height)
}

export function free(flex: Flex, node: SceneNode): void {
  flex.setHeightAuto()
  if (node.grow !== undefined) flex.setFlexGrow(node.grow)
  if (node.grow) flex.setFlexBasis(node.basis ?? 0)
  growFreely(flex, node)
}

/** Gives a box its place, or none. */
export function show(flex: Flex, isShown: boolean): void {
  flex.setDisplay(isShown ? Display.Flex : Display.None)
}

/** Distance in pixels from the top of a box to the end of the room inside of it. */
export function innerBottom(flex: Flex): number {
  return flex.getComputedHeight() - flex.getComputedPadding(Edge.Bottom) - flex.getComputedBorder(Edge.Bottom)
}

/** Width in pixels inside of a box; yoga rounds that of a text in it up. */
export function innerWidth(flex: Flex | null): number {
  if (!flex) return Infinity
  const [left, right] = [Edge.Left, Edge.Right].map(
    (edge) => flex.getComputedPadding(edge) + flex.getComputedBorder(edge),
  )
  return Math.floor(flex.getComputedWidth() - left! - right!)
}

/** Expands a padding to top, right, bottom, left. */
export function sides(padding: Padding): readonly [number, number, number, number] {
  if (typeof padding === "number") return [padding, padding, padding, padding]
  return padding.length === 2 ? [padding[0], padding[1], padding[0], padding[1]] : padding
}

function placed(flex: Flex, node: SceneNode): void {
  if (node.grow !== undefined) flex.setFlexGrow(node.grow)
  if (node.grow) flex.setFlexBasis(node.basis ?? 0)
  else if (node.basis !== undefined) flex.setFlexBasis(node.basis)
  flex.setFlexShrink(node.shrink ?? 1)
  if (node.width !== undefined) flex.setWidth(node.width)
  if (node.height !== undefined) flex.setHeight(node.height)
  if (node.minWidth !== undefined) flex.setMinWidth(node.minWidth)
  if (node.maxWidth !== undefined) flex.setMaxWidth(node.maxWidth)
  if (node.minHeight !== undefined) flex.setMinHeight(node.minHeight)
  if (node.maxHeight !== undefined) flex.setMaxHeight(node.maxHeight)
  if (node.self !== undefined) flex.setAlignSelf(ALIGN[node.self])
  if (node.at) {
    flex.setPositionType(PositionType.Absolute)
    for (const side of SIDES) if (node.at[side] !== undefined) flex.setPosition(EDGES[side], node.at[side])
  }
}

const SIDES = ["left", "top", "right", "bottom"] as const
const EDGES = { left: Edge.Left, top: Edge.Top, right: Edge.Right, bottom: Edge.Bottom } as const

function framed(flex: Flex, node: Box | Grid): void {
  flex.setOverflow(Overflow.Hidden)
  if (node.padding !== undefined) {
    const [top, right, bottom, left] = sides(node.padding)
    flex.setPadding(Edge.Top, top)
    flex.setPadding(Edge.Right, right)
    flex.setPadding(Edge.Bottom, bottom)
    flex.setPadding(Edge.Left, left)
  }
  if (typeof node.border === "number") flex.setBorder(Edge.All, node.border)
  else if (node.border) {
    const [top, right, bottom, left] = node.border
    flex.setBorder(Edge.Top, top)
    flex.setBorder(Edge.Right, right)
    flex.setBorder(Edge.Bottom, bottom)
    flex.setBorder(Edge.Left, left)
  }
  if (node.type === "grid") {
    flex.setGap(Gutter.All, node.rowGap ?? node.gap ?? 0)
    return
  }
  if (node.type === "row") flex.setFlexDirection(FlexDirection.Row)
  if (node.gap) flex.setGap(Gutter.All, node.gap)
  if (node.align !== undefined) flex.setAlignItems(ALIGN[node.align])
  if (node.justify !== undefined) flex.setJustifyContent(JUSTIFY[node.justify])
}

type Leaf = Exclude<SceneNode, Box | Grid | { readonly type: "text" }>

function leaf(flex: Flex, node: Leaf, parent: Direction): void {
  switch (node.type) {
    case "icon":
      flex.setWidth(node.px)
      flex.setHeight(node.px)
      flex.setFlexShrink(0)
      return
    case "progress":
      if (node.height === undefined) flex.setHeight(6)
      flex.setFlexShrink(0)
      return
    case "rule":
      flex.setFlexShrink(0)
      if (parent === "row") standing(flex, node)
      else lying(flex, node)
      return
    default:
      if (node.width === undefined && node.height === undefined && node.grow === undefined) flex.setFlexGrow(1)
  }
}

function standing(flex: Flex, { thickness = 1, height, self }: Extract<Leaf, { type: "rule" }>): void {
  flex.setWidth(thickness)
  if (height === undefined && self === undefined) flex.setAlignSelf(Align.Stretch)
}

function lying(flex: Flex, { thickness = 1, width, self, style }: Extract<Leaf, { type: "rule" }>): void {
  flex.setHeight(thickness)
  if (width !== undefined) return
  if (style === "short") {
    flex.setWidth("33%")
    flex.setAlignSelf(Align.Center)
  } else if (self === undefined) {
    flex.setAlignSelf(Align.Stretch)
  }
}

const ALIGN: Readonly<Record<SceneAlign, Align>> = {
  start: Align.FlexStart,
  center: Align.Center,
  end: Align.FlexEnd,
  stretch: Align.Stretch,
  baseline: Align.FlexStart,
}

const JUSTIFY: Readonly<Record<SceneJustify, Justify>> = {
  start: Justify.FlexStart,
  center: Justify.Center,
  end: Justify.FlexEnd,
  between: Justify.SpaceBetween,
  around: Justify.SpaceAround,
  evenly: Justify.SpaceEvenly,
}

/** Yoga would read its binary, which is a data URL, with the global `fetch`, for which Node loads a client that the server never uses: 4 MB. */
function loadedWithoutFetch(): ReturnType<typeof loadYoga> {
  const known = Object.getOwnPropertyDescriptor(globalThis, "fetch")
  try {
    Reflect.deleteProperty(globalThis, "fetch")
    return loadYoga()
  } finally {
    if (known) Object.defineProperty(globalThis, "fetch", known)
  }
}
