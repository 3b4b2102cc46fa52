/** Pixels that a screen may have, and has when nobody says. Source: the core document, "Limits". */
export const SCREEN_SIZE = {
  width: { min: 100, max: 1600, default: 400 },
  height: { min: 100, max: 1200, default: 300 },
} as const

/** A range of screen sizes that one set of type sizes and distances suits. */
export interface ScreenClass {
  readonly id: "xs" | "s" | "m" | "l" | "xl"
  /** Pixels to one unit of distance: 1 on a screen of 400 x 300. */
  readonly unit: number
}

const CLASSES: readonly (ScreenClass & { readonly below: number })[] = [
  { id: "xs", unit: 0.75, below: 0.8 },
  { id: "s", unit: 1, below: 1.4 },
  { id: "m", unit: 1.5, below: 2.2 },
  { id: "l", unit: 2, below: 3.2 },
  { id: "xl", unit: 3, below: Infinity },
]

/** `width`, `height` in pixels. By the side that is shorter against 400 x 300, so that a wide strip counts as small. */
export function screenClass(width: number, height: number): ScreenClass {
  const scale = Math.min(width / 400, height / 300)
  const { id, unit } = CLASSES.find(({ below }) => scale < below) ?? CLASSES[4]!
  return { id, unit }
}

/** `units` of distance in whole pixels of that class, at least 1 unless it is 0. */
export function pixels(units: number, screen: ScreenClass): number {
  return units === 0 ? 0 : Math.max(1, Math.round(units * screen.unit))
}
