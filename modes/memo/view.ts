import { inLanguage } from "platen/sdk"
import { column, lineWeight, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import { datePhrase, linesOf, localDigits, measured } from "platen/sdk/kit"
import type { Measured } from "platen/sdk/kit"
import { blocksOf, blocksOfNotes, parted } from "./blocks.js"
import type { Block } from "./blocks.js"
import type { MemoData, MemoSettings } from "./mode.js"
import { hasIdeographs } from "./scale.js"
import type { Room } from "./scale.js"
import { fitOf, sheet } from "./sheet.js"

type Context = ViewContext<MemoSettings>

const EMPTY = {
  en: "Nothing is written here yet: write your memo in the settings of this page.",
  de: "Hier steht noch nichts: Schreiben Sie Ihre Notiz in den Einstellungen dieser Seite.",
  es: "Aquí aún no hay nada escrito: escriba su nota en los ajustes de esta página.",
  fr: "Rien n’est encore écrit ici : écrivez votre mémo dans les réglages de cette page.",
  it: "Qui non c’è ancora scritto nulla: scrivi il promemoria nelle impostazioni di questa pagina.",
  ja: "まだ何も書かれていません。このページの設定でメモを書いてください。",
  nl: "Hier staat nog niets: schrijf uw memo in de instellingen van deze pagina.",
  zh: "这里还没有写下什么：请在此页面的设置中写下便签。",
  "zh-Hant": "這裡還沒有寫下什麼：請在此頁面的設定中寫下便箋。",
}

/** Size in pixels from which a short text is set large, by screen class. */
const LEAST = { xs: 16, s: 24, m: 34, l: 48, xl: 64 } as const
const MAX_LINES = 5
/** Maximum line height of a short text, as a multiple of its size. */
const LINE = 1.5

/** Height of the masthead: pixels at least, by screen class, and as a share of the page. */
const MASTHEAD = { xs: 22, s: 29, m: 34, l: 40, xl: 56, share: 0.085 } as const

export function view({ text: written, notes }: MemoData, context: Context): Scene {
  const { screen, language } = context
  const padding = [screen.id === "xs" ? 4 : pixels(12, screen), pageMargin(screen)] as const
  const blocks = notes ? blocksOfNotes(notes) : written === "" ? [] : blocksOf(written)
  const isBeside = notes !== undefined && notes.length > 1 && context.width >= BESIDE_FROM * context.height
  const shown =
    blocks.length === 0 ? nothing(context) : isBeside ? beside(notes, context, padding) : memo(blocks, context, padding)
  return {
    language,
    body: column({ grow: 1, padding }, shown),
  }
}

function nothing({ language }: Context): SceneNode {
  return column(
    { grow: 1 },
    text(inLanguage(EMPTY, language), { family: "serif", slant: "italic", fit: "fill", leading: 1.2, minPx: 10 }),
  )
}

/** Width against height from which notes stand beside one another. */
const BESIDE_FROM = 1.5

/** Notes beside one another, each under its title, all at one size where one fits all. */
function beside(
  notes: NonNullable<MemoData["notes"]>,
  context: Context,
  padding: readonly [number, number],
): SceneNode {
  const gap = pixels(16, context.screen)
  const { width, height } = roomOf(context, padding)
  const room = { width: Math.floor((width - (notes.length - 1) * gap) / notes.length), height }
  const parts = notes.map((note) => parted(blocksOfNotes([note])))
  const most = Math.min(...parts.map((part) => fitOf(part, room, context)?.px ?? Infinity))
  return row(
    { grow: 1, gap },
    ...parts.map((part) => column({ width: room.width, shrink: 0 }, sheet(part, room, context, most))),
  )
}

/** The room of a memo below the masthead. */
function roomOf({ screen, width, height }: Context, [above, side]: readonly [number, number]): Room {
  const masthead = Math.max(MASTHEAD[screen.id], Math.ceil(height * MASTHEAD.share))
  return { width: width - 2 * side, height: height - masthead - 2 * above }
}

function memo(blocks: readonly Block[], context: Context, padding: readonly [number, number]): SceneNode {
  const { screen, width, height } = context
  const room = roomOf(context, padding)
  const notes = parted(blocks)
  // Headings below others need the whole width.
  if (blocks.some(({ kind }, i) => kind === "heading" && i > 0)) return sheet(notes, room, context)
  const large = fewWords(blocks, room, context)
  if (large) return large
  const [heading, ...rest] = blocks
  if (screen.id !== "xs") return dated(blocks, room, context) ?? sheet(notes, room, context)
  if (heading?.kind !== "heading" || rest.length === 0 || width < 1.8 * height) return sheet(notes, room, context)
  const aside = Math.round(room.width * 0.28)
  return row(
    { grow: 1, gap: 12 },
    column(
      { width: aside, gap: 6, shrink: 0 },
      text(heading.text, {
        px: 20,
        minPx: 10,
        family: "serif",
        weight: "bold",
        fit: "shrink",
        balance: true,
        lines: 6,
        leading: 1.2,
      }),
      rule({ ink: "red", thickness: 2 }),
    ),
    column({ grow: 1 }, sheet(rest, { width: room.width - aside - 12, height: room.height }, context)),
  )
}

/** Share of the room that a list leaves to the date, beside it or below. */
const DATE = { beside: 0.4, below: 0.22 } as const

/** Share of its size that a list keeps at least with the date. */
const LEAST_SHARE = 0.8

/** A list of short items, with the date in the room that it leaves; undefined for one that needs the room. */
function dated(blocks: readonly Block[], room: Room, context: Context): SceneNode | undefined {
  const { screen } = context
  const gap = pixels(14, screen)
  const whole = fitOf(blocks, room, context)
  const isBeside = room.width > room.height * 1.1
  const part = isBeside
    ? { width: Math.round(room.width * (1 - DATE.beside)) - 2 * gap, height: room.height }
    : { width: room.width, height: Math.round(room.height * (1 - DATE.below)) - 2 * gap }
  const parted = fitOf(blocks, part, context)
  if (!whole || !parted || parted.lines > blocks.length || parted.px < LEAST_SHARE * whole.px) return undefined
  return isBeside
    ? row(
        { grow: 1, gap },
        column({ grow: 1 }, sheet(blocks, part, context)),
        rule(),
        column(
          // The masthead has said the date.
          { width: Math.round(room.width * DATE.beside), shrink: 0, gap: pixels(5, screen), spoken: false },
          ...dateParts(context),
        ),
      )
    : column(
        { grow: 1, gap },
        column({ grow: 1 }, sheet(blocks, part, context)),
        rule(),
        row(
          { height: Math.round(room.height * DATE.below), shrink: 0, gap, align: "end", spoken: false },
          ...dateParts(context, "58%"),
        ),
      )
}

/** The day as a numeral, and its names. `width`: that of the numeral where the names stand beside it. */
function dateParts({ now, words, language, screen }: Context, width?: `${number}%`): readonly SceneNode[] {
  const phrase = datePhrase(now, words)
  const numeral = text(localDigits(String(now.day), words), {
    family: "display",
    fit: "fill",
    trim: "ink",
    lines: 1,
    features: ["lnum"],
    ...(width === undefined ? { grow: 99 } : { width, height: "100%", shrink: 0 }),
  })
  const isLarge = screen.id === "l" || screen.id === "xl"
  const line = { lines: 1, fit: "shrink", minPx: 10, shrink: 0 } as const
  const names = [
    text(String(phrase.weekday).toLocaleUpperCase(language), {
      ...line,
      role: isLarge ? "lead" : "caption",
      family: "sans",
      weight: "bold",
      tracking: 0.14,
      leading: 1.2,
    }),
    text(words("date.monthYear", phrase), {
      ...line,
      role: isLarge ? "display" : "lead",
      family: "serif",
      slant: "italic",
      leading: 1.15,
    }),
  ]
  const ofYear = text(words("date.week", phrase), { ...line, role: isLarge ? "body" : "caption", leading: 1.2 })
  return width === undefined
    ? [numeral, ...names, spacer(), rule(), ofYear]
    : [numeral, column({ grow: 1 }, ...names, ofYear)]
}

/** Leading of lines that are as large as the longest allows: they part to fill most of the height. */
function apart({ lines, longest }: Measured, width: number, height: number): number {
  return Math.min(2, Math.max(1.3, (height * 0.8 * longest) / (width * lines.length)))
}

/** A short text as large as the page; undefined for a long text or a list. */
function fewWords(blocks: readonly Block[], room: Room, { screen }: Context): SceneNode | undefined {
  const heading = blocks.length > 1 ? blocks.find(({ kind }) => kind === "heading") : undefined
  const plain = blocks.filter((block) => block !== heading)
  if (plain.some(({ kind }) => kind !== "plain" && kind !== "heading")) return undefined
  const said = plain.map(({ text: own, blank }, i) => `${i === 0 ? "" : "\n".repeat(blank + 1)}${own}`).join("")
  const form = measured(said)
  const gap = pixels(10, screen)
  const least = LEAST[screen.id]
  const height = heading ? room.height - 5 * gap : room.height
  // A text with line breaks of its own gets no others.
  const lines = said.includes("\n") ? form.lines.length : MAX_LINES
  const most = linesOf(form, least, room.width)
  const fits = form.widest * least <= room.width && most <= lines && most * least * LINE <= height
  if (!fits || lines > MAX_LINES) return undefined
  return column(
    { grow: 1, gap },
    ...(heading
      ? [
          text(heading.text, {
            role: "title",
            family: "serif",
            weight: "bold",
            lines: 1,
            fit: "shrink",
            leading: 1.15,
            shrink: 0,
          }),
          rule({ ink: "red", thickness: lineWeight(2, screen) }),
        ]
      : []),
    text(said, {
      fit: "fill",
      minPx: screen.id === "xs" ? 11 : 16,
      family: "serif",
      leading: said.includes("\n") ? apart(form, room.width, height) : hasIdeographs(said) ? 1.35 : 1.2,
      wrap: !said.includes("\n"),
      balance: hasIdeographs(said),
    }),
  )
}
