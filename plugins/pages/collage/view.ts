import { inLanguage } from "platen/sdk"
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

export function view({ cells, fault }: CollageData, context: Context, partOf: (id: string) => Mode | undefined): Scene {
  const { language } = context
  // A panel of a few square centimetres has room for the first alone.
  const shown = context.screen.id === "xs" ? cells.slice(0, 1) : cells
  const parts = shown.flatMap(({ mode: id, data }, i) => {
    const mode = partOf(id)
    const known = mode?.data.safeParse(data)
    return mode && known?.success ? [{ mode, data: known.data, settings: settingsAt(context, i, id) }] : []
  })
  if (parts.length === 0) return { language, body: sentence(fault === "cells" ? "cells" : "modes", context) }
  const [columns, rows] = gridOf(parts.length, context)
  const side = pageMargin(context.screen)
  const size = {
    width: Math.floor((context.width - 2 * side) / columns),
    height: Math.floor((context.height - pixels(MASTHEAD, context.screen)) / rows),
  }
  const inset = pageMargin(classOf(size, context))
  const lines = Array.from({ length: rows }, (_, i) => parts.slice(i * columns, (i + 1) * columns)).filter(
    (line) => line.length > 0,
  )
  return {
    language,
    // The cells have margins of their own, within those of the page.
    body: column(
      { grow: 1, padding: [0, Math.max(0, side - inset), 0, Math.max(0, side - inset)] },
      ...lines.flatMap((line, i) => [
        ...(i === 0 ? [] : [row({ padding: [0, inset] }, column({ grow: 1 }, rule()))]),
        row(
          { grow: 1, basis: 0, minHeight: 0 },
          ...line.flatMap((part, at) => [
            ...(at === 0 ? [] : [rule()]),
            column(
              { grow: 1, basis: 0, minWidth: 0, minHeight: 0 },
              cellOf(part, context, { ...size, width: (size.width * columns) / line.length }),
            ),
          ]),
        ),
      ]),
    ),
  }
}

/** Units of the masthead of a page, and those of it that a mode counts on at least. */
const MASTHEAD = 32
const LEFT_OUT = 18

interface Size {
  readonly width: number
  readonly height: number
}

function classOf({ width, height }: Size, { screen }: Context): Context["screen"] {
  return { ...screenClass(Math.floor(width), Math.floor(height)), perMm: screen.perMm }
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
function cellOf({ mode, data, settings }: Part, context: Context, size: Size): SceneNode {
  const known = mode.settings?.safeParse(settings)
  const own = known ? (known.success ? known.data : mode.settings!.parse({})) : {}
  const screen = classOf(size, context)
  // Modes leave room for the masthead, which a cell has not.
  const height = Math.floor(size.height) + pixels(LEFT_OUT, screen)
  return mode.view(data, { ...context, settings: own, width: Math.floor(size.width), height, screen }).body
}

/** Columns and rows: as chosen, where all cells have room in them, else by the shape of the page. */
function gridOf(count: number, { settings: { grid }, screen }: Context): readonly [columns: number, rows: number] {
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
