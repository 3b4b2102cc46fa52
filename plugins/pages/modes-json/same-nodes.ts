import { isDeepStrictEqual } from "node:util"
import type { Expanded } from "./expand.js"

/** Nodes by where they stand, so that trees of several screens hold what they have in common once. */
export class SameNodes {
  readonly #known = new Map<string, Expanded[]>()

  /** The node that was given first of those that say the same. Its children are such nodes. */
  first(node: Expanded): Expanded {
    const known = this.#known.get(node.at)
    const same = known?.find((each) => isSame(each, node))
    if (same) return same
    if (known) known.push(node)
    else this.#known.set(node.at, [node])
    return node
  }
}

function isSame({ children, ...one }: Expanded, { children: others, ...other }: Expanded): boolean {
  return (
    children.length === others.length &&
    children.every((child, i) => child === others[i]) &&
    isDeepStrictEqual(one, other)
  )
}
