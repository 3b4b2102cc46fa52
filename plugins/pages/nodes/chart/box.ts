import type { Ink, Painter } from "platen/sdk/drawing"
import type { Tint } from "platen/sdk/mode"
import type { Area } from "../inked.js"

/** A tint in the ink of the box, unless it has an ink of its own. */
export function inkedFill(fill: Ink | Tint, { boxInk }: Painter): Ink | Tint {
  return typeof fill === "string" || fill.ink ? fill : { ...fill, ink: boxInk }
}

/** Fills a rectangle: an ink alone, or a tint with a hairline round it where it is wide enough. */
export function drawBox(painter: Painter, { left, top, right, bottom }: Area, fill: Ink | Tint, edge: Ink): void {
  if (typeof fill === "string") return painter.fill(left, top, right, bottom, fill)
  if (fill.tone >= 1) return painter.fill(left, top, right, bottom, fill.ink ?? edge)
  painter.fill(left, top, right, bottom, inkedFill(fill, painter))
  painter.fill(left, top, right, top + 1, edge)
  painter.fill(left, bottom - 1, right, bottom, edge)
  if (right - left < 3) return
  painter.fill(left, top, left + 1, bottom, edge)
  painter.fill(right - 1, top, right, bottom, edge)
}
