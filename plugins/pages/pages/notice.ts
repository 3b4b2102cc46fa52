import { column, icon, lineWeight, pageMargin, pixels, row, rule, screenClass, spacer, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"

/** Screen areas in pixels below which only the text fits, and below which only the sentence fits. */
const TIGHT = 25_000
const TINY = 12_000

/** Screen area in pixels below which an icon above the text would take its room. */
const TIGHT_SIGN = 35_000
/** Share of the height above the words: a device may paint its clock over what stands higher. */
const CLOCK = 0.09

/** Scene of an error page: icon, heading, one sentence, on a strict left axis. It fits every allowed screen size. */
export function noticeScene(
  { title, message }: { readonly title: string; readonly message: string },
  width: number,
  height: number,
  hasIcon: boolean,
): SceneNode {
  const screen = screenClass(width, height)
  const area = width * height
  const isFlat = screen.shape === "strip"
  const heading = text(title, {
    role: area < TIGHT ? "body" : isFlat || screen.id === "xs" ? "lead" : "title",
    family: "serif",
    weight: "bold",
    fit: "shrink",
    minPx: 10,
    leading: 1.15,
    shrink: 0.2,
  })
  const sentence = text(message, {
    role: area < TIGHT ? "caption" : isFlat || screen.id === "xs" ? "body" : "lead",
    family: "serif",
    fit: "shrink",
    minPx: 10,
    leading: 1.3,
  })
  if (area < TIGHT)
    return column({ padding: [2, 4], gap: 2, justify: "center" }, ...(area < TINY ? [] : [heading]), sentence)
  const sign =
    hasIcon && width >= 120 && height >= 100 && (isFlat || area >= TIGHT_SIGN)
      ? [icon("warning", screen.id === "xs" ? 24 : pixels(36, screen), { label: "" })]
      : []
  const side = pageMargin(screen)
  const words = [
    heading,
    rule({ width: pixels(40, screen), thickness: lineWeight(2, screen), self: "start" }),
    sentence,
  ]
  if (isFlat)
    return row(
      { padding: [Math.ceil(height * CLOCK), side, 6, side], gap: 12, align: "center" },
      ...sign,
      column({ grow: 1, gap: 4, justify: "center" }, ...words),
    )
  return column(
    { padding: [Math.ceil(height * CLOCK), side, pixels(14, screen), side], gap: pixels(10, screen) },
    ...sign,
    ...words,
    spacer(),
  )
}
