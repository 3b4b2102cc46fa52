import { column, icon, pixels, row, screenClass, text } from "platen/sdk"
import type { SceneNode } from "platen/sdk"

/** Pixels on the whole screen below which there is no room for anything but words, and for the sentence alone. */
const TIGHT = 25_000
const TINY = 12_000

/** The page that stands for an error: a sign, a heading, one sentence. Right at every size a screen may have. */
export function noticeScene({ title, message }: { readonly title: string; readonly message: string }, width: number, height: number, hasIcon: boolean): SceneNode {
  const screen = screenClass(width, height)
  const words = [
    text(title, { role: "lead", align: "center", fit: "shrink", balance: true, shrink: 0.2 }),
    text(message, { role: "body", align: "center", fit: "shrink", balance: true }),
  ]
  const area = width * height
  if (area < TIGHT) return column({ padding: [2, 4], gap: 2, align: "center", justify: "center" }, ...words.slice(area < TINY ? 1 : 0).map((each) => ({ ...each, minPx: 10 })))
  const sign = hasIcon && width >= 120 && height >= 100 ? [icon("warning", screen.id === "xs" ? 24 : pixels(40, screen), { label: "" })] : []
  const flat = width / height >= 1.8 && screen.id === "xs"
  return flat
    ? row({ padding: 12, gap: 12, align: "center", justify: "center" }, ...sign, column({ gap: 4, maxWidth: "80%", align: "start" }, ...words.map((each) => ({ ...each, align: "start" as const }))))
    : column({ padding: [pixels(12, screen), pixels(20, screen)], gap: pixels(10, screen), align: "center", justify: "center" }, ...sign, ...words)
}
