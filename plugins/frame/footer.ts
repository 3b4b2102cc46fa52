import { pageMargin, pixels, row, text } from "platen/sdk/mode"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"
import { captionLeading } from "./leading.js"

/** The line below a page: its origin or work, in italic. Nothing where a page says none. */
export function footer({ footer: said }: Scene, { screen }: FrameContext): SceneNode[] {
  if (!said?.attribution) return []
  const side = pageMargin(screen)
  return [
    row(
      { padding: [pixels(2, screen), side, pixels(6, screen), side], shrink: 0 },
      text(said.attribution, {
        role: "caption",
        family: "serif",
        slant: "italic",
        leading: captionLeading(screen),
        lines: 1,
        grow: 1,
        align: "end",
      }),
    ),
  ]
}
