import type { ScreenClass } from "platen/sdk/mode"

/** Line height of the lines above and below a page: tighter than a paragraph's, and the same multiple in every language. */
export function captionLeading({ id }: ScreenClass): number {
  return id === "xs" ? 1.25 : 1.35
}
