import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BW, column, NotFound, row, text } from "platen/sdk"
import type { Bitmap, Command, Mode, Palette, Panel } from "platen/sdk"
import type { App } from "../app.js"
import { Canvas } from "../bitmap/canvas.js"
import { png } from "../codecs/png.js"
import { paint } from "../scene/paint.js"
import { paletteFor, requestFor, withApp } from "./setting.js"

const help = `platen sheet [OPTIONS]

Draws every mode in every language, one labelled PNG a panel: to look at.

  --mode ID        only this mode; may be given several times
  --panel ID       only this panel (see platen plugins); may be given several times
  --colors N       these inks instead of the panels' own: 2, 3, 4 or a palette's name; the files say so
  --lang TAG       only this language; may be given several times; default en and zh
  -o, --out DIR    the folder, default sheets

Example: platen sheet --mode MY_MODE --panel 4.2-bw
`

export const sheet: Command = {
  name: "sheet",
  summary: "draw every mode in every language, one PNG a panel",
  help,
  run: async (args) => {
    const many = { type: "string", multiple: true } as const
    const { values } = parseArgs({
      args: [...args],
      options: {
        mode: many,
        panel: many,
        lang: many,
        colors: { type: "string" },
        out: { type: "string", short: "o", default: "sheets" },
      },
    })
    return withApp(async (app) => {
      const modes = chosen(
        app.registry.modeCatalog().list(),
        values.mode?.map((id) => id.toUpperCase()),
        "mode",
      )
      const panels = chosen(app.registry.panels.list(), values.panel, "panel")
      const languages = values.lang ?? ["en", "zh"]
      mkdirSync(values.out, { recursive: true })
      const inks = values.colors === undefined ? undefined : paletteFor(app, values.colors)
      for (const [i, own] of panels.entries()) {
        const panel = inks === undefined ? own : { ...own, palette: inks }
        process.stdout.write(`${i + 1}/${panels.length} ${panel.id}: `)
        const bitmap = await drawSheet(app, panel, modes, languages, () => process.stdout.write("."))
        const file = path.join(values.out, `${panel.id}${panel.palette === own.palette ? "" : `-${panel.palette}`}.png`)
        writeFileSync(file, png.encode(bitmap))
        process.stdout.write(` ${file}\n`)
      }
      return 0
    })
  },
}

function chosen<T extends { readonly id: string }>(
  all: readonly T[],
  wanted: readonly string[] | undefined,
  kind: string,
): readonly T[] {
  const unknown = wanted?.find((id) => !all.some((each) => each.id === id))
  if (unknown !== undefined)
    throw new NotFound(`there is no ${kind} "${unknown}": take one of ${all.map(({ id }) => id).join(", ")}.`)
  return wanted ? all.filter(({ id }) => wanted.includes(id)) : all
}

const MARGIN = 16
const LABEL = 20

/** One cell a mode and language, each page in a thin frame with its name above. */
async function drawSheet(
  app: App,
  panel: Panel,
  modes: readonly Mode[],
  languages: readonly string[],
  tick: () => void,
): Promise<Bitmap> {
  const palette = app.registry.palettes.get(panel.palette) ?? BW
  const [cellWidth, cellHeight] = [panel.width + MARGIN + 2, panel.height + MARGIN + LABEL + 2]
  const canvas = new Canvas(MARGIN + cellWidth * languages.length, MARGIN + cellHeight * modes.length, palette)
  for (const [r, mode] of modes.entries()) {
    for (const [c, language] of languages.entries()) {
      const [left, top] = [MARGIN + c * cellWidth, MARGIN + r * cellHeight]
      drawLabel(canvas, app, `${mode.id}  ${language}  ${panel.width} x ${panel.height}`, left, top, panel.width)
      canvas.fill(left, top + LABEL, left + panel.width + 2, top + LABEL + panel.height + 2, 0)
      const bitmap = await pageOf(app, mode, panel, palette, language)
      copy(canvas, bitmap, left + 1, top + LABEL + 1)
      tick()
    }
  }
  return canvas.bitmap()
}

async function pageOf(app: App, mode: Mode, panel: Panel, palette: Palette, language: string): Promise<Bitmap> {
  const request = requestFor(app, mode.id, panel, language)
  const drawn = await app.drawing.page(mode, request)
  const page = drawn?.page ?? column({ justify: "center", align: "center" }, text("skipped"))
  const env = await app.drawing.envOf(page, { ...request, palette: palette.id })
  return paint(page, panel.width, panel.height, palette, env)
}

function drawLabel(canvas: Canvas, app: App, label: string, left: number, top: number, width: number): void {
  const height = LABEL - 2
  const words = row({ padding: [2, 0] }, text(label, { px: 12, weight: "bold", lines: 1 }))
  copy(
    canvas,
    paint(words, width, height, canvas.palette, app.drawing.env({ width, height, language: "en" })),
    left,
    top,
  )
}

/** A bitmap of the canvas's own palette, pixel by pixel. */
function copy(canvas: Canvas, { width, height, bits, stride, data }: Bitmap, left: number, top: number): void {
  const mask = (1 << bits) - 1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = x * bits
      const index = (data[y * stride + (at >> 3)]! >> (8 - bits - (at & 7))) & mask
      canvas.fill(left + x, top + y, left + x + 1, top + y + 1, index)
    }
  }
}
