/** The smallest, the largest and the default size of a screen, in pixels. Source: the core document, "Limits". */
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

/** The class of a screen. `width`, `height`: pixels. The side that is shorter against 400 x 300 decides, so that a wide strip counts as small. */
export function screenClass(width: number, height: number): ScreenClass {
  const scale = Math.min(width / 400, height / 300)
  const { id, unit } = CLASSES.find(({ below }) => scale < below) ?? CLASSES[4]!
  return { id, unit }
}

/** A distance of `units` in whole pixels of a screen class, at least 1 unless `units` is 0. */
export function pixels(units: number, screen: ScreenClass): number {
  return units === 0 ? 0 : Math.max(1, Math.round(units * screen.unit))
}
