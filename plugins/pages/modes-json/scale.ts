import { lineWeight, pageMargin, pixels } from "platen/sdk/mode"
import type { Padding, ScreenClass } from "platen/sdk/mode"

/** The sizes in pixels at which the icons are drawn best. */
const ICON_SIZES = [12, 16, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 112, 128, 160, 192, 256, 320, 400]

export function iconPx(wanted: number): number {
  return ICON_SIZES.reduce((best, size) => (Math.abs(size - wanted) < Math.abs(best - wanted) ? size : best))
}

/** The lengths of every node, and those of the nodes that modes of data have themselves. */
export const PLACEMENT = ["basis", "width", "height", "minWidth", "maxWidth", "minHeight", "maxHeight"] as const
const LENGTHS = [...PLACEMENT, "gap", "rowGap", "columnGap", "gutter", "radius"] as const
const SIDES = ["left", "top", "right", "bottom"] as const

/** A node of the format's own with its lengths converted from units to pixels. */
export function scaled(node: object, screen: ScreenClass): Record<string, unknown> {
  const result = withPixels(node, screen, LENGTHS)
  if (result.thickness !== undefined) result.thickness = lineWeight(result.thickness as number, screen)
  if (result.padding !== undefined) result.padding = paddingPixels(result.padding as UnitPadding, screen)
  return result
}

/** A node with these lengths, and its distances from the edges, converted from units to pixels. */
export function withPixels(node: object, screen: ScreenClass, lengths: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = { ...node }
  for (const key of lengths) if (typeof result[key] === "number") result[key] = pixels(result[key], screen)
  if (result.at !== undefined) {
    const at = result.at as Readonly<Record<string, unknown>>
    result.at = Object.fromEntries(
      SIDES.filter((side) => at[side] !== undefined).map((side) => [
        side,
        typeof at[side] === "number" ? pixels(at[side], screen) : at[side],
      ]),
    )
  }
  return result
}

/** A padding of a spec: each side in units, or "page", the margin of the page. */
type UnitPadding = number | readonly (number | "page")[]

function paddingPixels(padding: UnitPadding, screen: ScreenClass): Padding {
  return typeof padding === "number"
    ? pixels(padding, screen)
    : (padding.map((side) => (side === "page" ? pageMargin(screen) : pixels(side, screen))) as unknown as Padding)
}
