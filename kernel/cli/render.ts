import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { BadInput, NotFound } from "platen/sdk"
import type { Command, Picture } from "platen/sdk"
import { paletteFor, parseSize, requestFor, withApp } from "./setting.js"

const help = `platen render MODE [OPTIONS]

Draws one page into a file, with the modes and plugins of platen.yaml.

  --size WxH       the screen, default 400x300
  --lang TAG       the language, default the config's
  --colors N       2, 3 or 4 inks, or a palette's name; default 2
  --set JSON       the mode's settings, such as '{"name":"value"}'
  -o, --out FILE   where to, default MODE.png; .png, .bmp or .raw chooses the format
  --describe       prints the page as plain text instead

Exit code 3: the page was drawn with other content than was asked for, and why is said.

platen plugins lists the modes. Example: platen render MY_MODE --size 800x480 --lang zh -o wall.png
`

/** The exit code of a page that shows something else than was asked for. */
const FALLBACK = 3
const CODECS: Readonly<Record<string, string>> = { png: "png", bmp: "bmp", raw: "raw2bpp" }

export const render: Command = {
  name: "render",
  summary: "draw one page into a file",
  help,
  run: async (args) => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        size: { type: "string", default: "400x300" },
        lang: { type: "string" },
        colors: { type: "string", default: "2" },
        set: { type: "string" },
        out: { type: "string", short: "o" },
        describe: { type: "boolean", default: false },
      },
    })
    const id = positionals[0]?.toUpperCase()
    if (id === undefined || positionals.length > 1)
      throw new BadInput("name one mode, such as platen render MY_MODE; platen plugins lists them.")
    const out = values.out ?? `${id}.png`
    const codec = CODECS[out.split(".").at(-1)?.toLowerCase() ?? ""]
    if (!codec) throw new BadInput(`--out ${out} has no format: end it in .png, .bmp or .raw.`)
    return withApp(async (app) => {
      const mode = app.registry.modeCatalog().get(id)
      if (!mode)
        throw new NotFound(
          `there is no mode "${id}": take one of ${app.registry
            .modeCatalog()
            .list()
            .map((each) => each.id)
            .join(", ")}.`,
        )
      const screen = { ...parseSize(values.size), palette: paletteFor(app, values.colors) }
      if (codec === "raw2bpp" && app.registry.palettes.get(screen.palette)?.bits !== 2)
        throw new BadInput(`--out ${out} holds two bits a pixel: add --colors 3 or 4, or write a .bmp.`)
      if (values.lang !== undefined && !app.registry.speaks(values.lang))
        process.stderr.write(`platen render: nothing here speaks "${values.lang}": dates and words are English.\n`)
      const request = {
        ...requestFor(app, id, screen, values.lang ?? app.service.defaults.language, codec),
        ...(values.set !== undefined && { settings: { [id]: settings(values.set) } }),
      }
      if (values.describe) {
        const { describe } = await import("../scene/describe.js")
        const drawn = await app.drawing.page(mode, request)
        process.stdout.write(`${drawn ? describe(drawn.page) : "nothing to show"}\n`)
        return 0
      }
      const picture = await app.drawing.picture(request)
      if (picture.mode === undefined) throw new NotFound(picture.failureMessage ?? "nothing could be drawn")
      writeFileSync(out, picture.bytes)
      process.stdout.write(
        `${out}: ${id}, ${screen.width} x ${screen.height}, ${screen.palette}, ${picture.bytes.length} bytes\n`,
      )
      return saidOf(picture)
    })
  },
}

/** Says why a page is not what was asked for. Returns the exit code. */
function saidOf({ failure, failureMessage, origin, mode }: Picture): number {
  if (failure === undefined) return 0
  const shown =
    origin === "stale" ? "the last good content" : origin === "fallback" ? "the mode's offline content" : `mode ${mode}`
  process.stderr.write(
    `platen render: the page shows ${shown}, because of ${failure}: ${failureMessage ?? "no reason is known"}\n`,
  )
  return FALLBACK
}

function settings(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new BadInput('--set is not JSON: write an object in single quotes, such as \'{"name":"value"}\'.', { cause })
  }
}
