import { writeFileSync } from "node:fs"
import path from "node:path"
import { parseArgs } from "node:util"
import { BadInput, defineCommand, FILES, LOAD, NotFound, SERVICE } from "platen/sdk"
import { PALETTES, PANELS, RASTERIZER } from "platen/sdk/drawing"
import { AREAS } from "platen/sdk/http"
import { previewRequest } from "platen/sdk/kit"
import { COMPILE, DRAW, MESSAGES, MODES, READ_DEFINITION } from "platen/sdk/mode"
import type { Terminal } from "platen/sdk"
import type { Picture } from "platen/sdk/mode"
import { isFile, loadModeFile } from "./mode-file.js"
import { MOMENT_HELP, MOMENT_OPTIONS, momentOf } from "./moment.js"
import { screenOf, settingsIn } from "./options.js"

const help = `platen render MODE|FILE [OPTIONS]

Draws one page into a file, with the modes and plugins of platen.yaml. FILE: a mode in a JSON or YAML file, or a folder
with mode.json.

  --size WxH       size of the screen, default 400x300
  --panel ID       the size and the inks of this panel instead (platen plugins lists them)
  --lang TAG       language, default that of the config
  --colors N       2, 3 or 4 inks, or the name of a palette; default 2
  --set JSON       settings of the mode, such as '{"name":"value"}'
  -o, --out FILE   output file, default MODE.png; .png, .bmp or .raw selects the format
${MOMENT_HELP}
  --describe       prints the page as plain text instead

Exit code 3: the page shows other content than requested; the command says why.

platen plugins lists the modes. Example: platen render MY_MODE --size 800x480 --lang zh -o wall.png
`

/** Exit code for a page that shows other content than requested. */
const FALLBACK = 3
const CODECS: Readonly<Record<string, string>> = { png: "png", bmp: "bmp", raw: "raw2bpp" }

const OPTIONS = {
  size: { type: "string" },
  panel: { type: "string" },
  lang: { type: "string" },
  colors: { type: "string" },
  set: { type: "string" },
  ...MOMENT_OPTIONS,
  out: { type: "string", short: "o" },
  describe: { type: "boolean", default: false },
} as const

export default defineCommand({
  help,
  needs: {
    draw: DRAW,
    modes: MODES,
    messages: MESSAGES,
    palettes: PALETTES,
    panels: PANELS,
    areas: AREAS,
    service: SERVICE,
    rasterizer: RASTERIZER,
    read: READ_DEFINITION,
    files: FILES,
    compile: COMPILE,
    load: LOAD,
  },
  run: async (args, terminal, services) => {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS })
    const [name] = positionals
    if (name === undefined || positionals.length > 1)
      throw new BadInput("name one mode, such as platen render MY_MODE; platen plugins lists them.")
    const wanted = name.toUpperCase()
    const out = values.out ?? `${isFile(name) ? path.basename(name).replace(/\.(json|ya?ml)$/, "") : wanted}.png`
    const codec = CODECS[out.split(".").at(-1)?.toLowerCase() ?? ""]
    if (!codec) throw new BadInput(`--out ${out} has no format: end it in .png, .bmp or .raw.`)
    const { draw, modes, messages, palettes, panels, rasterizer, ...needs } = await services()
    const screen = screenOf(values, panels, palettes)
    const mode = isFile(name) ? await loadModeFile(name, { ...needs, modes }) : modes.get(wanted)
    if (!mode)
      throw new NotFound(
        `there is no mode "${wanted}": use one of ${modes
          .list()
          .map((each) => each.id)
          .join(", ")}.`,
      )
    const { id } = mode
    if (codec === "raw2bpp" && screen.palette.bits !== 2)
      throw new BadInput(`--out ${out} holds two bits per pixel: add --colors 3 or 4, or write a .bmp.`)
    const language = values.lang ?? needs.service.defaults.language
    if (values.lang !== undefined && !messages.speaks(language))
      terminal.error(`platen render: no plugin has the language "${language}": dates and words are in English.\n`)
    const request = {
      ...previewRequest(needs, id, { ...screen, palette: screen.palette.id, language }, codec),
      ...momentOf(values, needs.service),
      ...(values.set !== undefined && { settings: { [id]: settingsIn(values.set) } }),
    }
    if (values.describe) {
      const drawn = await draw.page(mode, request)
      terminal.out(`${drawn ? rasterizer.describe(drawn.page) : "nothing to show"}\n`)
      return 0
    }
    const picture = await draw.picture(request)
    if (picture.mode === undefined) throw new NotFound(picture.failureMessage ?? "nothing could be drawn")
    writeFileSync(out, picture.bytes)
    terminal.out(
      `${out}: ${isFile(name) ? name : id}, ${screen.width} x ${screen.height}, ${screen.palette.id}, ${picture.bytes.length} bytes\n`,
    )
    return explain(picture, terminal)
  },
})

/** Prints why a page shows other content than requested. Returns the exit code. */
function explain({ failure, failureMessage, origin, mode }: Picture, terminal: Terminal): number {
  if (failure === undefined) return 0
  const shown =
    origin === "stale" ? "the last good content" : origin === "fallback" ? "the mode's offline content" : `mode ${mode}`
  terminal.error(
    `platen render: the page shows ${shown}, because of ${failure}: ${failureMessage ?? "no reason is known"}\n`,
  )
  return FALLBACK
}
