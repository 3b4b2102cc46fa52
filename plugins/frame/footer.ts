import { icon, pixels, row, text } from "platen/sdk/mode"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"
import { captionLeading } from "./leading.js"

/** Icon sizes that match the caption, in pixels by screen class. */
const ICON_PX = { xs: 12, s: 12, m: 16, l: 20, xl: 28 } as const

export function footer(scene: Scene, { screen, mode }: FrameContext): SceneNode {
  const side = pixels(12, screen)
  const small = screen.id === "xs"
  const leading = captionLeading(screen)
  const name = scene.footer?.icon ?? mode.icon
  const label = scene.footer?.label ?? mode.title
  const attribution = scene.footer?.attribution
  return row(
    {
      padding: [small ? 1 : pixels(5, screen), side, small ? 1 : pixels(6, screen), side],
      align: "center",
      gap: pixels(6, screen),
      shrink: 0,
    },
    ...(name ? [icon(name, ICON_PX[screen.id])] : []),
    text(label, { role: "caption", leading, lines: 1, shrink: 0 }),
    ...(attribution ? [text(attribution, { role: "caption", leading, lines: 1, grow: 1, align: "end" })] : []),
  )
}
