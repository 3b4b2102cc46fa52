import { column, icon, pixels, row, screenClass, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"

/** Pixels on the whole screen below which there is no room for anything but words, and for the sentence alone. */
const TIGHT = 25_000
const TINY = 12_000

/** Below it a pictogram above the words takes room that they need. */
const TIGHT_SIGN = 35_000
/** Pixels of the sentence, by the class of the screen: it is read from where the screen hangs. */
const SENTENCE = { xs: {}, s: { px: 16 }, m: { px: 20 }, l: { px: 28 }, xl: { px: 32 } } as const

/** The page that stands for an error: a sign, a heading, one sentence. Right at every size a screen may have. */
export function noticeScene(
  { title, message }: { readonly title: string; readonly message: string },
  width: number,
  height: number,
  hasIcon: boolean,
): SceneNode {
  const screen = screenClass(width, height)
  const words = [
    text(title, {
      role: screen.id === "xs" ? "lead" : "title",
      align: "center",
      fit: "shrink",
      balance: true,
      shrink: 0.2,
    }),
    text(message, { role: "body", ...SENTENCE[screen.id], align: "center", fit: "shrink", minPx: 10, balance: true }),
  ]
  const area = width * height
  if (area < TIGHT)
    return column(
      { padding: [2, 4], gap: 2, align: "center", justify: "center" },
      ...words.slice(area < TINY ? 1 : 0).map((each) => ({ ...each, minPx: 10 })),
    )
  const flat = width / height >= 1.8 && screen.id === "xs"
  const sign =
    hasIcon && width >= 120 && height >= 100 && (flat || area >= TIGHT_SIGN)
      ? [icon("warning", screen.id === "xs" ? 24 : pixels(40, screen), { label: "" })]
      : []
  return flat
    ? row(
        { padding: 12, gap: 12, align: "center", justify: "center" },
        ...sign,
        column(
          { gap: 4, maxWidth: "80%", align: "start" },
          ...words.map((each) => ({ ...each, align: "start" as const })),
        ),
      )
    : column(
        {
          padding: [pixels(12, screen), pixels(20, screen)],
          gap: pixels(10, screen),
          align: "center",
          justify: "center",
        },
        ...sign,
        ...words,
      )
}
