import { readFileSync, writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BadInput, DITHERS, image, NotFound } from "platen/sdk"
import type { Bitmap, Command, Dither, Palette } from "platen/sdk"
import type { App } from "../app.js"
import { Canvas } from "../bitmap/canvas.js"
import { glass, png } from "../codecs/png.js"
import { comparison } from "./comparison.js"
import { paletteFor, parseSize, withApp } from "./setting.js"

const help = `platen dither FILE [OPTIONS]

Brings a JPEG, PNG, WebP or GIF to a panel's inks.

  --panel NAME     the panel whose size and inks are taken, default 4.2-bw (see platen plugins)
  --method NAME    ${DITHERS.join(", ")}; default ${DITHERS[0]}
  --size WxH       another size than the panel's
  --colors N       other inks than the panel's: a number, or a palette's name
  --fit HOW        cover (default) or contain
  --levels HOW     auto (default): the darkest tones become ink, the lightest paper; none: as they are
  --look HOW       ink (default): the palette's colours; glass: as they look on the panel
  --compare        every method on every palette instead, a sheet; several files may be given
  -o, --out FILE   where to, default FILE with -dithered.png

Example: platen dither harbour.jpg --panel 4.2-bwry --method atkinson -o harbour.png
`

export const dither: Command = {
  name: "dither",
  summary: "bring a picture to a panel's inks",
  help,
  run: async (args) => {
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
        look: string("ink"),
        compare: { type: "boolean", default: false },
        out: { type: "string", short: "o" },
      },
    })
    const [file] = positionals
    if (file === undefined || (positionals.length > 1 && !values.compare))
      throw new BadInput("name one picture, such as platen dither harbour.jpg; several with --compare.")
    const fit = oneOf(["cover", "contain"] as const, values.fit, "--fit")
    const levels = oneOf(["auto", "none"] as const, values.levels, "--levels")
    const method = oneOf(DITHERS, values.method, "--method")
    const look = oneOf(["ink", "glass"] as const, values.look, "--look")
    const out = values.out ?? path.join(path.dirname(file), `${path.basename(file, path.extname(file))}-dithered.png`)
    return withApp(async (app) => {
      const files = positionals.map((each) => ({ name: path.basename(each), bytes: readFileSync(each) }))
      if (values.compare) {
        writeFileSync(out, await comparison(app, files))
        process.stdout.write(
          `${out}: ${files.length} pictures, ${DITHERS.length} methods, ${app.registry.palettes.list().length} palettes\n`,
        )
        return 0
      }
      const panel = app.registry.panels.get(values.panel)
      if (!panel)
        throw new NotFound(
          `there is no panel "${values.panel}": take one of ${app.registry.panels
            .list()
            .map(({ id }) => id)
            .join(", ")}.`,
        )
      const size = values.size === undefined ? panel : parseSize(values.size)
      const palette = app.registry.palettes.get(
        values.colors === undefined ? panel.palette : paletteFor(app, values.colors),
      )!
      const bitmap = await dithered(app, files[0]!.bytes, { ...size, palette, method, fit, levels })
      writeFileSync(out, (look === "glass" ? glass : png).encode(bitmap))
      process.stdout.write(`${out}: ${method}, ${size.width} x ${size.height}, ${palette.id}\n`)
      return 0
    })
  },
}

export interface DitherShape {
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly palette: Palette
  readonly method: Dither
  readonly fit: "cover" | "contain"
  readonly levels: "auto" | "none"
}

/** A picture in inks on paper of that size. */
export async function dithered(
  app: App,
  file: Uint8Array,
  { width, height, palette, method, fit, levels }: DitherShape,
): Promise<Bitmap> {
  const { id } = await app.pictures.keep(file)
  const canvas = new Canvas(width, height, palette)
  const inked = await app.pictures.inked(image(id, { fit, levels, dither: method }), width, height, palette)
  canvas.picture(inked, inked.left, inked.top)
  return canvas.bitmap()
}

function oneOf<T extends string>(all: readonly T[], given: string, option: string): T {
  const found = all.find((each) => each === given)
  if (found === undefined) throw new BadInput(`${option} ${given} is not known: take one of ${all.join(", ")}.`)
  return found
}
