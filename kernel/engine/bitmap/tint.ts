import { bayerRank } from "platen/sdk/drawing"
import type { Tint } from "platen/sdk/mode"
import type { Canvas } from "./canvas.js"

/** Fills a rectangle of a canvas with a tint. */
export function paintTint(
  canvas: Canvas,
  left: number,
  top: number,
  right: number,
  bottom: number,
  { tone, pattern = "dots", ink = "black" }: Tint,
): void {
  const own = canvas.ink(ink)
  const grey = pattern === "hatch" ? undefined : canvas.grey(own, tone)
  const box = { left, top, right, bottom }
  if (grey !== undefined) canvas.pattern(box, rowsOf(1, pattern), grey, true)
  else canvas.pattern(box, rowsOf(tone, pattern), own)
}

const SIDE = 8
const known = new Map<string, Uint8Array>()

/** The eight rows of a pattern. */
function rowsOf(tone: number, pattern: NonNullable<Tint["pattern"]>): Uint8Array {
  const steps = pattern === "dots" ? DOTS_SIDE ** 2 : pattern === "bayer" ? SIDE ** 2 : SIDE
  const count = Math.round(Math.min(1, Math.max(0, tone)) * steps)
  const key = `${pattern}/${count}`
  let rows = known.get(key)
  if (!rows) known.set(key, (rows = drawn((x, y) => rank(x, y, pattern) < count)))
  return rows
}

function drawn(isInked: (x: number, y: number) => boolean): Uint8Array {
  const rows = new Uint8Array(SIDE)
  for (let y = 0; y < SIDE; y++) for (let x = 0; x < SIDE; x++) if (isInked(x, y)) rows[y]! |= 128 >> x
  return rows
}

/** Order in which the pixels of a pattern of few dots are inked, so that each step is as even as four by four pixels allow. */
const DOTS = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]
const DOTS_SIDE = 4

/** The step from which a pixel is inked. */
function rank(x: number, y: number, pattern: NonNullable<Tint["pattern"]>): number {
  if (pattern === "hatch") return (x + y) % SIDE
  if (pattern === "dots") return DOTS[(y % DOTS_SIDE) * DOTS_SIDE + (x % DOTS_SIDE)]!
  return bayerRank(x, y)
}
