import type { Family, Role, ScreenClass } from "platen/sdk/mode"

/** Sizes from which every face is even. */
const LARGE = [
  ...Array.from({ length: 13 }, (_, i) => 104 + 8 * i),
  ...Array.from({ length: 12 }, (_, i) => 216 + 16 * i),
  ...Array.from({ length: 10 }, (_, i) => 432 + 32 * i),
]

/** Font sizes in pixels at which the faces are crisp, by script. */
const SCALES = {
  alphabet: [10, 11, 12, 14, 17, 18, 20, 24, 28, 34, 40, 44, 48, 56, 64, 72, 80, 88, 96, ...LARGE],
  ideograph: [12, 16, 18, 22, 24, 30, 36, 40, 48, 56, 64, 72, 80, 88, 96, ...LARGE],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type Script = keyof typeof SCALES

const SERIF_X = 0.47
const SLACK = 1.04
/**
 * Reading sizes. `mm`: height of the letter x in millimetres; `xHeight`: its share of the size in the faces of the role.
 * `slack`: a size that is so much above the reading size is taken rather than the next below. `most`: the size at most, as a share of the
 * side of the screen; `least`: pixels. `near`: how far it keeps its size where the screen is read from a distance, as a power: from across a hall
 * the one large thing is read, and small print from near.
 */
const READING = {
  caption: { mm: 1.6, xHeight: 0.52, slack: 1.06, near: 0.5, most: 0.06, least: 10 },
  body: { mm: 2, xHeight: 0.52, slack: 1.06, near: 0.3, most: 0.075, least: 11 },
  lead: { mm: 2.8, xHeight: SERIF_X, slack: SLACK, near: 0.1, most: 0.11, least: 12 },
  title: { mm: 4.2, xHeight: SERIF_X, slack: SLACK, near: 0, most: 0.16, least: 14 },
} as const
/** Size of the role "display" as a share of the shorter side. */
const DISPLAY = { alphabet: 0.27, ideograph: 0.36 } as const

const IDEOGRAPH = /[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud87f]/

/** Script whose type scale a text uses: one ideograph makes it Chinese. */
export function scriptOf(text: string): Script {
  return IDEOGRAPH.test(text) ? "ideograph" : "alphabet"
}

/** Size of a role in pixels: physical, and at most a share of the screen. `family`: where it is not that of the role. */
export function rolePx(role: Role, script: Script, screen: ScreenClass, family?: Family): number {
  const { side, short, perMm, grown } = screen
  if (role === "display") return atMost(DISPLAY[script] * short, script)
  const { mm, xHeight, slack, near, most, least } = READING[role]
  const isLow = role === "caption" && family === "serif"
  const px = Math.max(
    least,
    Math.min((mm / (isLow && script === "alphabet" ? SERIF_X : xHeight)) * perMm * grown ** -near, most * side),
  )
  return script === "ideograph" ? nearest(px) : atMost(px * (isLow ? SLACK : slack), script)
}

/** The largest size of a script, at most `px`. */
export function largest(script: Script, px: number): number {
  return atMost(px, script)
}

function atMost(px: number, script: Script): number {
  return SCALES[script].findLast((size) => size <= px) ?? SCALES[script][0]
}

/** The nearest size of ideographs: their sizes are far apart. */
function nearest(px: number): number {
  return SCALES.ideograph.reduce((best: number, size) => (Math.abs(size - px) < Math.abs(best - px) ? size : best), 12)
}

/** The next size down, or undefined at `least`. */
export function smaller(px: number, script: Script, least: number): number | undefined {
  return SCALES[script].findLast((size) => size < px && size >= least)
}

export function familyOf(role: Role): Family {
  return role === "caption" || role === "body" ? "sans" : "serif"
}

/** Line height in whole pixels. Ideographs fill their square and need more leading; large sizes need less. */
export function lineHeight(px: number, script: Script, leading: number | undefined): number {
  const factor = leading ?? (script === "ideograph" ? (px >= 40 ? 1.3 : 1.5) : px >= 40 ? 1.15 : px >= 20 ? 1.25 : 1.35)
  return Math.max(1, Math.round(px * factor))
}
