import type { Bitmap } from "platen/sdk/drawing"
import { BLACK_AND_WHITE, Canvas } from "../engine/bitmap/canvas.js"
import type { Rect } from "../engine/bitmap/canvas.js"
import type { SceneEnv } from "../engine/scene/env.js"
import { blockLeft, blockTop } from "../engine/scene/layout.js"
import type { Placement } from "../engine/scene/layout.js"
import { draw } from "../engine/scene/paint.js"

/** Pixels round a box in which ink is looked for, at least, and as a share of the size of its text. */
const AROUND = { least: 12, share: 0.6 }
/** Pixels by which ink may reach out: yoga rounds boxes, and the foot of an italic letter hangs out of its line. */
const LENIENCE = 2

/** Pixels of ink that a page does not show, by the edge at which they are cut off. */
export type Lost = Readonly<Record<keyof Rect, number>>

/**
 * How far the ink of a text, an icon or a node of a plugin reaches out of what the page shows of it, in pixels; undefined where all of it is seen.
 * It is painted on its own, without the boxes round it.
 */
export function lostInk(placement: Placement, env: SceneEnv): Lost | undefined {
  const { clip } = placement
  const ink = inkOf(placement, env)
  if (!ink || clip.right <= clip.left || clip.bottom <= clip.top) return undefined
  const lost = {
    left: clip.left - ink.left,
    top: clip.top - ink.top,
    right: ink.right - clip.right,
    bottom: ink.bottom - clip.bottom,
  }
  return Object.values(lost).some((pixels) => pixels > LENIENCE) ? lost : undefined
}

/** The rectangle of the page that the ink of a placement fills; undefined for one without any. */
export function inkOf(placement: Placement, env: SceneEnv): Rect | undefined {
  const { node, px = 0, block } = placement
  const isPicture = node.type === "image" || node.type === "rule" || node.type === "progress" || node.type === "spacer"
  if (isPicture || "children" in node || (node.type === "text" && !block)) return undefined
  const around = Math.max(AROUND.least, Math.round(px * AROUND.share))
  const width = Math.max(placement.width, block?.width ?? 0)
  const height = Math.max(placement.height, block?.height ?? 0)
  const canvas = new Canvas(Math.ceil(width) + 2 * around, Math.ceil(height) + 2 * around, BLACK_AND_WHITE)
  // A text may stand beside its box, by its alignment.
  const left = node.type === "text" ? Math.min(placement.left, blockLeft(placement)) : placement.left
  const top = node.type === "text" ? Math.min(placement.top, blockTop(placement)) : placement.top
  const [x, y] = [around - left, around - top]
  // What it costs is no part of the page's.
  const { layouts: _layouts, budget: _budget, ...own } = env
  draw(
    canvas,
    { ...placement, left: placement.left + x, top: placement.top + y, ink: "black" },
    canvas.ink("black"),
    own,
  )
  const found = extent(canvas.bitmap())
  return found && { left: found.left - x, top: found.top - y, right: found.right - x, bottom: found.bottom - y }
}

/** The rectangle of the ink of a bitmap of one bit. Paper is passed over by the byte. */
function extent({ width, height, stride, data }: Bitmap): Rect | undefined {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++) {
    const row = y * stride
    let first = 0
    while (first < stride && data[row + first] === 0xff) first++
    if (first === stride) continue
    let last = stride - 1
    while (data[row + last] === 0xff) last--
    top = Math.min(top, y)
    bottom = y + 1
    left = Math.min(left, first * 8 + Math.clz32(~data[row + first]! & 0xff) - 24)
    right = Math.max(right, last * 8 + 8 - trailing(~data[row + last]! & 0xff))
  }
  return bottom === 0 ? undefined : { left, top, right: Math.min(right, width), bottom }
}

/** Zero bits at the end of a byte that is not zero. */
function trailing(byte: number): number {
  return 31 - Math.clz32(byte & -byte)
}
