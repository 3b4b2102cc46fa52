import { datePhrase } from "platen/sdk/kit"
import { column, icon, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"
import { captionLeading } from "./leading.js"
import { pen } from "./masthead.js"

/** Icon sizes that match the signature, in pixels by screen class. */
const ICON_PX = { xs: 12, s: 16, m: 16, l: 20, xl: 28 } as const

/** Maximum font size of a caption in pixels, by screen class. */
const CAPTION = { xs: 12, s: 12, m: 16, l: 18, xl: 24 } as const
/** Approximate widths of characters, in em. */
const IDEOGRAPH_WIDTH = 1
const LETTER_WIDTH = 0.6

/** Share card: the page with a margin, and a last line with the mode, the attribution and the date. */
export function card(page: SceneNode, scene: Scene, context: FrameContext): SceneNode {
  const { screen } = context
  return column(
    { fill: "white", padding: pixels(screen.id === "xs" ? 4 : 8, screen) },
    column(
      { grow: 1, border: screen.id === "xs" || screen.id === "s" ? 1 : 2 },
      { ...column({ grow: 1 }, page) },
      ...attribution(scene, context),
      ...signature(scene, context),
    ),
  )
}

/** The attribution, on a separate line when it is long. */
function attribution(scene: Scene, context: FrameContext): SceneNode[] {
  const { footer } = scene
  const { screen, mode } = context
  if (!footer?.attribution || signed(scene, context) !== (footer.label ?? mode.title)) return []
  const side = pixels(12, screen)
  return [
    row(
      { shrink: 0, padding: [0, side, pixels(4, screen), side] },
      text(footer.attribution, {
        role: "caption",
        leading: captionLeading(screen),
        lines: 1,
        grow: 1,
        align: "center",
      }),
    ),
  ]
}

/** Title of the mode, with the attribution if that is short. */
function signed({ footer }: Scene, { screen, width, mode, now, words }: FrameContext): string {
  const label = footer?.label ?? mode.title
  if (!footer?.attribution) return label
  const whole = `${label} · ${footer.attribution}`
  const rest = width - pixels(2 * (8 + 10 + 6) + 16, screen) - pixels(12, screen)
  return (ems(whole) + ems(words("date.full", datePhrase(now, words)))) * CAPTION[screen.id] <= rest ? whole : label
}

/** Approximate width of a text, in em. */
function ems(text: string): number {
  return [...text].reduce(
    (sum, character) =>
      sum + (/[\u3000-\u9fff\uac00-\ud7af\uf900-\uffef]/.test(character) ? IDEOGRAPH_WIDTH : LETTER_WIDTH),
    0,
  )
}

/** Signature line: icon, title and date. */
function signature(scene: Scene, context: FrameContext): SceneNode[] {
  const { screen, mode, now, words } = context
  const side = pixels(10, screen)
  const name = scene.footer?.icon ?? mode.icon
  const said = { role: "caption", leading: captionLeading(screen), lines: 1, shrink: 0 } as const
  return [
    row({ shrink: 0, padding: [0, side] }, { ...column({ grow: 1 }, rule()) }),
    row(
      {
        shrink: 0,
        padding: [pixels(3, screen), side, pixels(4, screen), side],
        gap: pixels(6, screen),
        align: "center",
      },
      ...(name ? [icon(name, ICON_PX[screen.id])] : []),
      text(signed(scene, context), { ...said, shrink: 1 }),
      ...pen(scene.written, context),
      spacer(),
      text(words("date.full", datePhrase(now, words)), said),
    ),
  ]
}
