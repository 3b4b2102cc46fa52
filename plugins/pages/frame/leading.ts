import type { ScreenClass } from "platen/sdk/mode"

/** Line height of status line and footer: tighter than that of paragraphs, and the same multiple in every language. */
export function captionLeading({ id }: ScreenClass): number {
  return id === "xs" ? 1.25 : 1.35
}
