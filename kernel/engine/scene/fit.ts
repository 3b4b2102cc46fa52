import type { Text } from "platen/sdk/mode"
import type { Block } from "../text/block.js"
import type { Style } from "../text/fonts.js"
import type { Piece } from "../text/itemise.js"
import type { Paragraph } from "../text/paragraph.js"
import { familyOf, lineHeight, rolePx, scriptOf, smaller } from "../text/type-scale.js"
import type { Script } from "../text/type-scale.js"
import { spendParagraph } from "./budget.js"
import type { SceneEnv } from "./env.js"

/** A text node prepared for setting in boxes of any size. */
export interface Fitting {
  readonly node: Text
  readonly script: Script
  /** Requested font size in pixels. */
  readonly wanted: number
  /** Smallest font size in pixels; below it the text is cut. */
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
 * Sets a text in a box of `width` x `height` pixels (Infinity: unbounded). A node that shrinks takes the largest size of
 * the type scale at which all of it fits; any other is set at the requested size and cut with an ellipsis.
 */
export function fit(
  fitting: Fitting,
  width: number,
  height: number,
  env: SceneEnv,
): { readonly block: Block; readonly px: number } {
  const { node, script, wanted, least } = fitting
  if (node.fit !== "shrink")
    return { block: blockAt(fitting, wanted, width, room(fitting, wanted, height), env), px: wanted }
  const lines = node.text.length > LONG ? linesAtLeast(fitting, width, env) : undefined
  let rough: { readonly block: Block; readonly px: number } | undefined
  for (let px: number | undefined = wanted; px !== undefined; px = smaller(px, script, least)) {
    // A slightly smaller size beats a line that ends inside a clause; a much smaller one does not.
    if (rough && px < rough.px * 0.75) return rough
    const most = room(fitting, px, height)
    if (lines !== undefined && (lines * px) / least > 2 * most) continue
    // Trimmed lines are lower than their line height, so one more may fit.
    const block = blockAt(fitting, px, width, most + (trimmed(node) ? 1 : 0), env)
    if (!block.tight && block.height <= height && !(node.wrap === false && block.wrapped)) {
      if (!block.rough) return { block, px }
      rough ??= { block, px }
    }
  }
  if (rough) return rough
  return { block: blockAt(fitting, least, width, room(fitting, least, height), env), px: least }
}

/** Length in UTF-16 code units from which sizes that are clearly too large are skipped without setting the text. */
const LONG = 200

/** Estimates the number of lines of `width` pixels at the smallest size, from the length of the text. */
function linesAtLeast({ node, least }: Fitting, width: number, env: SceneEnv): number {
  return paragraphAt(node, least, env).offsets.at(-1)! / 64 / width
}

/** A text at a size in pixels, shaped and not yet broken into lines. */
export function paragraphAt(node: Text, px: number, env: SceneEnv): Paragraph {
  const style = styleOf(node, px, env)
  return env.typesetter.paragraph(node.text, style, piecesOf(node, style))
}

/** Number of whole lines in a height, at least one. */
function room(fitting: Fitting, px: number, height: number): number {
  return height === Infinity ? Infinity : Math.max(1, Math.floor(height / lineOf(fitting, px)))
}

function styleOf(node: Text, px: number, env: SceneEnv): Style {
  return {
    family: node.family ?? familyOf(node.role ?? "body"),
    weight: node.weight ?? "regular",
    px,
    language: node.language ?? env.language,
    tabular: node.tabular ?? false,
    ...(node.slant !== undefined && { slant: node.slant }),
    ...(node.tracking !== undefined && { tracking: Math.round(node.tracking * px * 64) }),
    ...(node.features && { features: node.features }),
  }
}

/** The parts of a text that look different, in styles of their own; undefined for a text without any. */
function piecesOf({ spans, ink: own }: Text, style: Style): readonly Piece[] | undefined {
  return spans?.map(({ text, family, weight, slant, scale = 1, raise = 0, features, ink = own }) => ({
    text,
    style: {
      ...style,
      px: Math.max(MIN_PX, Math.round(style.px * scale)),
      ...(family && { family }),
      ...(weight && { weight }),
      ...(slant && { slant }),
      ...(features && { features }),
    },
    ...(ink !== undefined && { ink }),
    ...(raise !== 0 && { raise: Math.round(raise * style.px) }),
  }))
}

/** Smallest size of a face in pixels. */
const MIN_PX = 8

/** Sets the text at one size. `most`: lines that the box has room for. */
function blockAt(fitting: Fitting, px: number, width: number, most: number, env: SceneEnv): Block {
  const { node } = fitting
  spendParagraph(env.budget)
  const style = styleOf(node, px, env)
  return env.typesetter.block(node.text, {
    style,
    pieces: piecesOf(node, style),
    width,
    lines: Math.min(node.lines ?? Infinity, most),
    lineHeight: lineOf(fitting, px),
    balance: node.balance ?? false,
    align: node.align ?? "start",
    mark: node.fit === "clip" ? "none" : "ellipsis",
    trim: node.trim ?? "line",
  })
}

/** Whether the box is as high as its ink or capitals instead of its lines. */
export function trimmed({ trim = "line" }: Text): boolean {
  return trim !== "line"
}
