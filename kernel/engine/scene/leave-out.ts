import type { Box, SceneNode } from "platen/sdk/mode"
import type { SceneEnv } from "./env.js"
import { fitting, lineOf } from "./fit.js"
import { innerBottom, show } from "./flex.js"
import { remeasure } from "./layout-node.js"
import type { LayoutNode } from "./layout-node.js"

/** A column that leaves out what it has no room for. */
type Leaving = Box & Required<Pick<Box, "more">>

export function leavesOut(node: SceneNode): node is Leaving {
  return node.type === "column" && node.more !== undefined
}

/** Shows all children of a column again. */
export function showAll({ children, more }: LayoutNode): void {
  children.forEach((child) => reveal(child, true))
  if (more) reveal(more, false)
}

/** Leaves out what columns have no room for, after a layout. Returns whether there is such a thing. */
export function leaveOut(layoutNode: LayoutNode, env: SceneEnv): boolean {
  if (layoutNode.isUnchanged || layoutNode.isHidden) return false
  let found = leavesOut(layoutNode.node) && leaveOutOf(layoutNode.node, layoutNode, env)
  for (const child of layoutNode.children) found = leaveOut(child, env) || found
  return found
}

function leaveOutOf({ gap = 0, more: said }: Leaving, { flex, children, more }: LayoutNode, env: SceneEnv): boolean {
  const bottom = innerBottom(flex) + ROUNDING
  const ends = children.map((child) => child.flex.getComputedTop() + child.flex.getComputedHeight())
  const fittingIn = (room: number): number => Math.max(1, ends.filter((end) => end <= room).length)
  if (fittingIn(bottom) >= children.length) return false
  const needed = more ? lineOf(more.fitting!, more.fitting!.wanted) + gap : 0
  const kept = fittingIn(bottom - needed)
  children.forEach((child, i) => reveal(child, i < kept))
  // The first child stays, even where nothing has room below it.
  if (!more || said === true || ends[kept - 1]! + needed > bottom) return true
  const text = { ...said, text: said.text.replace("{n}", String(children.length - kept)) }
  more.node = text
  more.fitting = fitting(text, env)
  reveal(more, true)
  remeasure(more)
  return true
}

/** Share of a pixel by which a box may end below its place: yoga rounds both. */
const ROUNDING = 0.5

function reveal(layoutNode: LayoutNode, isShown: boolean): void {
  if (layoutNode.isHidden === !isShown) return
  layoutNode.isHidden = !isShown
  show(layoutNode.flex, isShown)
}
