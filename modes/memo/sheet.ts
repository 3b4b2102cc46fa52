import { inLanguage } from "platen/sdk"
import { column, icon, pixels, row, rule, stack, text } from "platen/sdk/mode"
import type { Box, SceneNode, ViewContext } from "platen/sdk/mode"
import type { Block } from "./blocks.js"
import { measured } from "./measure.js"
import { countIn, gapBefore, heightOf, piecesOf, scalesOf, unbroken } from "./scale.js"
import type { Piece, Room, Scale } from "./scale.js"

type Context = Pick<ViewContext, "screen" | "language">

const FROM_RIGHT = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u
/** True for a right-to-left text, by its first letter. */
const fromRight = (words: string): boolean => FROM_RIGHT.test(words)

const DONE = { en: "done", zh: "已完成" }

/** Possible numbers of columns of a list. */
const COLUMNS = [2, 3] as const

/**
 * Left-aligned paragraphs and lists at the largest size at which everything fits. A list uses columns if that allows a larger size.
 * A text that does not fit at the smallest size is cut and ends in an ellipsis.
 */
export function sheet(blocks: readonly Block[], room: Room, context: Context): SceneNode {
  const pieces = piecesOf(blocks)
  const scales = scalesOf(blocks, context.screen)
  for (const scale of scales) {
    if (heightOf(pieces, scale, room.width) <= room.height) return whole(pieces, scale, context)
    const list = COLUMNS.map((count) => listOf(pieces, scale, room, count, context)).find(
      (each) => each && each.height <= room.height,
    )
    if (list) return columns(list, scale, context, false)
  }
  return cutSheet(pieces, scales.at(-1)!, room, context)
}

/** All pieces, one below the other. */
function whole(pieces: readonly Piece[], scale: Scale, context: Context): SceneNode {
  return column({ grow: 1 }, ...nodesOf(pieces, scale, context, "wide"))
}

/** A list in columns, filled from first to last. */
interface List {
  readonly heading: readonly Piece[]
  readonly columns: readonly (readonly Piece[])[]
  /** Height in pixels. */
  readonly height: number
}

/** The pieces as a list in columns; undefined when they are not a list, are too few, or a line would break. */
function listOf(
  pieces: readonly Piece[],
  scale: Scale,
  room: Room,
  count: number,
  { screen }: Context,
): List | undefined {
  const heading = pieces.filter(({ block: { kind } }) => kind === "heading")
  const items = pieces.slice(heading.length)
  const width = (room.width - (count - 1) * columnGap(screen)) / count
  if (
    items.length < 2 * count ||
    items.some(({ block: { kind } }) => kind === "plain") ||
    !unbroken(items, scale, width)
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

function columns({ heading, columns: parts }: List, scale: Scale, context: Context, cut: boolean): SceneNode {
  const boxes = parts.map((part, i) =>
    column({ grow: 1, basis: 0 }, ...nodesOf(part, scale, context, cut && i === parts.length - 1 ? "cut" : "wide")),
  )
  return column(
    { grow: 1 },
    ...nodesOf(heading, scale, context, "wide"),
    row(
      { gap: columnGap(context.screen), ...(cut ? { grow: 1 } : { shrink: 0 }) },
      ...(fromRight(parts[0]![0]!.block.text) ? boxes.toReversed() : boxes),
    ),
  )
}

/** The blocks that fit; the last one always ends in an ellipsis. */
function cutSheet(pieces: readonly Piece[], scale: Scale, room: Room, context: Context): SceneNode {
  const list = COLUMNS.toReversed()
    .map((count) => listOf(pieces, scale, room, count, context))
    .find((each) => each !== undefined)
  if (!list)
    return column({ grow: 1 }, ...nodesOf(ended(pieces.slice(0, countIn(pieces, scale, room))), scale, context, "cut"))
  const height = room.height - heightOf(list.heading, scale, room.width)
  const items = list.columns.flat()
  const most = countIn(items, scale, { ...room, height })
  const parts = list.columns.map((_, i) => items.slice(i * most, (i + 1) * most))
  return columns(
    { ...list, columns: parts.map((part, i) => (i === parts.length - 1 ? ended(part) : part)) },
    scale,
    context,
    true,
  )
}

function ended(pieces: readonly Piece[]): readonly Piece[] {
  return pieces.map((piece, i) =>
    i < pieces.length - 1
      ? piece
      : {
          ...piece,
          block: {
            ...piece.block,
            text: `${piece.block.text}${/\p{Script=Han}[^\p{L}]*$/u.test(piece.block.text) ? "" : "\u00a0"}…`,
          },
        },
  )
}

/** Height of the blocks. "wide": their own; "cut": the last one takes the remaining height. */
type Filling = "wide" | "cut"

function nodesOf(pieces: readonly Piece[], scale: Scale, context: Context, filling: Filling): SceneNode[] {
  return pieces.flatMap(({ block }, i) => {
    const node = nodeOf(block, scale, context, filling === "cut" && i < pieces.length - 1 ? "wide" : filling)
    const gap = i === 0 ? 0 : gapBefore(block, scale)
    return gap === 0 ? [node] : [column({ height: gap, shrink: 0 }), node]
  })
}

function nodeOf(block: Block, scale: Scale, context: Context, filling: Filling): SceneNode {
  const { px, leading } = scale
  const place = filling === "cut" ? { grow: 1 } : { shrink: 0 }
  if (block.kind === "heading") return heading(block.text, scale, place)
  const words = text(block.text, { px, leading, family: "serif" })
  if (block.kind === "plain") return { ...words, ...place }
  const beside = struck(block, { ...words, grow: 1 }, scale)
  const mirrored = fromRight(block.text)
  const mark = column(
    { width: scale.indent, height: scale.line, justify: "center", align: mirrored ? "end" : "start", shrink: 0 },
    markOf(block.kind, scale, context),
  )
  const item = mirrored ? row({ justify: "end" }, beside, mark) : row({}, mark, beside)
  return column({ ...place }, item, rule({ style: "dotted", at: { left: 0, right: 0, bottom: 0 } }))
}

/** An item that is done, with a line through its words where they stand on one line. */
function struck({ kind, text: words }: Block, node: SceneNode, { px, line }: Scale): SceneNode {
  if (kind !== "done" || fromRight(words)) return node
  const middle = Math.round(line / 2 + px * 0.06)
  return stack(
    { grow: 1 },
    node,
    column(
      { justify: "start", padding: [middle, 0, 0, 0], spoken: false },
      row({ shrink: 0, width: Math.round(measured(words).longest * px * STRUCK) }, column({ grow: 1 }, rule())),
    ),
  )
}

/** Share of the estimated width of words that a line through them takes. */
const STRUCK = 0.86

function heading(
  words: string,
  { headingPx, headingSpace, line }: Scale,
  place: Pick<Box, "grow" | "shrink">,
): SceneNode {
  return column(
    { gap: headingSpace, padding: [0, 0, headingSpace, 0], ...place },
    text(words, { px: headingPx, family: "serif", weight: "bold", leading: 1.3, lines: 2, ...place }),
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
