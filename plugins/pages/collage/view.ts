import { inLanguage } from "platen/sdk"
import { localDigits, measured } from "platen/sdk/kit"
import { column, pageMargin, pixels, row, rule, screenClass, text } from "platen/sdk/mode"
import type { Mode, Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import type { CollageData, CollageSettings } from "./mode.js"

type Context = ViewContext<CollageSettings>

/** Why a page has no cells, by language. */
const FAULTS: Readonly<Record<string, Readonly<Record<"cells" | "modes", string>>>> & {
  readonly en: Readonly<Record<"cells" | "modes", string>>
} = {
  en: { cells: "Choose the pages of this collage in its settings.", modes: "None of the chosen pages is installed." },
  de: {
    cells: "Wählen Sie die Seiten dieser Collage in den Einstellungen.",
    modes: "Keine der gewählten Seiten ist installiert.",
  },
  es: {
    cells: "Elija las páginas de este collage en los ajustes.",
    modes: "Ninguna de las páginas elegidas está instalada.",
  },
  fr: {
    cells: "Choisissez les pages de ce collage dans les réglages.",
    modes: "Aucune des pages choisies n’est installée.",
  },
  it: {
    cells: "Scegliere le pagine di questo collage nelle impostazioni.",
    modes: "Nessuna delle pagine scelte è installata.",
  },
  nl: {
    cells: "Kies de pagina’s van deze collage bij de instellingen.",
    modes: "Geen van de gekozen pagina’s is geïnstalleerd.",
  },
  ja: { cells: "設定でこのコラージュのページを選んでください。", modes: "選んだページはどれも未インストールです。" },
  zh: { cells: "请在设置中选择拼页的页面。", modes: "所选页面均未安装。" },
  "zh-Hant": { cells: "請在設定中選擇拼頁的頁面。", modes: "所選頁面皆未安裝。" },
}

/** The number of pages that a screen has no room for. */
const MORE = {
  en: "{n} more",
  de: "noch {n}",
  es: "{n} más",
  fr: "{n} de plus",
  it: "{n} in più",
  ja: "ほか{n}件",
  nl: "nog {n}",
  zh: "另{n}页",
  "zh-Hant": "另{n}頁",
}

export function view({ cells, fault }: CollageData, context: Context, partOf: (id: string) => Mode | undefined): Scene {
  const {
    language,
    settings: { grid },
  } = context
  const shown = cells.slice(0, roomFor(context))
  const parts = shown.flatMap(({ mode: id, data }, i) => {
    const mode = partOf(id)
    const known = mode?.data.safeParse(data)
    return mode && known?.success ? [{ mode, data: known.data, settings: settingsAt(context, i, id) }] : []
  })
  if (parts.length === 0) return { language, body: sentence(fault === "cells" ? "cells" : "modes", context) }
  const [columns, rows] = gridOf(parts.length, parts.length < cells.length ? "auto" : grid, context)
  const side = pageMargin(context.screen)
  const size = {
    width: Math.floor((context.width - 2 * side) / columns),
    height: Math.floor((context.height - pixels(MASTHEAD, context.screen)) / rows),
  }
  const lines = Array.from({ length: rows }, (_, i) => parts.slice(i * columns, (i + 1) * columns))
    .filter((line) => line.length > 0)
    .map((line) => line.map((part) => cellOf(part, context, { ...size, width: (size.width * columns) / line.length })))
  const scenes = lines.flat()
  const label = labelOf(parts, scenes, cells.length - shown.length, context)
  return {
    language,
    body: gridBody(lines, side, pageMargin(classOf(size, context))),
    footer: { icon: "window", label, ...(scenes.some(({ body }) => saysDay(body, context)) && { isDated: true }) },
  }
}

/** Cells in lines, with rules between them. They have margins of their own (`inset`) within those of the page (`side`). */
function gridBody(lines: readonly (readonly Scene[])[], side: number, inset: number): SceneNode {
  const beside = Math.max(0, side - inset)
  return column(
    { grow: 1, padding: [0, beside, 0, beside] },
    ...lines.flatMap((line, i) => [
      ...(i === 0 ? [] : [row({ padding: [0, inset] }, column({ grow: 1 }, rule()))]),
      row(
        { grow: 1, basis: 0, minHeight: 0 },
        ...line.flatMap(({ body }, at) => [
          ...(at === 0 ? [] : [rule()]),
          column({ grow: 1, basis: 0, minWidth: 0, minHeight: 0 }, body),
        ]),
      ),
    ]),
  )
}

/** Share of the width that the name of a page has in its masthead, and the width of a spaced capital there in pixels. */
const [NAME_SHARE, NAME_PX] = [0.42, 12.5] as const

/** The names of the pages, as many as the masthead has room for, and how many pages the screen leaves out. */
function labelOf(parts: readonly Part[], scenes: readonly Scene[], left: number, context: Context): string {
  const { language, width, words } = context
  const names = [...new Set(parts.map(({ mode }, i) => scenes[i]!.footer?.label ?? inLanguage(mode.title, language)))]
  const said = (count: number): string => {
    const more = left > 0 ? [inLanguage(MORE, language).replace("{n}", String(left))] : []
    return [...names.slice(0, count), ...more].join(" · ")
  }
  const fits = (label: string): boolean =>
    measured(label.toLocaleUpperCase(language)).longest * NAME_PX <= width * NAME_SHARE
  for (let count = names.length; count > 0; count--) if (fits(said(count))) return said(count)
  return left > 0 ? `${names[0]} +${localDigits(String(left), words)}` : names[0]!
}

/** Whether a page has the number of the day in large figures. */
function saysDay(node: SceneNode, context: Context): boolean {
  if (node.type === "text")
    return node.family === "display" && node.text === localDigits(String(context.now.day), context.words)
  return "children" in node && (node.children as readonly SceneNode[]).some((child) => saysDay(child, context))
}

/** Units of the masthead of a page, and those of it that a mode counts on at least. */
const MASTHEAD = 32
const LEFT_OUT = 18

interface Size {
  readonly width: number
  readonly height: number
}

function classOf({ width, height }: Size, { screen }: Context): Context["screen"] {
  const { perMm, grown, distance } = screen
  return screenClass(Math.floor(width), Math.floor(height), { distance, mmPerPixel: grown / perMm })
}

/** The settings that a cell was made with: cells keep their order, without those that are not installed. */
function settingsAt({ settings: { cells } }: Context, i: number, id: string): Readonly<Record<string, unknown>> {
  const own = cells[i]?.mode === id ? cells[i] : cells.find((each) => each.mode === id)
  return own?.settings ?? {}
}

interface Part {
  readonly mode: Mode
  readonly data: unknown
  readonly settings: Readonly<Record<string, unknown>>
}

/** A mode as it would draw a screen of the size of its cell, without the frame. */
function cellOf({ mode, data, settings }: Part, context: Context, size: Size): Scene {
  const known = mode.settings?.safeParse(settings)
  const own = known ? (known.success ? known.data : mode.settings!.parse({})) : {}
  const screen = classOf(size, context)
  // Modes leave room for the masthead, which a cell has not.
  const height = Math.floor(size.height) + pixels(LEFT_OUT, screen)
  return mode.view(data, { ...context, settings: own, width: Math.floor(size.width), height, screen })
}

/** Square millimetres that a cell needs to be read at a desk, a sixth of 4.2 inches; from afar more of those, since captions do not grow as far. */
const [CELL_MM2, FAR_CELL_MM2] = [700, 1_150]

/** Cells that the page has room for: a panel of a few square centimetres for the first alone, and the farther it is read from, the fewer. */
function roomFor({ width, height, screen }: Context): number {
  const needed = (screen.grown > 1 ? FAR_CELL_MM2 : CELL_MM2) * screen.perMm ** 2
  return screen.id === "xs" ? 1 : Math.max(1, Math.floor((width * height) / needed))
}

/** Columns and rows: as chosen, where all cells have room in them, else by the shape of the page. */
function gridOf(count: number, grid: string, { screen }: Context): readonly [columns: number, rows: number] {
  const [columns, rows] = grid === "auto" ? [0, 0] : (grid.split("x").map(Number) as [number, number])
  if (columns * rows >= count) return [columns, rows]
  const isWide = screen.shape === "wide" || screen.shape === "strip"
  if (count <= 2) return isWide ? [count, 1] : [1, count]
  if (screen.shape === "strip" && count === 3) return [3, 1]
  if (screen.shape === "column" && count === 3) return [1, 3]
  if (count <= 4) return [2, 2]
  return isWide ? [3, 2] : [2, 3]
}

function sentence(which: "cells" | "modes", { language, screen }: Context): SceneNode {
  const side = pageMargin(screen)
  return column(
    { grow: 1, padding: [pixels(14, screen), side, pixels(14, screen), side] },
    text(inLanguage(FAULTS, language)[which], {
      grow: 1,
      fit: "fill",
      family: "serif",
      slant: "italic",
      minPx: 10,
      maxPx: pixels(44, screen),
      leading: 1.2,
    }),
  )
}
