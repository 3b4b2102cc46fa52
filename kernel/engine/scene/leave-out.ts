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

/** Leaves out what columns have no room for, after a layout. `again` repeats it, at `most` so many times, since columns shrink with what they hold. Returns whether there is such a thing. */
export function leaveOut(root: LayoutNode, env: SceneEnv, again: () => void, most = 4): boolean {
  if (most === 0 || !leaveOutBelow(root, env)) return false
  again()
  leaveOut(root, env, again, most - 1)
  return true
}

function leaveOutBelow(layoutNode: LayoutNode, env: SceneEnv): boolean {
  if (layoutNode.isUnchanged || layoutNode.isHidden) return false
  let found = leavesOut(layoutNode.node) && leaveOutOf(layoutNode.node, layoutNode, env)
  for (const child of layoutNode.children) found = leaveOutBelow(child, env) || found
  return found
}

function leaveOutOf({ gap = 0, more: said }: Leaving, { flex, children, more }: LayoutNode, env: SceneEnv): boolean {
  const bottom = innerBottom(flex) + ROUNDING
  const shown = children.filter(({ isHidden }) => !isHidden)
  // What stands at the foot of a column that is too low begins above its head.
  const lost = Math.min(0, shown[0]?.flex.getComputedTop() ?? 0)
  const ends = shown.map(({ flex: each }) => each.getComputedTop() + each.getComputedHeight() - lost)
  // The first child stays, even where nothing has room below it.
  const fittingIn = (room: number): number => Math.max(1, ends.filter((end) => end <= room).length)
  const needed = more ? lineOf(more.fitting!, more.fitting!.wanted) + gap : 0
  if (fittingIn(more?.isHidden === false ? bottom - needed : bottom) >= shown.length) return false
  const kept = fittingIn(bottom - needed)
  children.forEach((child, i) => reveal(child, i < kept))
  if (!more || said === true) return true
  const text = { ...said, text: said.text.replace("{n}", String(children.length - kept)) }
  more.node = text
  more.fitting = fitting(text, env)
  reveal(more, ends[kept - 1]! + needed <= bottom)
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
