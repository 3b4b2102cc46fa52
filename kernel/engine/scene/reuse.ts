import type { SceneNode } from "platen/sdk/mode"
import type { SceneEnv } from "./env.js"
import { fitting } from "./fit.js"
import { free } from "./flex.js"
import { leavesOut, showAll } from "./leave-out.js"
import { alignBaselines, hugs, remeasure } from "./layout-node.js"
import type { Frames, LayoutNode } from "./layout-node.js"

/*
 * The layout tree of an earlier page takes over the scene of the next one. Where a part of the scene is the same in every
 * word, its boxes and its set texts stay too: of a page with a new date in its masthead only the masthead is laid out.
 * That is exact only for a part whose box does not depend on its content, and as long as the boxes round it are the same.
 */

/** A node by the names of its properties, whatever its type. */
type Named = Readonly<Record<string, unknown>>

/** Whether two nodes are alike in what determines their boxes, but for sides. Written out: a loop over the names takes twice the time. */
function sameStyle(a: Named, b: Named): boolean {
  return (
    a.type === b.type &&
    a.grow === b.grow &&
    a.shrink === b.shrink &&
    a.basis === b.basis &&
    a.width === b.width &&
    a.height === b.height &&
    a.minWidth === b.minWidth &&
    a.maxWidth === b.maxWidth &&
    a.minHeight === b.minHeight &&
    a.maxHeight === b.maxHeight &&
    a.self === b.self &&
    a.gap === b.gap &&
    a.justify === b.justify &&
    // The columns of a table are a list, made anew for each page: its measure is taken again.
    (a.columns === b.columns || a.type === "table") &&
    a.rowGap === b.rowGap &&
    a.even === b.even &&
    (a.more === b.more ||
      (typeof a.more === "object" && typeof b.more === "object" && sameStyle(a.more as Named, b.more as Named))) &&
    a.thickness === b.thickness &&
    a.style === b.style &&
    (a.align === b.align || a.type === "text")
  )
}

/** Whether a tree can be reused for another scene: the same boxes, with any texts. Marks the parts that are unchanged. */
export function sameShape(layoutNode: LayoutNode, other: SceneNode): boolean {
  const { node, children, frames } = layoutNode
  if (frames) layoutNode.isUnchanged = same(node, other)
  if (node === other || layoutNode.isUnchanged) return true
  const [a, b] = [node, other] as unknown as [Named, Named]
  if (!sameStyle(a, b)) return false
  if (node.type === "icon" && a.px !== b.px) return false
  if (node.type === "text" && (a.turn !== b.turn || (a.fit === "fill") !== (b.fit === "fill"))) return false
  if (!sameSides(a.border, b.border) || !sameAt(node.at, other.at)) return false
  if (!("children" in other)) return true
  if (
    !("children" in node) ||
    node.children.length !== other.children.length ||
    !sameSides(node.padding, other.padding)
  )
    return false
  return children.every((child, i) => sameShape(child, other.children[i]!))
}

function sameAt(a: SceneNode["at"], b: SceneNode["at"]): boolean {
  return a === b || (a?.left === b?.left && a?.top === b?.top && a?.right === b?.right && a?.bottom === b?.bottom)
}

/** Whether two paddings or borders are the same. */
function sameSides(a: unknown, b: unknown): boolean {
  if (a === b) return true
  return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((side, i) => side === b[i])
}

/** Forgets the measurements of texts: the next scene has them measured again, and each holds a set block. */
export function forget(layoutNode: LayoutNode): void {
  if (layoutNode.isUnchanged) layoutNode.isUnchanged = false
  else if (layoutNode.node.type === "text") layoutNode.measured.length = 0
  else layoutNode.children.forEach(forget)
  if (layoutNode.more && !layoutNode.isUnchanged) layoutNode.more.measured.length = 0
}

/**
 * Assigns the nodes of another scene to a tree of which `sameShape` found that it has the same shape.
 * Returns whether a part of it is unchanged, and stays as it is.
 */
export function adopt(layoutNode: LayoutNode, scene: SceneNode, env: SceneEnv): boolean {
  if (layoutNode.isUnchanged) return true
  const unchanged = unchangedIn(layoutNode)
  // Both on the page before, which chose the sizes, and on this one.
  if (unchanged.length > 0 && !sharesGroup(layoutNode, unchanged)) {
    adoptAround(layoutNode, scene, env)
    if (!sharesGroup(layoutNode, unchanged)) return true
  }
  adoptWhole(layoutNode, scene, env)
  return false
}

/** Assigns the nodes of another scene to a tree of the same shape, and keeps no part of it. */
export function adoptWhole(layoutNode: LayoutNode, node: SceneNode, env: SceneEnv): void {
  const before = layoutNode.node
  layoutNode.node = node
  layoutNode.isUnchanged = false
  if (node.type === "text") {
    layoutNode.fitting = fitting(node, env)
    layoutNode.px = layoutNode.lines = layoutNode.room = layoutNode.placed = undefined
    if (before.type === "text" && hugs(before)) free(layoutNode.flex, node)
    remeasure(layoutNode)
  } else if ("children" in node) {
    if (leavesOut(node)) showAll(layoutNode)
    layoutNode.children.forEach((child, i) => adoptWhole(child, node.children[i]!, env))
    alignBaselines(layoutNode, env)
  } else if (env.kinds.of(node)?.measure) layoutNode.flex.markDirty()
}

/** The largest unchanged parts below a node. */
function unchangedIn({ children }: LayoutNode): LayoutNode[] {
  return children.flatMap((child) => (child.isUnchanged ? [child] : child.frames ? unchangedIn(child) : []))
}

function adoptAround(layoutNode: LayoutNode, node: SceneNode, env: SceneEnv): void {
  if (!("children" in node) || leavesOut(node)) return adoptWhole(layoutNode, node, env)
  layoutNode.node = node
  layoutNode.children.forEach((child, i) => {
    if (child.isUnchanged) return
    if (child.frames) adoptAround(child, node.children[i]!, env)
    else adoptWhole(child, node.children[i]!, env)
  })
  alignBaselines(layoutNode, env)
}

/** Whether texts of an unchanged part take one size with texts outside of it. */
function sharesGroup(root: LayoutNode, unchanged: readonly LayoutNode[]): boolean {
  const inside = new Set<string>()
  for (const part of unchanged) groupsIn(part, inside, false)
  if (inside.size === 0) return false
  const outside = new Set<string>()
  groupsIn(root, outside, true)
  return [...inside].some((group) => outside.has(group))
}

function groupsIn({ node, children }: LayoutNode, groups: Set<string>, skips: boolean): void {
  if (node.type === "text" && node.group !== undefined) groups.add(node.group)
  for (const child of children) if (!skips || !child.isUnchanged) groupsIn(child, groups, skips)
}

/** Notes the boxes while the texts still adapt. Only along the boxes whose size is independent of their content. */
export function noteFirst(layoutNode: LayoutNode): void {
  const first = framesIn(layoutNode)
  layoutNode.frames = { first, last: first }
  for (const child of layoutNode.children) if (isIndependent(child.node, layoutNode.node)) noteFirst(child)
}

/** Notes the final boxes. */
export function noteLast(layoutNode: LayoutNode): void {
  if (!layoutNode.frames) return
  layoutNode.frames.last = framesIn(layoutNode)
  for (const child of layoutNode.children) if (!child.isUnchanged) noteLast(child)
}

/** Forgets what `noteFirst` and `noteLast` wrote: no part of the tree stays for the next page. */
export function dropFrames(layoutNode: LayoutNode): void {
  if (!layoutNode.frames) return
  layoutNode.frames = undefined
  layoutNode.children.forEach(dropFrames)
}

/** Whether all boxes round the unchanged parts are where they were for the page before. */
export function sameFrames(layoutNode: LayoutNode, at: keyof Frames): boolean {
  if (!layoutNode.frames || layoutNode.isUnchanged) return true
  const { frames } = layoutNode
  return (
    framesIn(layoutNode).every((value, i) => value === frames[at][i]) &&
    layoutNode.children.every((child) => sameFrames(child, at))
  )
}

function framesIn({ children }: LayoutNode): number[] {
  return children.flatMap(({ flex }) => {
    const { left, top, width, height } = flex.getComputedLayout()
    return [left, top, width, height]
  })
}

/**
 * Whether the size of a box in a box of known size is independent of its content: it takes a share of the free room in
 * one direction, and all of it in the other.
 */
function isIndependent(node: SceneNode, round: SceneNode): boolean {
  return (
    (round.type === "column" || round.type === "row") &&
    (round.align === undefined || round.align === "stretch") &&
    (node.type === "column" || node.type === "row") &&
    (node.grow ?? 0) > 0 &&
    (node.basis ?? 0) === 0 &&
    (node.self === undefined || node.self === "stretch") &&
    node.at === undefined
  )
}

/** Whether two values of a scene are the same. Pictures are compared by identity: their bits are kept by it. */
function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((value, i) => same(value, b[i]))
  if (Object.getPrototypeOf(a) !== Object.prototype || Object.getPrototypeOf(b) !== Object.prototype) return false
  const [one, other] = [a as Named, b as Named]
  if (one.type === "image") return false
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => same(one[name], other[name]))
}
