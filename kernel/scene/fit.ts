import type { Text } from "platen/sdk"
import type { Block } from "../text/block.js"
import { familyOf, lineHeight, rolePx, scriptOf, smaller } from "../text/ladder.js"
import type { Script } from "../text/ladder.js"
import type { SceneEnv } from "./env.js"

/** A text node, ready to be set in boxes of any size. */
export interface Fitting {
  readonly node: Text
  readonly script: Script
  /** The size the node asks for, in pixels. */
  readonly wanted: number
  /** The size below which it is cut instead. */
  readonly least: number
}

export function fitting(node: Text, { screen }: SceneEnv): Fitting {
  const script = scriptOf(node.text)
  const wanted = node.px ?? rolePx(node.role ?? "body", script, screen.id)
  const least = Math.min(wanted, node.minPx ?? rolePx("caption", script, screen.id))
  return { node, script, wanted, least }
}

/** Height in pixels of one line at a size. */
export function lineOf({ node, script }: Fitting, px: number): number {
  return lineHeight(px, script, node.leading)
}

/**
 * The text set in a box of `width` x `height` pixels (Infinity: as much as it wants), at the largest size of the
 * ladder at which all of it fits when the node shrinks, else at the size it asks for and cut with an ellipsis.
 */
export function fit(fitting: Fitting, width: number, height: number, env: SceneEnv): { readonly block: Block; readonly px: number } {
  const { node, script, wanted, least } = fitting
  if (node.fit !== "shrink") return { block: blockAt(fitting, wanted, width, height, env), px: wanted }
  for (let px: number | undefined = wanted; px !== undefined; px = smaller(px, script, least)) {
    const block = blockAt(fitting, px, width, Infinity, env)
    if (!block.tight && block.height <= height && !(node.wrap === false && block.wrapped)) return { block, px }
  }
  return { block: blockAt(fitting, least, width, height, env), px: least }
}

function blockAt(fitting: Fitting, px: number, width: number, height: number, env: SceneEnv): Block {
  const { node } = fitting
  const line = lineOf(fitting, px)
  const room = height === Infinity ? Infinity : Math.max(1, Math.floor(height / line))
  return env.typesetter.block(node.text, {
    style: {
      family: node.family ?? familyOf(node.role ?? "body"),
      weight: node.weight ?? "regular",
      px,
      language: node.language ?? env.language,
      tabular: node.tabular ?? false,
    },
    width,
    lines: Math.min(node.lines ?? Infinity, room),
    lineHeight: line,
    balance: node.balance ?? false,
    align: node.align ?? "start",
    mark: node.fit === "clip" ? "none" : "ellipsis",
    trim: node.trim ?? "line",
  })
}
