import { smaller } from "../text/type-scale.js"
import type { SceneEnv } from "./env.js"
import { adapts, fit } from "./fit.js"
import { hug, innerWidth } from "./flex.js"
import { alignBaselines, hugs, keepOneLine, remeasure, setIn, setInBox } from "./layout-node.js"
import type { LayoutNode, Measured } from "./layout-node.js"

/** Fixes the size of every text that shrinks or fills for its box. Returns whether there is one. */
export function settle(root: LayoutNode, env: SceneEnv): boolean {
  const groups = new Map<string, LayoutNode[]>()
  if (!settleBelow(root, env, groups)) return false
  for (const texts of groups.values()) {
    const px = sizeOfAll(texts, env)
    for (const text of texts) {
      if (text.px === px) continue
      text.px = px
      text.lines = undefined
      keepOneLine(text)
      if (hugs(text.fitting!.node)) hug(text.flex, setIn(text, text.room!, Infinity, env).block.height)
    }
  }
  if (groups.size > 0) realign(root, env)
  return true
}

/** The largest size at which each of some texts is whole: at most the smallest of theirs. */
function sizeOfAll(texts: readonly LayoutNode[], env: SceneEnv): number {
  const least = Math.min(...texts.map((text) => text.px!))
  for (let px: number | undefined = least; px !== undefined; px = smaller(px, texts[0]!.fitting!.script, 0)) {
    const isWhole = texts.every((text) => {
      const { height } = text.flex.getComputedLayout()
      const { block } = setIn({ ...text, px, lines: undefined }, text.room!, Math.floor(height) - 1, env)
      return !block.tight || text.isWhole === false
    })
    if (isWhole) return px
  }
  return least
}

/** Whether a text whose size was fixed no longer fits: what stands beside it has become larger. Such texts may take another size. */
export function outgrown(layoutNode: LayoutNode, env: SceneEnv): boolean {
  if (layoutNode.isUnchanged) return false
  let found = false
  const node = layoutNode.fitting?.node
  if (node && adapts(node) && !hugs(node) && layoutNode.isWhole) {
    const { width, height } = layoutNode.flex.getComputedLayout()
    found = setInBox(layoutNode, Math.floor(width), Math.floor(height), env).block.clipped
  }
  for (const child of layoutNode.children) found = outgrown(child, env) || found
  return found
}

/** Lets the texts that adapt take their sizes again. */
export function reopen(layoutNode: LayoutNode): void {
  const node = layoutNode.fitting?.node
  if (node && adapts(node) && !hugs(node)) {
    layoutNode.px = layoutNode.lines = layoutNode.room = undefined
    layoutNode.measured.length = 0
  }
  for (const child of layoutNode.children) reopen(child)
}

function settleBelow(layoutNode: LayoutNode, env: SceneEnv, groups: Map<string, LayoutNode[]>): boolean {
  if (layoutNode.isUnchanged) return false
  let settled = false
  const node = layoutNode.fitting?.node
  if (node && adapts(node) && layoutNode.px === undefined) {
    const { px, block, room } = settledSize(layoutNode, env)
    layoutNode.px = px
    layoutNode.room = room
    layoutNode.lines = block.lineCount
    layoutNode.isWhole = !block.clipped
    remeasure(layoutNode)
    if (hugs(node)) hug(layoutNode.flex, block.height)
    if (node.group !== undefined) groups.set(node.group, [...(groups.get(node.group) ?? []), layoutNode])
    settled = true
  }
  for (const child of layoutNode.children) settled = settleBelow(child, env, groups) || settled
  if (settled) alignBaselines(layoutNode, env)
  return settled
}

/** Aligns all baselines again. */
function realign(layoutNode: LayoutNode, env: SceneEnv): void {
  if (layoutNode.isUnchanged) return
  for (const child of layoutNode.children) realign(child, env)
  alignBaselines(layoutNode, env)
}

function settledSize(layoutNode: LayoutNode, env: SceneEnv): Pick<Measured, "px" | "block" | "room"> {
  const { width, height } = layoutNode.flex.getComputedLayout()
  // The room that yoga offers may be a pixel less than the box, which it rounds; so may the box itself in the end.
  const offered = layoutNode.measured.findLast((each) => Math.abs(each.room - width) <= 1)?.room
  const room = offered ?? Math.min(Math.floor(width), innerWidth(layoutNode.flex.getParent())) - 1
  return layoutNode.fitting!.node.fit === "fill"
    ? { room, ...fit(layoutNode.fitting!, room, Math.floor(height) - 1, env) }
    : { ...setInBox(layoutNode, room, Math.floor(height), env), room }
}
