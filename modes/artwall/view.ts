import { inLanguage } from "platen/sdk"
import { datePhrase, toTraditional } from "platen/sdk/kit"
import { column, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Localised } from "platen/sdk"
import type { Placed, Scene, SceneNode, ViewContext } from "platen/sdk/mode"
import type { Art, Settings } from "./mode.js"
import { TITLES } from "./titles.js"

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

/** Palettes with a red ink, and with a yellow one. */
const RED: ReadonlySet<string> = new Set(["bwr", "bwry", "spectra6"])
const YELLOW: ReadonlySet<string> = new Set(["bwry", "spectra6"])

/** The picture of the day on its sheet, with a label below as in a museum. */
export function view(art: Art, context: Context): Scene {
  const { screen, width, height, language } = context
  const side = Math.round(Math.min(width, height) * (screen.id === "xs" ? 0.05 : 0.055))
  const foot = Math.max(4, Math.round(side * 0.6))
  return {
    language,
    frame: "bare",
    body: column(
      { grow: 1, padding: [side, side, foot, side], gap: foot },
      column({ grow: 1 }, picture(art, context)),
      label(art, context),
    ),
  }
}

function picture({ motif, variant, seed, season, day }: Art, context: Context): SceneNode {
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

/** The title, and the date and the place: in one line, or one below the other where the page is slim. */
function label(art: Art, context: Context): SceneNode {
  const { screen, width, height, words, language } = context
  const small = screen.id === "xs"
  const date = words(small ? "date.dayMonth" : "date.full", datePhrase(art.day, words))
  const hasPlace = art.place !== undefined && (!small || (art.place.length <= 14 && (width < SLIM || width >= 250)))
  const of = hasPlace ? [art.place, date] : [date]
  const caption = { role: "caption", family: "sans", lines: 1, fit: "shrink", minPx: 10, leading: 1.2 } as const
  const title = text(titleOf(art, language), {
    role: small ? "caption" : screen.id === "l" || screen.id === "xl" ? "lead" : "body",
    family: "serif",
    slant: "italic",
    lines: small && width < SLIM ? 2 : 1,
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
    // The drawing has these words already.
    spoken: false,
  })
  const rest = text(of.join(", "), caption)
  if (width < SLIM || width < height * 0.72)
    return column({ shrink: 0, gap: pixels(1, screen) }, title, rest, ...medium(context, caption))
  return row(
    { shrink: 0, gap: pixels(12, screen), align: "center" },
    { ...title, shrink: 1 },
    spacer(),
    screen.id === "l" || screen.id === "xl"
      ? column({ shrink: 0, align: "end" }, rest, ...medium(context, caption))
      : { ...rest, shrink: 0 },
  )
}

/** Width in pixels below which title and date stand one below the other. */
const SLIM = 210

/** How the picture was made, where there is room for it. */
function medium({ screen, language }: Context, style: object): SceneNode[] {
  return screen.id === "xs" || screen.id === "s" ? [] : [text(inLanguage(BY_CODE, language), style)]
}

export function titleOf({ motif, variant }: Pick<Art, "motif" | "variant">, language: string): string {
  const titles = Object.fromEntries(Object.entries(TITLES).map(([tag, all]) => [tag, all[motif][variant]!]))
  return toTraditional(inLanguage(titles as Localised, language), language)
}
