import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BadInput, defineCommand, NotFound } from "platen/sdk"
import { CODECS, DITHERS, LEVELS, PALETTES, PANELS, PICTURES, RASTERIZER } from "platen/sdk/drawing"
import { comparison } from "./comparison.js"
import { dithered } from "./dithered.js"
import { oneOf, paletteFor, parseSize } from "./options.js"

const help = `platen dither FILE [OPTIONS]

Dithers a JPEG, PNG, WebP or GIF for a panel.

  --panel NAME     the panel whose size and inks are used, default 4.2-bw (see platen plugins)
  --method NAME    ${DITHERS.join(", ")}; default ${DITHERS[0]}
  --size WxH       overrides the panel's size
  --colors N       overrides the panel's inks: a number, or the name of a palette
  --fit HOW        cover (default) or contain
  --levels HOW     auto (default): stretch the tones from ink to paper; vivid: also lift
                   shadows and strengthen detail, for photographs; none: leave them
  --look HOW       nominal (default): the palette's colours; measured: as they look on the panel
  --compare        draw a sheet of every method and palette instead; accepts several files
  -o, --out FILE   output file, default FILE with -dithered.png

Example: platen dither harbour.jpg --panel 4.2-bwry --method atkinson -o harbour.png
`

export default defineCommand({
  help,
  needs: { pictures: PICTURES, rasterizer: RASTERIZER, panels: PANELS, palettes: PALETTES, codecs: CODECS },
  run: async (args, terminal, services) => {
    const string = (fallback: string) => ({ type: "string", default: fallback }) as const
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        panel: string("4.2-bw"),
        method: string(DITHERS[0]),
        size: { type: "string" },
        colors: { type: "string" },
        fit: string("cover"),
        levels: string("auto"),
        look: string("nominal"),
        compare: { type: "boolean", default: false },
        out: { type: "string", short: "o" },
      },
    })
    const [file] = positionals
    if (file === undefined || (positionals.length > 1 && !values.compare))
      throw new BadInput("name one picture, such as platen dither harbour.jpg; several with --compare.")
    const fit = oneOf(["cover", "contain"] as const, values.fit, "--fit")
    const levels = oneOf(LEVELS, values.levels, "--levels")
    const method = oneOf(DITHERS, values.method, "--method")
    const look = oneOf(["nominal", "measured"] as const, values.look, "--look")
    const out = values.out ?? path.join(path.dirname(file), `${path.basename(file, path.extname(file))}-dithered.png`)
    const size = values.size === undefined ? undefined : parseSize(values.size)
    const { panels, palettes, codecs, ...needs } = await services()
    const files = positionals.map((each) => ({ name: path.basename(each), bytes: readFileSync(each) }))
    if (values.compare) {
      writeFileSync(out, await comparison(needs, palettes.list(), files))
      terminal.out(`${out}: ${files.length} pictures, ${DITHERS.length} methods, ${palettes.list().length} palettes\n`)
      return 0
    }
    const panel = panels.get(values.panel)
    if (!panel) {
      const ids = panels.list().map(({ id }) => id)
      throw new NotFound(`there is no panel "${values.panel}": use one of ${ids.join(", ")}.`)
    }
    const { width, height } = size ?? panel
    const palette = values.colors === undefined ? palettes.get(panel.palette)! : paletteFor(palettes, values.colors)
    const bitmap = await dithered(needs, files[0]!.bytes, { width, height, palette, method, fit, levels })
    writeFileSync(out, codecs.get(look === "measured" ? "png-measured" : "png")!.encode(bitmap))
    terminal.out(`${out}: ${method}, ${width} x ${height}, ${palette.id}\n`)
    return 0
  },
})
