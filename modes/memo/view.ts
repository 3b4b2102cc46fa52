import { inLanguage } from "platen/sdk"
import { column, pixels, row, rule, text } from "platen/sdk/mode"
import type { Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import { blocksOf } from "./blocks.js"
import type { Block } from "./blocks.js"
import { linesOf, measured } from "./measure.js"
import type { MemoData, MemoSettings } from "./mode.js"
import { hasIdeographs } from "./scale.js"
import type { Room } from "./scale.js"
import { sheet } from "./sheet.js"

type Context = ViewContext<MemoSettings>

const EMPTY = {
  en: "Nothing is written here yet: write your memo in the settings of this page.",
  zh: "这里还没有写下什么：请在此页面的设置中写下便签。",
}

/** Sizes of a short text in pixels by screen class, largest first, and its maximum share of the height. */
const LARGE = {
  xs: { sizes: [36, 32, 28, 24, 20, 16], share: 0.85 },
  s: { sizes: [56, 48, 44, 40, 36, 32, 28, 24], share: 0.62 },
  m: { sizes: [88, 80, 72, 64, 56, 48, 44, 40, 36, 32], share: 0.62 },
  l: { sizes: [128, 112, 96, 88, 80, 72, 64, 56, 48, 44], share: 0.62 },
  xl: { sizes: [192, 176, 160, 144, 128, 112, 96, 88, 80, 72, 64], share: 0.62 },
} as const
const MAX_LINES = 5
/** Maximum line height of a short text, as a multiple of its size. */
const LINE = 1.5
/** Width of the serif font relative to the measured sans. */
const SERIF = 0.9

/** Height in pixels of the header and footer together, by screen class. */
const FRAME = { xs: 36, s: 58, m: 82, l: 96, xl: 134 } as const

export function view({ text: written }: MemoData, context: Context): Scene {
  const { screen, language } = context
  const padding = screen.id === "xs" ? ([3, 12] as const) : ([pixels(8, screen), pixels(24, screen)] as const)
  return {
    language,
    body: column({ grow: 1, padding }, written === "" ? nothing(context) : memo(blocksOf(written), context, padding)),
  }
}

function nothing({ language }: Context): SceneNode {
  return column(
    { grow: 1, justify: "center" },
    text(inLanguage(EMPTY, language), { role: "lead", align: "center", balance: true, fit: "shrink" }),
  )
}

function memo(blocks: readonly Block[], context: Context, [above, beside]: readonly [number, number]): SceneNode {
  const { screen, width, height } = context
  const room = { width: width - 2 * beside, height: height - FRAME[screen.id] - 2 * above }
  const large = fewWords(blocks, room, context)
  if (large) return large
  const [heading, ...rest] = blocks
  if (heading?.kind !== "heading" || rest.length === 0 || screen.id !== "xs" || width < 1.8 * height)
    return sheet(blocks, room, context)
  const aside = Math.round(room.width * 0.28)
  return row(
    { grow: 1, gap: 12 },
    column(
      { width: aside, justify: "center", gap: 6, shrink: 0 },
      text(heading.text, {
        px: 20,
        minPx: 12,
        family: "serif",
        weight: "bold",
        fit: "shrink",
        balance: true,
        lines: 3,
        leading: 1.2,
      }),
      rule({ width: 24, self: "start" }),
    ),
    column({ grow: 1 }, sheet(rest, { width: room.width - aside - 12, height: room.height }, context)),
  )
}

/** A short text in the middle of the page; undefined for a long text or a list. */
function fewWords(blocks: readonly Block[], room: Room, { screen }: Context): SceneNode | undefined {
  const heading = blocks.length > 1 ? blocks.find(({ kind }) => kind === "heading") : undefined
  const plain = blocks.filter((block) => block !== heading)
  if (plain.some(({ kind }) => kind !== "plain" && kind !== "heading")) return undefined
  const said = plain.map(({ text: own, blank }, i) => `${i === 0 ? "" : "\n".repeat(blank + 1)}${own}`).join("")
  const form = measured(said)
  const { sizes, share } = LARGE[screen.id]
  const gap = pixels(10, screen)
  const height = heading ? room.height - 2.5 * gap - sizes.at(-1)! * LINE : room.height
  // A text with line breaks of its own gets no others.
  const lines = said.includes("\n") ? form.lines.length : MAX_LINES
  const width = hasIdeographs(said) ? room.width : room.width / SERIF
  const px = sizes.find(
    (size) =>
      form.widest * size <= width &&
      linesOf(form, size, width) <= lines &&
      linesOf(form, size, width) * size * LINE <= height * share,
  )
  if (px === undefined || lines > MAX_LINES) return undefined
  return column(
    { grow: 1, justify: "center", gap },
    ...(heading
      ? [
          text(heading.text, { role: "lead", weight: "bold", align: "center", lines: 1, fit: "shrink", shrink: 0 }),
          rule({ width: pixels(40, screen), self: "center" }),
        ]
      : []),
    text(said, {
      px,
      minPx: screen.id === "xs" ? 12 : 16,
      family: "serif",
      align: "center",
      balance: true,
      fit: "shrink",
    }),
  )
}
