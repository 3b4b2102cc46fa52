import { column, datePhrase, icon, pixels, row, rule, spacer, text } from "platen/sdk"
import type { FrameContext, Scene, SceneNode } from "platen/sdk"
import { captionLeading } from "./leading.js"

/** Pictograms have sizes of their own: the one that goes with the signature. */
const ICON_PX = { xs: 12, s: 16, m: 16, l: 20, xl: 28 } as const

/** A page for people to send to one another: paper round it, whose words they are below, and small in the last line what it is and of which day. */
export function card(page: SceneNode, scene: Scene, context: FrameContext): SceneNode {
  const { screen } = context
  return column({ fill: "white", padding: pixels(screen.id === "xs" ? 4 : 8, screen) },
    column({ grow: 1, border: screen.id === "xs" || screen.id === "s" ? 1 : 2 },
      { ...column({ grow: 1 }, page) },
      ...attribution(scene, context),
      ...signature(scene, context),
    ),
  )
}

/** In a line of its own: there it may be long. */
function attribution({ footer }: Scene, { screen }: FrameContext): SceneNode[] {
  if (!footer?.attribution) return []
  const side = pixels(12, screen)
  return [row({ shrink: 0, padding: [0, side, pixels(4, screen), side] },
    text(footer.attribution, { role: "caption", leading: captionLeading(screen), lines: 1, grow: 1, align: "center" }),
  )]
}

/** What the page is, and the day that it is of. */
function signature({ footer }: Scene, { screen, mode, now, words }: FrameContext): SceneNode[] {
  const side = pixels(10, screen)
  const name = footer?.icon ?? mode.icon
  const said = { role: "caption", leading: captionLeading(screen), lines: 1, shrink: 0 } as const
  return [
    row({ shrink: 0, padding: [0, side] }, { ...column({ grow: 1 }, rule()) }),
    row({ shrink: 0, padding: [pixels(3, screen), side, pixels(4, screen), side], gap: pixels(6, screen), align: "center" },
      ...(name ? [icon(name, ICON_PX[screen.id])] : []),
      text(footer?.label ?? mode.title, said),
      spacer(),
      text(words("date.full", datePhrase(now, words)), said),
    ),
  ]
}
