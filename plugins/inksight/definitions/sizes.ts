import { numberOf, own } from "./given.js"
import type { Fields } from "./given.js"

/** The kinds of screens of a converted mode, beside `base`, which has 400 x 300 pixels. */
export const SCREENS = {
  narrow: { classes: ["xs"], shapes: ["column", "square"] },
  small: { classes: ["xs"] },
  medium: { classes: ["m"] },
  large: { classes: ["l"] },
  huge: { classes: ["xl"] },
} as const
type Screen = "base" | keyof typeof SCREENS

/** Pixels of each kind of screen to one of a screen of 400 x 300. */
const FACTORS: Readonly<Record<Screen, number>> = {
  base: 1,
  narrow: 0.74,
  small: 0.74,
  medium: 1.6,
  large: 2.8,
  huge: 4.2,
}
/** Pixels to a unit on the screens that layout_overrides are written for. */
const UNITS = { base: 1, small: 0.55, medium: 1.65 } as const
/** Sizes of type that a page may have. Smaller type cannot be read. */
const [LEAST, MOST] = [10, 400]

/** The screen for which a block is written. */
export type Origin = keyof typeof UNITS

/** A block as it is written for 400 x 300, and for the other sizes where the same block has fields of its own. */
export interface Versions {
  readonly base: Fields
  readonly small?: Fields
  readonly medium?: Fields
}

/** A value of a spec, or values by screen. */
export type ByScreen = unknown

/** Pixels of type by screen. The numbers of an override are pixels of its own screen. */
export function typeSize(v: Versions, origin: Origin, initial: number, key = "font_size"): Record<string, number> {
  const read = (block: Fields | undefined): number | undefined => numberOf(block, key, [4, 200])
  const own = read(v.base) ?? initial
  if (origin === "small") return { base: clamped(own) }
  const medium = origin === "medium" ? own : Math.max(own * 1.3, read(v.medium) ?? own * FACTORS.medium)
  const grown = {
    medium: clamped(medium),
    large: clamped((medium * FACTORS.large) / FACTORS.medium),
    huge: clamped((medium * FACTORS.huge) / FACTORS.medium),
  }
  if (origin === "medium") return { base: clamped(own), large: grown.large, huge: grown.huge }
  return { base: clamped(own), small: clamped(read(v.small) ?? own * FACTORS.small), ...grown }
}

const clamped = (px: number): number => Math.round(Math.min(MOST, Math.max(LEAST, px)))

/** A length in units, or lengths by screen where an override has another. */
export function units(
  v: Versions,
  origin: Origin,
  key: string,
  initial: number,
  change = (length: number): number => length,
): ByScreen {
  return byScreen(v, (block, screen) => {
    const length = numberOf(block, key, [0, 1000])
    if (length === undefined && screen !== "base") return undefined
    return Math.max(0, Math.round(change((length ?? initial) / UNITS[screen === "base" ? origin : screen])))
  })
}

/** One value of all versions of a block, or values by screen. Undefined for a version that has none of its own. */
export function byScreen(v: Versions, read: (block: Fields, screen: Origin) => unknown): ByScreen {
  const base = read(v.base, "base")
  const small = v.small && read(v.small, "small")
  const medium = v.medium && read(v.medium, "medium")
  const values = {
    ...(differs(small, base) && { small }),
    ...(differs(medium, base) && { "medium, large, huge": medium }),
  }
  if (Object.keys(values).length === 0) return base
  return { base: base ?? null, ...values }
}

const differs = (value: unknown, base: unknown): boolean =>
  value !== undefined && JSON.stringify(value) !== JSON.stringify(base)

/** A field of a block that is the same on all screens. */
export const shared = (v: Versions, key: string): unknown => own(v.base, key)

/** Numbers of lines: a narrow screen has as many as fit. */
export const linesOf = (lines: ByScreen): ByScreen =>
  typeof lines === "object" ? { ...lines, narrow: null } : { base: lines, narrow: null }

/** One line, and on a narrow screen as many as fit. */
export const ONE_LINE = linesOf(1)

/** A view in which what holds on small screens holds on narrow ones too, unless these have a value of their own. */
export function withNarrow(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNarrow)
  if (typeof value !== "object" || value === null) return value
  const isBoth = Object.hasOwn(value, "base") && Object.hasOwn(value, "small") && !Object.hasOwn(value, "narrow")
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [isBoth && key === "small" ? "small, narrow" : key, withNarrow(each)]),
  )
}
