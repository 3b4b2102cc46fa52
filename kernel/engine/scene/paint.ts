import type { Bitmap, Ink, Painter, Palette } from "platen/sdk/drawing"
import type { Box, Grid, Image, Progress, Rule, SceneNode, Tint } from "platen/sdk/mode"
import { Invalid } from "platen/sdk"
import { isRightToLeft } from "platen/sdk/kit"
import { Canvas } from "../bitmap/canvas.js"
import type { Pixels, Rect } from "../bitmap/canvas.js"
import { paintTint } from "../bitmap/tint.js"
import { paintBlock } from "../text/block.js"
import type { Block } from "../text/block.js"
import type { SceneEnv } from "./env.js"
import { sides } from "./flex.js"
import { typeOf } from "./words.js"
import { blockLeft, blockTop, layout } from "./layout.js"
import type { Placement } from "./layout.js"

/** Paints a scene. Throws Invalid for an unknown icon. */
export function paint(scene: SceneNode, width: number, height: number, palette: Palette, env: SceneEnv): Bitmap {
  return paintPlacements(layout(scene, width, height, env), width, height, palette, env)
}

export function paintPlacements(
  placements: readonly Placement[],
  width: number,
  height: number,
  palette: Palette,
  env: SceneEnv,
): Bitmap {
  const canvas = new Canvas(width, height, palette)
  const masks: Cover[] = []
  for (const placement of placements) {
    canvas.clip = placement.clip
    if (placement.mask === "close") {
      uncover(canvas, placement, masks.pop()!)
      continue
    }
    draw(canvas, placement, canvas.ink(placement.ink), env)
    if (placement.mask === "open") masks.push(cover(canvas, placement))
  }
  return canvas.bitmap()
}

export function draw(canvas: Canvas, placement: Placement, ink: number, env: SceneEnv): void {
  const { node, left, top, block } = placement
  switch (node.type) {
    case "text":
      if (block) paintBlock(canvas, block, blockLeft(placement), blockTop(placement), ink)
      return
    case "icon": {
      const glyph = env.typesetter.book.icon(node.name, node.px)
      if (!glyph) throw new Invalid(`There is no icon "${node.name}": use one that \`platen plugins --icons\` lists.`)
      canvas.glyph(glyph, left + glyph.left, top - glyph.top, ink)
      return
    }
    case "image":
      return drawImage(canvas, node, placement, env)
    case "rule":
      return drawRule(canvas, node, placement, ink)
    case "progress":
      return drawProgress(canvas, node, placement, ink, isRightToLeft(env.language))
    case "spacer":
      return
    case "column":
    case "row":
    case "stack":
    case "grid":
      return drawBox(canvas, node, placement, ink)
    default:
      return paintKind(canvas, node, placement, env)
  }
}

function drawImage(canvas: Canvas, node: Image, { left, top, width, height }: Placement, { pictures }: SceneEnv): void {
  const inked = pictures?.get(node)
  if (inked) canvas.picture(inked, left + inked.left, top + inked.top)
  else
    ring(
      canvas,
      { left, top, right: left + width, bottom: top + height, radius: 0 },
      { left: left + 1, top: top + 1, right: left + width - 1, bottom: top + height - 1, radius: 0 },
      0,
    )
}

function paintKind(canvas: Canvas, node: SceneNode, placement: Placement, env: SceneEnv): void {
  const kind = env.kinds.of(node)
  if (!kind) return
  const painter = painterOn(canvas, placement, env)
  const own = kind.mirrored && isRightToLeft(env.language) ? mirrored(painter) : painter
  if (env.layouts) env.layouts.recordings.paint(node, own, (each) => kind.paint(node as never, each))
  else kind.paint(node as never, own)
}

/** A painter whose x runs from the right edge of the box to the left. */
function mirrored(painter: Painter): Painter {
  const { width, fill, write } = painter
  return {
    ...painter,
    fill: (left, top, right, bottom, own) => fill(width - right, top, width - left, bottom, own),
    write: (words, x, y, own) => write(words, width - x - words.width, y, own),
  }
}

/** The box of a plugin's node. */
function painterOn(canvas: Canvas, { left, top, width, height, ink, boxInk }: Placement, env: SceneEnv): Painter {
  return {
    ...typeOf(env),
    width,
    height,
    ink,
    boxInk,
    fill: (x0, y0, x1, y1, own = ink) => paintFill(canvas, left + x0, top + y0, left + x1, top + y1, own),
    write: (words, x, y, own = ink) => paintBlock(canvas, words as Block, left + x, top + y, canvas.ink(own)),
  }
}

/** Fills a rectangle with an ink or a tint. */
function paintFill(canvas: Canvas, left: number, top: number, right: number, bottom: number, fill: Ink | Tint): void {
  if (typeof fill === "string") canvas.fill(left, top, right, bottom, canvas.ink(fill))
  else paintTint(canvas, left, top, right, bottom, fill)
}

function drawBox(canvas: Canvas, node: Box | Grid, { left, top, width, height }: Placement, ink: number): void {
  const { border = 0, fill } = node
  const isEven = typeof border === "number"
  const [above, right, below, before] = sides(border)
  const radius = isEven ? Math.min(node.radius ?? 0, width >> 1, height >> 1) : 0
  const outer = { left, top, right: left + width, bottom: top + height, radius }
  const inner = {
    left: left + before,
    top: top + above,
    right: outer.right - right,
    bottom: outer.bottom - below,
    radius: isEven ? Math.max(0, radius - border) : 0,
  }
  if (fill !== undefined) round(canvas, inner, fill)
  if (above + right + below + before > 0) ring(canvas, outer, inner, ink)
}

interface Round extends Rect {
  readonly radius: number
}

/** Fills a rectangle with round corners. */
function round(canvas: Canvas, box: Round, fill: Ink | Tint): void {
  const { left, top, right, bottom, radius } = box
  for (let y = top; y < top + radius; y++) {
    const inset = insetAt(box, y)
    paintFill(canvas, left + inset, y, right - inset, y + 1, fill)
    paintFill(canvas, left + inset, top + bottom - 1 - y, right - inset, top + bottom - y, fill)
  }
  paintFill(canvas, left, top + radius, right, bottom - radius, fill)
}

/** What lies behind a masked box, before its content is painted. */
interface Cover {
  readonly behind: Pixels
  /** Pixels of the page where the copy begins. */
  readonly left: number
  readonly top: number
}

function cover(canvas: Canvas, { clip }: Placement): Cover {
  return { behind: canvas.copy(clip), left: (clip.left >> 3) << 3, top: clip.top }
}

/** Brings back what lies behind a masked box outside of its shape. */
function uncover(canvas: Canvas, { node, left, top, width, height, clip }: Placement, { behind, ...at }: Cover): void {
  const box = node as Box
  const radius = Math.min(box.radius ?? 0, width >> 1, height >> 1)
  for (let y = clip.top; y < clip.bottom; y++) {
    const inset = maskInset(box.mask!, y - top, width, height, radius)
    if (inset === 0) continue
    for (const [from, to] of [
      [left, left + inset],
      [left + width - inset, left + width],
    ] as const) {
      canvas.clip = { left: Math.max(clip.left, from), top: y, right: Math.min(clip.right, to), bottom: y + 1 }
      canvas.picture(behind, at.left, at.top)
    }
  }
}

/** Inset in pixels of row `y` of the shape of a mask. */
function maskInset(mask: NonNullable<Box["mask"]>, y: number, width: number, height: number, radius: number): number {
  if (mask === "round") return insetAt({ left: 0, top: 0, right: width, bottom: height, radius }, y)
  const half = width / 2
  const rise = mask === "ellipse" ? height / 2 : Math.min(half, height)
  if (mask === "arch" && y >= rise) return 0
  const across = (y + 0.5 - rise) / rise
  return Math.round(half - half * Math.sqrt(Math.max(0, 1 - across * across)))
}

/** Fills the area between two rounded rectangles; the inside is left unchanged. */
function ring(canvas: Canvas, outer: Round, inner: Round, ink: number): void {
  const { left, top, right, bottom } = outer
  for (let y = top; y < bottom; y++) {
    const from = insetAt(outer, y)
    if (y < inner.top || y >= inner.bottom) {
      canvas.fill(left + from, y, right - from, y + 1, ink)
      continue
    }
    const to = insetAt(inner, y)
    canvas.fill(left + from, y, inner.left + to, y + 1, ink)
    canvas.fill(inner.right - to, y, right - from, y + 1, ink)
  }
}

/** Inset in pixels of a row of a rounded rectangle. */
function insetAt({ top, bottom, radius }: Round, y: number): number {
  const across = radius - 0.5 - Math.min(y - top, bottom - 1 - y)
  return across <= 0 ? 0 : Math.round(radius - Math.sqrt(Math.max(0, radius * radius - across * across)))
}

function drawRule(canvas: Canvas, node: Rule, { left, top, width, height }: Placement, ink: number): void {
  const style = node.style ?? "solid"
  if (width <= 0 || height <= 0) return
  if (style === "short" && height > width && node.height === undefined) {
    // The height of a row is unknown before the layout, so a vertical rule is shortened here.
    const third = Math.round(height / 3)
    return canvas.fill(left, top + ((height - third) >> 1), left + width, top + ((height - third) >> 1) + third, ink)
  }
  if (style === "double") {
    const line = Math.max(1, Math.round(Math.min(width, height) / 3))
    const across = width >= height
    canvas.fill(left, top, across ? left + width : left + line, across ? top + line : top + height, ink)
    return across
      ? canvas.fill(left, top + height - line, left + width, top + height, ink)
      : canvas.fill(left + width - line, top, left + width, top + height, ink)
  }
  if (style !== "dashed" && style !== "dotted") return canvas.fill(left, top, left + width, top + height, ink)
  const thickness = Math.min(width, height)
  const across = width >= height
  const length = across ? width : height
  const on = style === "dotted" ? thickness : Math.min(4, length)
  const period = style === "dotted" ? thickness * 3 : 7
  // The pattern starts and ends with ink, so that the rule shows its full length.
  const offset = ((length - on) % period) >> 1
  for (let at = offset; at + on <= length; at += period) {
    if (across) canvas.fill(left + at, top, left + at + on, top + height, ink)
    else canvas.fill(left, top + at, left + width, top + at + on, ink)
  }
}

function drawProgress(
  canvas: Canvas,
  { value }: Progress,
  { left, top, width, height }: Placement,
  ink: number,
  fromRight: boolean,
): void {
  const isThin = height < 5
  const room = isThin ? width : width - 4
  const filled = Math.round(Math.min(1, Math.max(0, value)) * room)
  const inset = isThin ? 0 : 2
  const start = left + inset + (fromRight ? room - filled : 0)
  if (isThin) {
    // Too thin for a frame: a hairline over the full length, thicker where it is filled.
    if (height > 1) canvas.fill(left, top + (height >> 1), left + width, top + (height >> 1) + 1, ink)
  } else {
    canvas.fill(left, top, left + width, top + height, ink)
    canvas.fill(left + 1, top + 1, left + width - 1, top + height - 1, canvas.ink("white"))
  }
  canvas.fill(start, top + inset, start + filled, top + height - inset, ink)
}
