import { column, icon, pixels, row, screenClass, text } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"

/** Screen areas in pixels below which only the text fits, and below which only the sentence fits. */
const TIGHT = 25_000
const TINY = 12_000

/** Screen area in pixels below which an icon above the text would take its room. */
const TIGHT_SIGN = 35_000
/** Font size of the sentence in pixels, by screen class: larger screens are read from farther away. */
const SENTENCE = { xs: {}, s: { px: 17 }, m: { px: 20 }, l: { px: 28 }, xl: { px: 34 } } as const

/** Scene of an error page: icon, heading, one sentence. It fits every allowed screen size. */
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
