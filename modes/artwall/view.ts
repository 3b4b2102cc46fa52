import { inLanguage } from "platen/sdk"
import { datePhrase } from "platen/sdk/kit"
import { column, icon, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Localised } from "platen/sdk"
import type { Placed, Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import type { Art, Settings } from "./mode.js"
import { paintedPicture } from "./painted.js"
import { titleOf } from "./titles.js"

type Context = ViewContext<Settings>

/** The node of the plugin "line-drawings". */
interface Drawing extends Placed {
  readonly type: "drawing"
  readonly motif: string
  readonly variant: number
  readonly seed: number
  readonly season: string
  readonly moon: number
  readonly south: boolean
  readonly accent: "black" | "red"
  readonly light: "white" | "yellow"
  readonly label: string
}
declare module "platen/sdk/mode" {
  interface PluginNodes {
    readonly drawing: Drawing
  }
}

const BY_CODE: Localised = {
  en: "Drawn by code",
  de: "Vom Programm gezeichnet",
  es: "Dibujado por un programa",
  fr: "Dessiné par un programme",
  it: "Disegnato da un programma",
  ja: "プログラムによる線画",
  nl: "Getekend door een programma",
  zh: "程序绘制",
}

const PAINTED: Localised = {
  en: "Painted by a model",
  de: "Von einem Modell gemalt",
  es: "Pintado por un modelo",
  fr: "Peint par un modèle",
  it: "Dipinto da un modello",
  ja: "モデルが描いた絵",
  nl: "Geschilderd door een model",
  zh: "由模型绘制",
}

/** Palettes with a red ink, and with a yellow one. */
const RED: ReadonlySet<string> = new Set(["bwr", "bwry", "spectra6"])
const YELLOW: ReadonlySet<string> = new Set(["bwry", "spectra6"])

/** The picture of the day on its sheet, with a label as in a museum: below it, or beside a square one on a wide page. */
export function view(art: Art, context: Context): Scene {
  const { screen, width, height, language } = context
  const side = Math.round(Math.min(width, height) * (screen.id === "xs" ? 0.05 : 0.055))
  const foot = Math.max(4, Math.round(side * 0.6))
  const square = height - 2 * side
  const isBeside = art.painted !== undefined && width - square >= square * BESIDE
  return {
    language,
    frame: "bare",
    body: isBeside
      ? row(
          { grow: 1, padding: side, gap: side },
          column({ width: square, shrink: 0 }, picture(art, context)),
          column({ grow: 1, justify: "end" }, label(art, context, true)),
        )
      : column(
          { grow: 1, padding: [side, side, foot, side], gap: foot },
          column({ grow: 1 }, picture(art, context)),
          label(art, context, width < SLIM || width < height * 0.72),
        ),
  }
}

/** Room beside a square picture that a label needs, as a share of its side. */
const BESIDE = 0.4

function picture({ motif, variant, seed, season, day, painted }: Art, context: Context): SceneNode {
  if (painted !== undefined) return paintedPicture(painted, titleOf({ motif, variant }, context.language))
  const { moon, south } = context.sky(day)
  return {
    type: "drawing",
    grow: 1,
    motif,
    variant,
    seed,
    season,
    moon: moon.phase,
    south,
    accent: RED.has(context.palette) ? "red" : "black",
    light: YELLOW.has(context.palette) ? "yellow" : "white",
    label: titleOf({ motif, variant }, context.language),
  }
}

/** The title, and the date and the place: in one line, or one below the other (`isStacked`). */
function label(art: Art, context: Context, isStacked: boolean): SceneNode {
  const { screen, width, language } = context
  const small = screen.id === "xs"
  const title = text(titleOf(art, language), {
    role: small ? "caption" : screen.id === "l" || screen.id === "xl" ? "lead" : "body",
    family: "serif",
    slant: "italic",
    lines: isStacked ? 3 : 1,
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
    // The picture has these words already.
    spoken: false,
  })
  const rest = text(dateAndPlace(art, context), { ...CAPTION, lines: isStacked ? 3 : 1 })
  const made = medium(art, context)
  if (isStacked) return column({ shrink: 0, gap: pixels(small ? 1 : 3, screen) }, title, rest, ...made)
  const isLarge = screen.id === "l" || screen.id === "xl"
  return row(
    { shrink: 0, gap: pixels(width < SLIM ? 4 : 12, screen), align: "center" },
    { ...title, shrink: 1 },
    spacer(),
    ...(isLarge ? [column({ shrink: 0, align: "end" }, rest, ...made)] : [...made, { ...rest, shrink: 0 }]),
  )
}

const CAPTION = { role: "caption", family: "sans", lines: 1, fit: "shrink", minPx: 10, leading: 1.2 } as const
/** Width in pixels below which title and date stand one below the other. */
const SLIM = 210
/** Characters of a place for which a small page has room, and the width in pixels that it needs beside the title. */
const SHORT_PLACE = 14
const PLACE_FROM = 250

function dateAndPlace({ day, place }: Art, { screen, width, words }: Context): string {
  const small = screen.id === "xs"
  const date = words(small ? "date.dayMonth" : "date.full", datePhrase(day, words))
  const hasRoom = !small || ((place?.length ?? 0) <= SHORT_PLACE && (width < SLIM || width >= PLACE_FROM))
  return place !== undefined && hasRoom ? `${place}, ${date}` : date
}

/** How the picture was made: always where a model painted it, with a pen, else where there is room. */
function medium({ painted }: Art, { screen, width, language }: Context): SceneNode[] {
  const isLarge = screen.id === "l" || screen.id === "xl"
  if (painted === undefined)
    return isLarge || (screen.id === "m" && width < 600) ? [text(inLanguage(BY_CODE, language), CAPTION)] : []
  const words = inLanguage(PAINTED, language)
  const pen = (label?: string): SceneNode => icon("pen", isLarge ? 16 : 12, { shrink: 0, ...(label && { label }) })
  return screen.id === "xs" || screen.id === "s"
    ? [pen(words)]
    : [row({ shrink: 0, gap: pixels(4, screen), align: "center" }, pen(), text(words, CAPTION))]
}
