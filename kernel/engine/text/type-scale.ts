import type { Family, Role, ScreenClass } from "platen/sdk/mode"

/** Font sizes in pixels at which the faces are crisp, by script. */
const SCALES = {
  alphabet: [
    10, 11, 12, 14, 17, 18, 20, 24, 28, 34, 40, 44, 48, 56, 64, 72, 80, 88, 96, 112, 128, 144, 160, 176, 192, 224, 256,
    320, 400,
  ],
  ideograph: [
    12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 56, 64, 72, 80, 88, 96, 112, 128, 144, 160, 176, 192, 224, 256, 320, 400,
  ],
} as const

export type Script = keyof typeof SCALES

type Sizes = Readonly<Record<Role, number>>

const ROLES: Readonly<Record<ScreenClass["id"], Readonly<Record<Script, Sizes>>>> = {
  xs: {
    alphabet: { caption: 11, body: 12, lead: 17, title: 20, display: 44 },
    ideograph: { caption: 12, body: 12, lead: 16, title: 24, display: 48 },
  },
  s: {
    alphabet: { caption: 12, body: 14, lead: 18, title: 28, display: 80 },
    ideograph: { caption: 12, body: 16, lead: 20, title: 32, display: 112 },
  },
  m: {
    alphabet: { caption: 14, body: 17, lead: 28, title: 44, display: 128 },
    ideograph: { caption: 16, body: 20, lead: 32, title: 48, display: 176 },
  },
  l: {
    alphabet: { caption: 18, body: 20, lead: 34, title: 56, display: 176 },
    ideograph: { caption: 16, body: 24, lead: 36, title: 56, display: 192 },
  },
  xl: {
    alphabet: { caption: 24, body: 28, lead: 44, title: 64, display: 224 },
    ideograph: { caption: 24, body: 28, lead: 44, title: 64, display: 256 },
  },
}

const IDEOGRAPH = /[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud87f]/

/** Script whose type scale a text uses: one ideograph makes it Chinese. */
export function scriptOf(text: string): Script {
  return IDEOGRAPH.test(text) ? "ideograph" : "alphabet"
}

export function rolePx(role: Role, script: Script, screen: ScreenClass["id"]): number {
  return ROLES[screen][script][role]
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
