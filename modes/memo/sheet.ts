import { inLanguage } from "platen/sdk"
import { column, icon, pixels, row, rule, stack, text } from "platen/sdk/mode"
import type { Box, SceneNode, ViewContext } from "platen/sdk/mode"
import { isRightToLeft, linesOf, measured } from "platen/sdk/kit"
import type { Block } from "./blocks.js"
import {
  countIn,
  gapBefore,
  hasIdeographs,
  heightOf,
  keepsWords,
  marksHeight,
  piecesOf,
  scalesOf,
  unbroken,
} from "./scale.js"
import type { Piece, Room, Scale } from "./scale.js"

type Context = Pick<ViewContext, "screen" | "language">

const FROM_RIGHT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
/** True for a right-to-left text, by its first letter. */
const fromRight = (words: string): boolean => FROM_RIGHT.test(words)

/** True if a text reads against the rows of its page. */
const isTurned = (words: string, { language }: Context): boolean => fromRight(words) !== isRightToLeft(language)

const DONE = {
  en: "done",
  de: "erledigt",
  es: "hecho",
  fr: "fait",
  it: "fatto",
  ja: "完了",
  nl: "gedaan",
  zh: "已完成",
  "zh-Hant": "已完成",
}

/** The number of items that a list has no room for. */
const MORE = {
  en: "{n} more",
  de: "noch {n}",
  es: "{n} más",
  fr: "{n} de plus",
  it: "{n} in più",
  ja: "ほか{n}件",
  nl: "nog {n}",
  zh: "还有{n}项",
  "zh-Hant": "還有{n}項",
}

/** Possible numbers of columns of a list. */
const COLUMNS = [2, 3] as const

/**
 * Left-aligned paragraphs and lists at the largest size at which everything fits. A list uses columns if that allows a larger size.
 * A text that does not fit at the smallest size is cut and ends in an ellipsis.
 * `most`: the largest size in pixels.
 */
export function sheet(blocks: readonly Block[], room: Room, context: Context, most = Infinity): SceneNode {
  const pieces = piecesOf(blocks)
  const all = scalesOf(blocks, context.screen)
  const scales = [...all.filter(({ px }) => px <= most), all.at(-1)!]
  for (const scale of [...scales.filter((each) => keepsWords(pieces, each, room.width)), ...scales]) {
    if (heightOf(pieces, scale, room.width) <= room.height)
      return column({ grow: 1 }, ...nodesOf(pieces, scale, { width: room.width, cut: false }, context))
    const list = COLUMNS.map((count) => listOf(pieces, scale, room, { count, spare: 0 }, context)).find(
      (each) => each && each.height <= room.height,
    )
    if (list) return columns(list, scale, { width: room.width, cut: false }, context)
  }
  return cutSheet(pieces, scales.at(-1)!, room, context)
}

/** Size in pixels at which blocks fit a room in one column, without a word broken, and the number of their lines; undefined if none does. */
export function fitOf(
  blocks: readonly Block[],
  room: Room,
  { screen }: Context,
): { readonly px: number; readonly lines: number } | undefined {
  const pieces = piecesOf(blocks)
  const scale = scalesOf(blocks, screen).find(
    (each) => keepsWords(pieces, each, room.width) && heightOf(pieces, each, room.width) <= room.height,
  )
  if (!scale) return undefined
  const { px, indent } = scale
  return { px, lines: pieces.reduce((sum, { form }) => sum + linesOf(form, px, room.width - indent), 0) }
}

/** Where pieces stand, one below the other. */
interface Column {
  /** Pixels. */
  readonly width: number
  /** True: the last piece takes the remaining height, and is cut there. */
  readonly cut: boolean
}

/** A list in columns, filled from first to last. */
interface List {
  readonly heading: readonly Piece[]
  readonly columns: readonly (readonly Piece[])[]
  /** Height in pixels. */
  readonly height: number
}

/** The pieces as a list in columns; undefined when they are not a list, are too few, or a line would break that has `spare` pixels less. */
function listOf(
  pieces: readonly Piece[],
  scale: Scale,
  room: Room,
  { count, spare }: { readonly count: number; readonly spare: number },
  { screen }: Context,
): List | undefined {
  const heading = pieces.filter(({ block: { kind } }) => kind === "heading")
  const items = pieces.slice(heading.length)
  const width = (room.width - (count - 1) * columnGap(screen)) / count
  if (
    items.length < 2 * count ||
    pieces.lastIndexOf(heading.at(-1)!) > 0 ||
    items.some(({ block: { kind } }) => kind === "plain") ||
    !unbroken(items, scale, width - spare)
  )
    return undefined
  const most = Math.ceil(items.length / count)
  const parts = Array.from({ length: count }, (_, i) => items.slice(i * most, (i + 1) * most))
  return {
    heading,
    columns: parts,
    height: heightOf(heading, scale, room.width) + Math.max(...parts.map((part) => heightOf(part, scale, width))),
  }
}

function columnGap(screen: Context["screen"]): number {
  return pixels(16, screen)
}

function columns({ heading, columns: parts }: List, scale: Scale, { width, cut }: Column, context: Context): SceneNode {
  const gap = columnGap(context.screen)
  const own = (width - (parts.length - 1) * gap) / parts.length
  const boxes = parts.map((part, i) =>
    column({ grow: 1, basis: 0 }, ...nodesOf(part, scale, { width: own, cut: cut && i === parts.length - 1 }, context)),
  )
  return column(
    { grow: 1 },
    ...nodesOf(heading, scale, { width, cut: false }, context),
    row(
      { gap, ...(cut ? { grow: 1 } : { shrink: 0 }) },
      ...(isTurned(parts[0]![0]!.block.text, context) ? boxes.toReversed() : boxes),
    ),
  )
}

/** Width of an ellipsis with the space before it, as a multiple of the size. */
const ELLIPSIS = 1.4

/** The blocks that fit. Where others are left out, the last one ends in an ellipsis. */
function cutSheet(pieces: readonly Piece[], scale: Scale, room: Room, context: Context): SceneNode {
  const at = { width: room.width, cut: true }
  const list = COLUMNS.toReversed()
    .map((count) => listOf(pieces, scale, room, { count, spare: ELLIPSIS * scale.px }, context))
    .find((each) => each !== undefined)
  if (!list) {
    const fitting = countIn(pieces, scale, room)
    // A title without a line of its note says nothing.
    const count = fitting > 1 && pieces[fitting - 1]!.block.kind === "heading" ? fitting - 1 : fitting
    const shown = ended(pieces, count, context)
    const below = marksHeight(shown.at(-1)!.form, scale)
    return column({ grow: 1, padding: [0, 0, below, 0] }, ...nodesOf(shown, scale, at, context))
  }
  const height = room.height - heightOf(list.heading, scale, room.width)
  const items = list.columns.flat()
  const most = countIn(items, scale, { ...room, height })
  const shown = ended(items, most * list.columns.length, context)
  return columns(
    { ...list, columns: list.columns.map((_, i) => shown.slice(i * most, (i + 1) * most)) },
    scale,
    at,
    context,
  )
}

const isItem = ({ block: { kind } }: Piece): boolean => kind === "bullet" || kind === "open" || kind === "done"

/** The first pieces. Where others are left out, the last one ends in an ellipsis; of items, it says how many more there are. */
function ended(pieces: readonly Piece[], count: number, { language }: Context): readonly Piece[] {
  const [before, last] = [pieces.slice(0, count - 1), pieces[count - 1]]
  if (count >= pieces.length || !last) return pieces
  if (before.length > 0 && pieces.slice(count - 1).every(isItem)) {
    const left = String(pieces.length - before.length)
    return [
      ...before,
      ...piecesOf([{ ...last.block, kind: "more", text: inLanguage(MORE, language).replace("{n}", left) }]),
    ]
  }
  const { text: said } = last.block
  const space = /\p{Script=Han}[^\p{L}]*$/u.test(said) ? "" : "\u00a0"
  return [...before, { ...last, block: { ...last.block, text: `${said}${space}…` } }]
}

function nodesOf(pieces: readonly Piece[], scale: Scale, { width, cut }: Column, context: Context): SceneNode[] {
  return pieces.flatMap((piece, i) => {
    const node = nodeOf(piece, scale, { width, cut: cut && i === pieces.length - 1 }, context)
    const gap = i === 0 ? 0 : gapBefore(piece.block, scale)
    return gap === 0 ? [node] : [column({ height: gap, shrink: 0 }), node]
  })
}

function nodeOf({ block, form }: Piece, scale: Scale, { width, cut }: Column, context: Context): SceneNode {
  const { px, leading } = scale
  const place = cut ? { grow: 1 } : { shrink: 0 }
  if (block.kind === "heading") return heading(block.text, scale, place)
  const said = text(block.text, { px, leading, family: "serif", ...(block.kind === "more" && { slant: "italic" }) })
  if (block.kind === "plain") return { ...said, ...place }
  const room = width - scale.indent
  // A text that ends in an ellipsis is one text.
  const isStruck = block.kind === "done" && (!cut || linesOf(form, px, room) === 1)
  const turned = isTurned(block.text, context)
  const beside = isStruck ? struck(linesWithin(block.text, px, room), scale, turned) : { ...said, grow: 1 }
  const mark = column(
    { width: scale.indent, height: scale.line, justify: "center", align: turned ? "end" : "start", shrink: 0 },
    ...(block.kind === "more" ? [] : [markOf(block.kind, scale, context)]),
  )
  const item = turned ? row({ justify: "end" }, beside, mark) : row({}, mark, beside)
  return column({ ...place }, item, rule({ style: "dotted", at: { left: 0, right: 0, bottom: 0 } }))
}

const SEGMENTS = new Intl.Segmenter("zh", { granularity: "word" })

/** The lines of a text in a width, about: as many words in each as it holds. */
function linesWithin(said: string, px: number, width: number): readonly string[] {
  if (linesOf(measured(said), px, width) === 1) return [said]
  const parts = hasIdeographs(said) ? [...SEGMENTS.segment(said)].map(({ segment }) => segment) : said.split(/(?<=\s)/)
  const lines: string[] = []
  for (const part of parts) {
    const longer = `${lines.at(-1) ?? ""}${part}`
    // Closing marks stay with what they close.
    const isMark = lines.length > 0 && /^\p{P}+$/u.test(part)
    if (lines.length > 0 && (isMark || measured(longer.trimEnd()).longest * px <= width))
      lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "")
}

/** Lines with a line through each. */
function struck(lines: readonly string[], { px, line, leading }: Scale, turned: boolean): SceneNode {
  const through = (): SceneNode => rule({ at: { left: 0, right: 0, top: Math.round(line / 2 + px * 0.06) } })
  return column(
    { grow: 1, align: turned ? "end" : "start" },
    ...lines.map((each) => column({ shrink: 0 }, text(each, { px, leading, family: "serif" }), through())),
  )
}

function heading(
  words: string,
  { headingPx, headingSpace, line }: Scale,
  place: Pick<Box, "grow" | "shrink">,
): SceneNode {
  return column(
    { gap: headingSpace, padding: [0, 0, headingSpace, 0], ...place },
    text(words, {
      px: headingPx,
      family: "serif",
      weight: "bold",
      leading: 1.3,
      lines: 2,
      fit: "shrink",
      minPx: 10,
      ...place,
    }),
    rule({ ink: "red", thickness: line > 40 ? 3 : 2 }),
  )
}

function markOf(kind: Block["kind"], { px, line, box }: Scale, { language }: Context): SceneNode {
  if (kind === "bullet")
    return text("•", {
      px,
      family: "sans",
      lines: 1,
      leading: line / px,
      ...(box > 0 && { width: box, align: "center" as const }),
    })
  const side = { width: box, height: box, shrink: 0 } as const
  const frame = row({ ...side, border: px < 28 ? 1 : 2, radius: 2 })
  if (kind === "open") return frame
  return stack(
    side,
    frame,
    row(
      { align: "center", justify: "center" },
      icon("check", box - 4 < 16 ? 12 : box - 4, { label: inLanguage(DONE, language) }),
    ),
  )
}
