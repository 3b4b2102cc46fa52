import type { Bitmap, Box, Grid, Ink, Palette, Progress, Rule, SceneNode } from "platen/sdk"
import { Invalid } from "platen/sdk"
import { Canvas } from "../bitmap/canvas.js"
import { paintBlock } from "../text/block.js"
import type { SceneEnv } from "./env.js"
import { blockLeft, layout } from "./layout.js"
import type { Placement } from "./layout.js"

/** A scene as pixels. Throws Invalid for an icon that nobody has drawn. */
export function paint(scene: SceneNode, width: number, height: number, palette: Palette, env: SceneEnv): Bitmap {
  return paintPlacements(layout(scene, width, height, env), width, height, palette, env)
}

export function paintPlacements(placements: readonly Placement[], width: number, height: number, palette: Palette, env: SceneEnv): Bitmap {
  const canvas = new Canvas(width, height, palette)
  const inks = new Map<SceneNode, Ink>()
  for (const placement of placements) {
    const { node } = placement
    const ink = ("ink" in node ? node.ink : undefined) ?? inks.get(node) ?? "black"
    if ("children" in node) for (const child of node.children) inks.set(child, ink)
    canvas.clip = placement.clip
    draw(canvas, placement, canvas.ink(ink), env)
  }
  return canvas.bitmap()
}

function draw(canvas: Canvas, placement: Placement, ink: number, env: SceneEnv): void {
  const { node, left, top, width, height, block } = placement
  switch (node.type) {
    case "text":
      if (block) paintBlock(canvas, block, blockLeft(placement), top + (node.trim === "ink" ? Math.max(0, (height - block.height) >> 1) : 0), ink)
      return
    case "icon": {
      const glyph = env.typesetter.book.icon(node.name, node.px)
      if (!glyph) throw new Invalid(`There is no icon "${node.name}": take one that \`platen plugins --icons\` lists.`)
      canvas.glyph(glyph, left + glyph.left, top - glyph.top, ink)
      return
    }
    case "rule":
      return drawRule(canvas, node, placement, ink)
    case "progress":
      return drawProgress(canvas, node, placement, ink)
    case "spacer":
      return
    default:
      drawBox(canvas, node, placement, ink)
  }
}

function drawBox(canvas: Canvas, node: Box | Grid, { left, top, width, height }: Placement, ink: number): void {
  const radius = Math.min(node.radius ?? 0, width >> 1, height >> 1)
  if (node.border) {
    round(canvas, left, top, width, height, radius, ink)
    const inner = node.border
    round(canvas, left + inner, top + inner, width - 2 * inner, height - 2 * inner, Math.max(0, radius - inner), canvas.ink(node.fill ?? "white"))
  } else if (node.fill !== undefined) {
    round(canvas, left, top, width, height, radius, canvas.ink(node.fill))
  }
}

/** A filled rectangle with round corners. */
function round(canvas: Canvas, left: number, top: number, width: number, height: number, radius: number, ink: number): void {
  for (let y = 0; y < radius; y++) {
    const across = radius - 0.5 - y
    const inset = Math.round(radius - Math.sqrt(Math.max(0, radius * radius - across * across)))
    canvas.fill(left + inset, top + y, left + width - inset, top + y + 1, ink)
    canvas.fill(left + inset, top + height - 1 - y, left + width - inset, top + height - y, ink)
  }
  canvas.fill(left, top + radius, left + width, top + height - radius, ink)
}

function drawRule(canvas: Canvas, node: Rule, { left, top, width, height }: Placement, ink: number): void {
  const style = node.style ?? "solid"
  if (style !== "dashed" && style !== "dotted") return canvas.fill(left, top, left + width, top + height, ink)
  const thickness = Math.min(width, height)
  const on = style === "dotted" ? thickness : 4
  const period = style === "dotted" ? thickness * 3 : 7
  const across = width >= height
  const length = across ? width : height
  // The pattern begins and ends on ink, so that a rule looks as long as it is.
  const offset = ((length - on) % period) >> 1
  for (let at = offset; at + on <= length; at += period) {
    if (across) canvas.fill(left + at, top, left + at + on, top + height, ink)
    else canvas.fill(left, top + at, left + width, top + at + on, ink)
  }
}

function drawProgress(canvas: Canvas, node: Progress, { left, top, width, height }: Placement, ink: number): void {
  const filled = Math.round(Math.min(1, Math.max(0, node.value)) * (width - 4))
  const paper = canvas.ink("white")
  canvas.fill(left, top, left + width, top + height, ink)
  canvas.fill(left + 1, top + 1, left + width - 1, top + height - 1, paper)
  canvas.fill(left + 2, top + 2, left + 2 + filled, top + height - 2, ink)
}
