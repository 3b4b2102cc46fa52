import { isRightToLeft } from "platen/sdk/kit"
import type { Ink } from "platen/sdk/drawing"
import type { SceneNode } from "platen/sdk/mode"
import type { Rect } from "../bitmap/canvas.js"
import type { Block } from "../text/block.js"
import type { SceneEnv } from "./env.js"
import { lineOf, trimmed } from "./fit.js"
import { built, calculate } from "./flex.js"
import type { Flex } from "./flex.js"
import { layoutNodeOf, setFinally } from "./layout-node.js"
import type { LayoutNode } from "./layout-node.js"
import { adopt, adoptWhole, dropFrames, forget, noteFirst, noteLast, sameFrames, sameShape } from "./reuse.js"
import { Recordings } from "./recordings.js"
import { leaveOut } from "./leave-out.js"
import { outgrown, reopen, settle } from "./settle.js"

/** Position of a node after layout, in whole pixels of the page. */
export interface Placement {
  readonly node: SceneNode
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Clip rectangle: the box, clipped by its ancestors. */
  readonly clip: Rect
  /** Ink of the node, or inherited. */
  readonly ink: Ink
  /** Ink of the box round it. */
  readonly boxInk: Ink
  /** Only for a box with a mask: its content follows, or has ended. */
  readonly mask?: "open" | "close"
  /** Only for a text: the set block, and the size in pixels. */
  readonly block?: Block
  readonly px?: number
}

/**
 * Lays a scene out on a page of `width` x `height` pixels. Returns the placements in painting order.
 * A page in a language that reads from the right is mirrored; paddings, borders and absolute places are not.
 * Shrinking texts are first set in their boxes; then the layout is repeated with their final sizes.
 */
export function layout(scene: SceneNode, width: number, height: number, env: SceneEnv): Placement[] {
  const kept = env.layouts?.take(scene, width, height, env)
  const layoutNode = kept?.layoutNode ?? fresh(scene, width, height, env)
  let whole = false
  try {
    if (!kept?.isPartlyUnchanged || !solveAround(layoutNode, width, height, env)) {
      if (kept?.isPartlyUnchanged) adoptWhole(layoutNode, scene, env)
      solve(layoutNode, width, height, env)
    }
    const placements: Placement[] = []
    place(
      layoutNode,
      { left: 0, top: 0, clip: { left: 0, top: 0, right: width, bottom: height }, ink: "black" },
      env,
      placements,
    )
    whole = true
    return placements
  } finally {
    if (whole && env.layouts) env.layouts.give(layoutNode, width, height, env)
    else layoutNode.flex.freeRecursive()
  }
}

/** Computes all boxes of a page. */
function solve(root: LayoutNode, width: number, height: number, env: SceneEnv): void {
  const mirrored = isRightToLeft(env.language)
  calculate(root.flex, width, height, mirrored)
  if (env.layouts) noteFirst(root)
  const settled = settle(root, env)
  if (settled) calculate(root.flex, width, height, mirrored)
  let resettled = 0
  for (const most = settled ? MAX_RESETTLED : 0; resettled < most && outgrown(root, env); resettled++) {
    reopen(root)
    settle(root, env)
    calculate(root.flex, width, height, mirrored)
  }
  const left = leaveOut(root, env, () => calculate(root.flex, width, height, mirrored))
  if (!env.layouts || !(settled || left)) return
  if (resettled > 0) dropFrames(root)
  else noteLast(root)
}

/** Computes the boxes round the unchanged parts of a page. Returns false if those parts must be laid out again, too. */
function solveAround(root: LayoutNode, width: number, height: number, env: SceneEnv): boolean {
  const mirrored = isRightToLeft(env.language)
  calculate(root.flex, width, height, mirrored)
  if (!sameFrames(root, "first")) return false
  if (settle(root, env)) calculate(root.flex, width, height, mirrored)
  if (outgrown(root, env)) return false
  leaveOut(root, env, () => calculate(root.flex, width, height, mirrored))
  return sameFrames(root, "last")
}

/** Times that texts take their sizes again, because what stands beside them has become larger. */
const MAX_RESETTLED = 3

function fresh(scene: SceneNode, width: number, height: number, env: SceneEnv): LayoutNode {
  const layoutNode = built(() => layoutNodeOf(scene, "column", env))
  layoutNode.flex.setWidth(width)
  layoutNode.flex.setHeight(height)
  return layoutNode
}

const MAX_KEPT = 24

/** A tree of an earlier page with the scene of the next one. */
interface Kept {
  readonly layoutNode: LayoutNode
  readonly isPartlyUnchanged: boolean
}

/**
 * Cache of layout trees of earlier pages. A page of the same shape with other texts reuses one: most pages are those of
 * the day before with other words, and building a tree costs more than its layout.
 */
export class Layouts {
  /** Drawings of the nodes of the trees. */
  readonly recordings = new Recordings()
  readonly #kept: { readonly key: string; readonly layoutNode: LayoutNode }[] = []

  /** Takes a tree for a scene out of the cache; undefined when none has its shape. */
  take(scene: SceneNode, width: number, height: number, env: SceneEnv): Kept | undefined {
    const key = keyOf(width, height, env)
    const at = this.#kept.findLastIndex((kept) => kept.key === key && sameShape(kept.layoutNode, scene))
    if (at < 0) return undefined
    const { layoutNode } = this.#kept.splice(at, 1)[0]!
    try {
      return { layoutNode, isPartlyUnchanged: adopt(layoutNode, scene, env) }
    } catch (error) {
      layoutNode.flex.freeRecursive()
      throw error
    }
  }

  give(layoutNode: LayoutNode, width: number, height: number, env: SceneEnv): void {
    forget(layoutNode)
    this.#kept.push({ key: keyOf(width, height, env), layoutNode })
    if (this.#kept.length > MAX_KEPT) this.#kept.shift()!.layoutNode.flex.freeRecursive()
  }

  clear(): void {
    for (const { layoutNode } of this.#kept.splice(0)) layoutNode.flex.freeRecursive()
  }
}

/** Cache key: measurements depend on the typesetter, the screen class and the language. */
function keyOf(width: number, height: number, { screen, language }: SceneEnv): string {
  return `${width}x${height} ${screen.perMm} ${language}`
}

/** Values inherited from the enclosing box: origin, clip and ink. */
type Round = Pick<Placement, "left" | "top" | "clip" | "ink">

function place(layoutNode: LayoutNode, round: Round, env: SceneEnv, out: Placement[]): void {
  const { node, flex } = layoutNode
  const { left, top, width, height } = absolute(flex, round.left, round.top)
  // Descenders below a box trimmed to capitals stay visible, and so does the head of an initial.
  const hangs = node.type === "text" && (node.trim === "cap" || node.hang === true || node.drop !== undefined)
  const clip = hangs ? round.clip : intersect(round.clip, { left, top, right: left + width, bottom: top + height })
  const ink = ("ink" in node ? node.ink : undefined) ?? round.ink
  const set = setIn(layoutNode, { top, width, height, clip }, env)
  const boxInk = round.ink
  const mask = masks(node) && clip.left < clip.right && clip.top < clip.bottom
  // Written out: a spread takes four times the time.
  if (set) out.push({ node, left, top, width, height, clip, ink, boxInk, block: set.block, px: set.px })
  else if (mask) out.push({ node, left, top, width, height, clip, ink, boxInk, mask: "open" })
  else out.push({ node, left, top, width, height, clip, ink, boxInk })
  if (node.type === "grid") {
    for (const child of layoutNode.children) {
      const from = offsetIn(child.flex.getParent()!, left, top)
      place(child, { left: from.left, top: from.top, clip, ink }, env, out)
    }
  } else if (layoutNode.children.length > 0) {
    const within = { left, top, clip, ink }
    for (const child of layoutNode.children) if (!child.isHidden) place(child, within, env, out)
    if (layoutNode.more && !layoutNode.more.isHidden) place(layoutNode.more, within, env, out)
  }
  if (mask) out.push({ node, left, top, width, height, clip, ink, boxInk, mask: "close" })
}

function masks(node: SceneNode): boolean {
  return "children" in node && "mask" in node && node.mask !== undefined
}

/** Left edge of a text's block, which is as wide as its widest line, by the alignment of the text. */
export function blockLeft({ node, left, width, block }: Placement): number {
  const room = width - (block?.width ?? width)
  if (node.type !== "text" || room <= 0) return left
  if (node.align === "center") return left + (room >> 1)
  return (node.align === "end") === (block?.rightToLeft ?? false) ? left : left + room
}

/** Top edge of a text's block: ink is centred in the box, lines start at its top, and so does ink that fills it. */
export function blockTop({ node, top, height, block }: Pick<Placement, "node" | "top" | "height" | "block">): number {
  return node.type === "text" && trimmed(node) && node.fit !== "fill" && block
    ? top + Math.max(0, (height - block.height) >> 1)
    : top
}

/** Pixels by which ink may exceed its measured box, because yoga rounds the box afterwards. */
const ROUNDING = 1

/** Sets a text in the visible part of its box: whole lines, or nothing. */
function setIn(
  layoutNode: LayoutNode,
  { top, width, height, clip }: Pick<Placement, "top" | "width" | "height" | "clip">,
  env: SceneEnv,
): Required<Pick<Placement, "block" | "px">> | undefined {
  const { fitting: how } = layoutNode
  if (!how) return undefined
  const { node } = how
  // Rounding may make a box a pixel higher or wider than the box round it.
  const seen = Math.min(height, clip.bottom - top + ROUNDING)
  const wide = Math.min(width, Math.max(width - ROUNDING, clip.right - clip.left))
  const line = lineOf(how, layoutNode.px ?? (node.fit === "shrink" ? how.least : how.wanted))
  if (!trimmed(node)) return seen < line || top < clip.top ? undefined : setFinally(layoutNode, wide, seen, env)
  const set = setFinally(layoutNode, wide, seen, env)
  const first = blockTop({ node, top, height, block: set.block })
  return first < clip.top - ROUNDING || first + set.block.height > clip.bottom + ROUNDING ? undefined : set
}

function absolute(flex: Flex, left: number, top: number): { left: number; top: number; width: number; height: number } {
  const own = flex.getComputedLayout()
  const [x, y] = [Math.round(left + own.left), Math.round(top + own.top)]
  return {
    left: x,
    top: y,
    width: Math.round(left + own.left + own.width) - x,
    height: Math.round(top + own.top + own.height) - y,
  }
}

/** Origin of a grid's cell: the cell and its row have no layout nodes. */
function offsetIn(cell: Flex, left: number, top: number): { left: number; top: number } {
  const line = cell.getParent()!
  return {
    left: left + line.getComputedLeft() + cell.getComputedLeft(),
    top: top + line.getComputedTop() + cell.getComputedTop(),
  }
}

function intersect(a: Rect, b: Rect): Rect {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
}
