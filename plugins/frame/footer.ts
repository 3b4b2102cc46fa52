import { pageMargin, pixels, row, text } from "platen/sdk/mode"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"
import { captionLeading } from "./leading.js"

/** The line below a page: its origin or work, in italic. Nothing where a page says neither. */
export function footer({ footer: said }: Scene, { screen }: FrameContext): SceneNode[] {
  const leading = captionLeading(screen)
  const { label, attribution } = said ?? {}
  if (!label && !attribution) return []
  const side = pageMargin(screen)
  const look = { role: "caption", family: "serif", slant: "italic", leading, lines: 1 } as const
  return [
    row(
      { padding: [pixels(2, screen), side, pixels(6, screen), side], gap: pixels(8, screen), shrink: 0 },
      ...(label ? [text(label, { ...look, shrink: 0 })] : []),
      ...(attribution ? [text(attribution, { ...look, grow: 1, align: "end" })] : []),
    ),
  ]
}
