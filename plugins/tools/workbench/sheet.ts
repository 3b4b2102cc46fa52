import { mkdirSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BadInput, defineCommand, FILES, LOAD, NotFound, SERVICE } from "platen/sdk"
import { CODECS, PALETTES, PANELS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import { column, COMPILE, DRAW, MODES, READ_DEFINITION, row, text } from "platen/sdk/mode"
import type { Bitmap, Palette, Panel, Rasterizer } from "platen/sdk/drawing"
import type { PreviewNeeds } from "platen/sdk/kit"
import type { Draw, Mode } from "platen/sdk/mode"
import { copyInto, paper } from "./bitmap.js"
import { isFile, loadModeFile } from "./mode-file.js"
import { MOMENT_HELP, MOMENT_OPTIONS, momentOf } from "./moment.js"
import type { Moment } from "./moment.js"
import { paletteFor } from "./options.js"

const help = `platen sheet [FILE] [OPTIONS]

Draws every mode in every language, one labelled PNG per panel, for review. FILE: only the mode in that JSON or YAML file,
or in that folder with mode.json.

  --mode ID        only this mode; can be repeated
  --panel ID       only this panel (see platen plugins); can be repeated
  --colors N       overrides the inks of the panels: 2, 3, 4 or the name of a palette; file names include it
  --lang TAG       only this language; can be repeated; default en and zh
${MOMENT_HELP}
  -o, --out DIR    output folder, default sheets

Example: platen sheet --mode MY_MODE --panel 4.2-bw
`

export default defineCommand({
  help,
  needs: {
    draw: DRAW,
    modes: MODES,
    panels: PANELS,
    palettes: PALETTES,
    codecs: CODECS,
    rasterizer: RASTERIZER,
    service: SERVICE,
    areas: AREAS,
    read: READ_DEFINITION,
    files: FILES,
    compile: COMPILE,
    load: LOAD,
  },
  run: async (args, terminal, services) => {
    const many = { type: "string", multiple: true } as const
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        mode: many,
        panel: many,
        lang: many,
        colors: { type: "string" },
        ...MOMENT_OPTIONS,
        out: { type: "string", short: "o", default: "sheets" },
      },
    })
    const [file, ...more] = positionals
    if (more.length > 0 || (file !== undefined && (!isFile(file) || values.mode)))
      throw new BadInput("name one file of a mode, such as platen sheet my-mode.json, or modes by --mode.")
    const needs = await services()
    const { palettes } = needs
    const wanted = values.mode?.map((id) => id.toUpperCase())
    const modes = file === undefined ? chosen(needs.modes.list(), wanted, "mode") : [await loadModeFile(file, needs)]
    const panels = chosen(needs.panels.list(), values.panel, "panel")
    const inks = values.colors === undefined ? undefined : paletteFor(palettes, values.colors)
    const moment = momentOf(values, needs.service)
    mkdirSync(values.out, { recursive: true })
    for (const [i, panel] of panels.entries()) {
      const palette = inks ?? palettes.get(panel.palette)!
      terminal.out(`${i + 1}/${panels.length} ${panel.id}: `)
      const sheet = {
        panel,
        palette,
        modes,
        languages: values.lang ?? ["en", "zh"],
        moment,
        tick: () => terminal.out("."),
      }
      const bitmap = await drawSheet(needs, sheet)
      const name = `${panel.id}${palette.id === panel.palette ? "" : `-${palette.id}`}.png`
      writeFileSync(path.join(values.out, name), needs.codecs.get("png")!.encode(bitmap))
      terminal.out(` ${path.join(values.out, name)}\n`)
    }
    return 0
  },
})

function chosen<T extends { readonly id: string }>(
  all: readonly T[],
  wanted: readonly string[] | undefined,
  kind: string,
): readonly T[] {
  const unknown = wanted?.find((id) => !all.some((each) => each.id === id))
  if (unknown !== undefined)
    throw new NotFound(`there is no ${kind} "${unknown}": use one of ${all.map(({ id }) => id).join(", ")}.`)
  return wanted ? all.filter(({ id }) => wanted.includes(id)) : all
}

const MARGIN = 16
const LABEL = 20

interface Needs extends PreviewNeeds {
  readonly draw: Draw
  readonly rasterizer: Rasterizer
}

interface Sheet {
  readonly panel: Panel
  readonly palette: Palette
  readonly modes: readonly Mode[]
  readonly languages: readonly string[]
  readonly moment: Moment
  /** Called for each drawn page. */
  tick(): void
}

/** Draws one cell per mode and language: the page in a thin border, with its label above. */
async function drawSheet(needs: Needs, { panel, palette, modes, languages, moment, tick }: Sheet): Promise<Bitmap> {
  const { width, height } = panel
  const [cellWidth, cellHeight] = [width + MARGIN + 2, height + MARGIN + LABEL + 2]
  const sheet = paper(MARGIN + cellWidth * languages.length, MARGIN + cellHeight * modes.length, palette)
  for (const [r, mode] of modes.entries()) {
    for (const [c, language] of languages.entries()) {
      const [left, top] = [MARGIN + c * cellWidth, MARGIN + r * cellHeight]
      const screen = { ...panel, palette: palette.id, language }
      const label = `${mode.id}  ${language}  ${width} x ${height}`
      copyInto(sheet, labelOf(needs.rasterizer, label, width, palette), left, top)
      copyInto(sheet, paper(width + 2, height + 2, palette, 0), left, top + LABEL)
      const request = { ...previewRequest(needs, mode.id, screen), ...moment }
      const drawn = await needs.draw.page(mode, request)
      const page = drawn?.page ?? column({ justify: "center", align: "center" }, text("skipped"))
      copyInto(sheet, await needs.draw.bitmap(page, request), left + 1, top + LABEL + 1)
      tick()
    }
  }
  return sheet
}

function labelOf(rasterizer: Rasterizer, label: string, width: number, palette: Palette): Bitmap {
  const words = row({ padding: [2, 0] }, text(label, { px: 12, weight: "bold", lines: 1 }))
  return rasterizer.paint(words, { width, height: LABEL - 2, palette: palette.id, language: "en" })
}
