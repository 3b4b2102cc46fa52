import { byScreen } from "../sizes.js"
import type { Versions } from "../sizes.js"
import { numberOf } from "../given.js"
import type { Context, Node } from "../context.js"

/** The margin of a page in InkSight, 6 % of 400 pixels: our pages have theirs. */
const PAGE = 24

/** A node within what its block's margin has beyond that of the page. */
export function margined(v: Versions, node: Node, { origin }: Pick<Context, "origin">): Node {
  const beyond = (block: object): number => {
    const margin = numberOf(block, "margin_x", [0, 200])
    const page = origin === "small" ? 18 : PAGE
    return margin === undefined ? 0 : Math.max(0, Math.round(Math.min(margin, 90) - page))
  }
  if (beyond(v.base) < 4) return node
  const padding = byScreen(v, (block, screen) => (screen === "small" ? [0, 0] : [0, beyond(block)]))
  const { when, ...inside } = node
  return { type: "column", padding, ...(when !== undefined && { when }), children: [inside] }
}
