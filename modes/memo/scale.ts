import type { ScreenClass } from "platen/sdk/mode"
import { linesOf, measured } from "platen/sdk/kit"
import type { Measured } from "platen/sdk/kit"
import type { Block } from "./blocks.js"

/** Sizes of running text in pixels by screen class, largest first: for text without and with ideographs. */
const SIZES = {
  xs: { letters: [20, 18, 17, 14, 12, 11, 10], ideographs: [22, 18, 16, 12] },
  s: { letters: [48, 40, 34, 28, 24, 20, 18, 17, 14, 12], ideographs: [48, 40, 36, 30, 24, 22, 18, 16, 12] },
  m: {
    letters: [88, 72, 64, 56, 48, 40, 34, 28, 24, 20, 18, 17, 14, 12],
    ideographs: [80, 64, 56, 48, 40, 36, 30, 24, 22, 18, 16, 12],
  },
  l: {
    letters: [128, 112, 96, 80, 72, 64, 56, 48, 40, 34, 28, 24, 20, 18, 17, 14],
    ideographs: [112, 96, 80, 72, 64, 56, 48, 40, 36, 30, 24, 22, 18, 16],
  },
  xl: {
    letters: [192, 160, 144, 128, 112, 96, 80, 72, 64, 56, 48, 40, 34, 28, 24, 20, 18],
    ideographs: [176, 144, 128, 112, 96, 80, 72, 64, 56, 48, 40, 36, 30, 24, 22, 18, 16],
  },
} as const

const IDEOGRAPH = /[\u2e80-\u2fdf\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]|[\ud840-\ud87f]/

/** The lengths of running text at one size, in pixels. */
export interface Scale {
  readonly px: number
  /** Line height. */
  readonly line: number
  readonly leading: number
  readonly headingPx: number
  readonly headingLine: number
  /** Space above and below the rule under a heading. */
  readonly headingSpace: number
  /** Side of a tick box; 0 without one. */
  readonly box: number
  /** Width of an item's mark with the gap after it. */
  readonly indent: number
}

export interface Room {
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** A block with its measured text. */
export interface Piece {
  readonly block: Block
  readonly form: Measured
}

export function piecesOf(blocks: readonly Block[]): readonly Piece[] {
  return blocks.map((block) => ({ block, form: measured(block.text) }))
}

export function hasIdeographs(text: string): boolean {
  return IDEOGRAPH.test(text)
}

/** The scales for some blocks, largest first. */
export function scalesOf(blocks: readonly Block[], screen: ScreenClass): readonly Scale[] {
  const ideographs = blocks.some(({ text }) => hasIdeographs(text))
  const boxes = blocks.some(({ kind }) => kind === "open" || kind === "done")
  const airy = ideographs && blocks.some(({ kind }) => kind === "plain")
  return SIZES[screen.id][ideographs ? "ideographs" : "letters"].map((px) => {
    const leading = airy && px > 12 ? 1.5 : 1.35
    const line = Math.round(px * leading)
    const headingPx = Math.max(16, Math.round(px * 1.15))
    const box = !boxes ? 0 : px < 16 ? 12 : px < 20 ? 16 : Math.round(px * 0.9)
    return {
      px,
      leading,
      line,
      headingPx,
      headingLine: Math.round(headingPx * 1.3),
      headingSpace: Math.round(line * 0.4),
      box,
      indent: boxes ? box + Math.round(px * 0.5) : px,
    }
  })
}

/** Gap in pixels before a block. */
export function gapBefore({ kind, blank }: Block, { line }: Scale): number {
  return Math.round(line * (blank === 0 ? (kind === "plain" ? 0 : 0.2) : blank * 0.6))
}

/** The gap before a piece that is not the first, with what the rules under a heading and under the first one are thicker than a pixel. */
function spaceBefore({ block }: Piece, scale: Scale): number {
  return gapBefore(block, scale) + (block.kind === "heading" ? 4 : 0)
}

export function heightOf(pieces: readonly Piece[], scale: Scale, width: number): number {
  return pieces.reduce(
    (sum, piece, i) => sum + (i === 0 ? 0 : spaceBefore(piece, scale)) + ownHeight(piece, scale, width),
    0,
  )
}

function ownHeight({ block: { kind }, form }: Piece, scale: Scale, width: number): number {
  const marks = marksHeight(form, scale)
  if (kind === "heading")
    return (
      Math.min(2, linesOf(form, scale.headingPx * 1.1, width)) * scale.headingLine + 2 * scale.headingSpace + 1 + marks
    )
  return linesOf(form, scale.px, kind === "plain" ? width : width - scale.indent) * scale.line + marks
}

/** Height in pixels of marks that reach out of the lines of a text. */
export function marksHeight({ tall }: Measured, { px }: Scale): number {
  return tall ? Math.ceil(px * 0.4) : 0
}

/** True when no word is broken inside. */
export function keepsWords(pieces: readonly Piece[], { px, indent }: Scale, width: number): boolean {
  return pieces.every(({ block: { kind }, form }) => form.widest * px <= (kind === "plain" ? width : width - indent))
}

/** True when no item needs a second line. */
export function unbroken(pieces: readonly Piece[], { px, indent }: Scale, width: number): boolean {
  return pieces.every(({ form }) => linesOf(form, px, width - indent) === 1)
}

/** Number of pieces that fit, the last one perhaps in part; at least 1. */
export function countIn(pieces: readonly Piece[], scale: Scale, { width, height }: Room): number {
  let used = 0
  for (const [i, piece] of pieces.entries()) {
    const gap = i === 0 ? 0 : spaceBefore(piece, scale)
    if (i > 0 && used + gap + scale.line > height) return i
    used += gap + ownHeight(piece, scale, width)
  }
  return pieces.length
}
