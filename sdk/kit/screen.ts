import type { Panel } from "../drawing/bitmap.js"
import type { Catalog } from "../point.js"

/** The smallest, the largest and the default size of a screen, in pixels. Source: the core document, "Limits". */
export const SCREEN_SIZE = {
  width: { min: 100, max: 1600, default: 400 },
  height: { min: 100, max: 1200, default: 300 },
} as const

/** How far a screen is read from: the factors by which type grows. */
export const DISTANCES = { desk: 1, room: 1.5, hall: 2.2 } as const
/** A distance that a screen is read from. */
export type Distance = keyof typeof DISTANCES

/** A range of screen sizes that one composition suits, and what sizes of type depend on. */
export interface ScreenClass {
  /** By the area. */
  readonly id: "xs" | "s" | "m" | "l" | "xl"
  /** By the aspect: "strip" is at least twice as wide as high, "column" at least twice as high as wide. */
  readonly shape: "strip" | "wide" | "square" | "upright" | "column"
  /** Pixels to one unit of distance: 1 on a screen of 400 x 300. */
  readonly unit: number
  /** Geometric mean of width and height, and the shorter side against 4 to 3, in pixels. */
  readonly side: number
  readonly short: number
  /** The distance that the screen is read from, and its factor. */
  readonly distance: Distance
  readonly grown: number
  /** Pixels of a millimetre, times that factor. */
  readonly perMm: number
}

/** Area classes: `below`, the geometric mean of the sides against that of 400 x 300. */
const CLASSES = [
  { id: "xs", below: 0.75 },
  { id: "s", below: 1.25 },
  { id: "m", below: 2.2 },
  { id: "l", below: 3.2 },
  { id: "xl", below: Infinity },
] as const

/** Shapes, by the least ratio of width to height. */
const SHAPES = [
  { shape: "strip", from: 2 },
  { shape: "wide", from: 1.2 },
  { shape: "square", from: 1 / 1.2 },
  { shape: "upright", from: 0.5 },
  { shape: "column", from: 0 },
] as const

/** The pixels of a screen and the distance that it is read from: type has a size in millimetres. */
export interface Reading {
  /** Millimetres of a pixel. Default, for a screen of which only the size is known: 0.2. */
  readonly mmPerPixel?: number | undefined
  /** Default "desk". */
  readonly distance?: Distance | undefined
}

/** The class of a screen. `width`, `height`: pixels. */
export function screenClass(width: number, height: number, reading: Reading = {}): ScreenClass {
  const { mmPerPixel = 0.2, distance = "desk" } = reading
  const side = Math.sqrt(width * height)
  const scale = side / Math.sqrt(400 * 300)
  return {
    id: CLASSES.find(({ below }) => scale < below)!.id,
    shape: SHAPES.find(({ from }) => width / height >= from)!.shape,
    unit: Math.max(0.5, Math.round(scale * 8) / 8),
    side,
    short: Math.min(height, width * 0.75),
    distance,
    grown: DISTANCES[distance],
    perMm: DISTANCES[distance] / mmPerPixel,
  }
}

/** Millimetres of a pixel of the panels of a size, hung either way; undefined where there is none, or where they differ. */
export function mmPerPixelOf(panels: Pick<Catalog<Panel>, "list">, w: number, h: number): number | undefined {
  const same = panels.list().filter(({ width, height }) => width + height === w + h && width * height === w * h)
  return same.every(({ mmPerPixel }) => mmPerPixel === same[0]!.mmPerPixel) ? same[0]?.mmPerPixel : undefined
}

/** A distance of `units` in whole pixels of a screen class, at least 1 unless `units` is 0. */
export function pixels(units: number, screen: ScreenClass): number {
  return units === 0 ? 0 : Math.max(1, Math.round(units * screen.unit))
}

/** Thickness in pixels of a line of `weight` pixels on a screen of 400 x 300: on large screens thicker, so that a hairline stays a line. */
export function lineWeight(weight: number, { unit }: Pick<ScreenClass, "unit">): number {
  return Math.max(1, Math.round(weight * (unit < 2.5 ? 1 : 1.6)))
}

/** Margin of a page at both sides in pixels. */
export function pageMargin(screen: ScreenClass): number {
  return screen.id === "xs" ? 8 : pixels(screen.id === "s" ? 16 : 18, screen)
}

/** Sizes at which letters and digits are crisp, in pixels. */
const CRISP = [
  10, 11, 12, 14, 17, 18, 20, 24, 28, 34, 40, 48, 56, 64, 72, 80, 96, 112, 128, 144, 160, 192, 224, 256, 320,
]

/** The largest crisp size that is at most `px`; the smallest, 10, for less. */
export function crispPx(px: number): number {
  return CRISP.findLast((size) => size <= px) ?? CRISP[0]!
}
