import type { Bitmap } from "platen/sdk/drawing"
import { BLACK_AND_WHITE, Canvas } from "../engine/bitmap/canvas.js"
import type { Rect } from "../engine/bitmap/canvas.js"
import type { SceneEnv } from "../engine/scene/env.js"
import type { Placement } from "../engine/scene/layout.js"
import { draw } from "../engine/scene/paint.js"

/** Pixels round what a page shows in which ink is looked for, at least, and as a share of the size of its text. */
const AROUND = { least: 12, share: 0.6 }
/** Pixels by which ink may reach out: yoga rounds boxes, and the foot of an italic letter hangs out of its line. */
const LENIENCE = 2

/** Pixels of ink that a page does not show, by the edge at which they are cut off: at most those that are looked for. */
export type Lost = Readonly<Record<keyof Rect, number>>

/**
 * How far the ink of a text, an icon or a node of a plugin reaches out of what the page shows of it, in pixels; undefined where all of it is seen.
 * It is painted on its own, in the part of the page that shows it and a little round it: a box of any size costs no more than the page.
 */
export function lostInk({ clip, ...placement }: Placement, env: SceneEnv): Lost | undefined {
  const { node, left, top, px = 0, block } = placement
  // These fill their boxes, and boxes are cut on purpose.
  const isBox = ["image", "rule", "progress"].includes(node.type) || "children" in node || "bleed" in node
  const [width, height] = [clip.right - clip.left, clip.bottom - clip.top]
  if (isBox || (node.type === "text" && !block) || width <= 0 || height <= 0) return undefined
  const around = Math.max(AROUND.least, Math.round(px * AROUND.share))
  const canvas = new Canvas(width + 2 * around, height + 2 * around, BLACK_AND_WHITE)
  const [x, y] = [around - clip.left, around - clip.top]
  const { layouts: _layouts, ...own } = env
  draw(
    canvas,
    { ...placement, clip: canvas.clip, left: left + x, top: top + y, ink: "black" },
    canvas.ink("black"),
    own,
  )
  const ink = extent(canvas.bitmap())
  if (!ink) return undefined
  const lost = {
    left: around - ink.left,
    top: around - ink.top,
    right: ink.right - around - width,
    bottom: ink.bottom - around - height,
  }
  return Object.values(lost).some((pixels) => pixels > LENIENCE) ? lost : undefined
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
