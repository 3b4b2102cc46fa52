import { isDeepStrictEqual } from "node:util"
import type { Expanded } from "./expand.js"

/** Nodes of one place that are compared at most: a node differs on few of the screens, and a component that is used a thousand times may have a thousand in one place. */
const MOST = 3

/** Nodes by where they stand, so that trees of several screens hold what they have in common once. */
export class SameNodes {
  readonly #known = new Map<string, Expanded[]>()

  /** The node that was given first of those that say the same; beyond the first few of a place, any other as it is. Its children are such nodes. */
  first(node: Expanded): Expanded {
    const known = this.#known.get(node.at) ?? []
    const same = known.find((each) => isSame(each, node))
    if (same) return same
    if (known.length < MOST) this.#known.set(node.at, [...known, node])
    return node
  }
}

function isSame(one: Expanded, other: Expanded): boolean {
  return (
    one.children.length === other.children.length &&
    // Children are the same nodes, or others: none is compared again.
    one.children.every((child, i) => child === other.children[i]) &&
    isDeepStrictEqual(one, other)
  )
}
