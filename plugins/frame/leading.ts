import type { ScreenClass } from "platen/sdk"

/** Line height of the lines above and below a page: the same in every language, so that the page has the same room. */
export function captionLeading({ id }: ScreenClass): number {
  return id === "xs" ? 1.25 : 1.35
}
