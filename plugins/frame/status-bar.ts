import { datePhrase, localDigits } from "platen/sdk/kit"
import { column, icon, pixels, row, spacer, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { FrameContext, SceneNode } from "platen/sdk/mode"
import { captionLeading } from "./leading.js"

const PARTS = [
  { from: 23, key: "night" },
  { from: 18, key: "evening" },
  { from: 14, key: "afternoon" },
  { from: 12, key: "noon" },
  { from: 8, key: "morning" },
  { from: 5, key: "dawn" },
  { from: 0, key: "night" },
] as const

/** Share of the width in which a device may draw its own clock over the label. */
const CLOCK_SHARE = 0.14
/** Width in pixels below which no device draws a clock. */
const NARROW = 250
/** Width in pixels below which the day does not fit beside the battery. */
const SLIM = 180

export function statusBar(context: FrameContext): SceneNode {
  const { screen, now, words } = context
  const side = pixels(12, screen)
  const small = screen.id === "xs"
  const leading = captionLeading(screen)
  const part = PARTS.find(({ from }) => now.hour >= from)!.key
  const label = words(`part.${part}${small || screen.id === "s" ? ".short" : ""}`)
  const above = small ? 1 : pixels(6, screen)
  const narrow = context.width < NARROW
  const made = asOf(context)
  const date =
    narrow && (made.length > 0 || (context.width < SLIM && context.battery !== undefined))
      ? []
      : [text(words("date.short", datePhrase(now, words)), { role: "caption", leading, lines: 1, shrink: 0 })]
  return row(
    {
      padding: [above, side, small ? 1 : pixels(5, screen), side],
      align: "center",
      gap: pixels(narrow ? 5 : 12, screen),
      shrink: 0,
    },
    text(label, {
      role: "caption",
      leading,
      lines: 1,
      shrink: 0,
      ...(!narrow && { width: Math.floor(context.width * CLOCK_SHARE) - side }),
    }),
    spacer(),
    ...made,
    ...date,
    ...battery(context),
  )
}

/** Corner plate with the warnings of a page without a status line; undefined when there are none. */
export function plate(context: FrameContext): SceneNode | undefined {
  const { battery: percent, screen } = context
  const said = [...asOf(context), ...(percent !== undefined && percent < LOW ? battery(context) : [])]
  if (said.length === 0) return undefined
  const inset = pixels(8, screen)
  return column(
    { justify: "end", align: "end", padding: inset },
    row(
      {
        fill: "white",
        padding: [pixels(3, screen), pixels(8, screen)],
        gap: pixels(10, screen),
        align: "center",
        shrink: 0,
      },
      ...said,
    ),
  )
}

/** Mark of stale content. */
function asOf({ asOf: made, words, screen }: FrameContext): SceneNode[] {
  if (!made) return []
  const leading = captionLeading(screen)
  const time = localDigits(`${two(made.hour)}:${two(made.minute)}`, words)
  const phrase = made.today
    ? words("as-of", { time })
    : words("as-of.day", {
        date: words("date.dayMonth", datePhrase(made, words)),
      })
  return [text(phrase, { role: "caption", leading, lines: 1, weight: "bold", shrink: 0 })]
}

function battery({ battery: percent, batteryIcon, screen }: FrameContext): SceneNode[] {
  if (percent === undefined) return []
  const leading = captionLeading(screen)
  const size = screen.id === "xs" || screen.id === "s" ? 12 : 16
  const drawn =
    batteryIcon === undefined
      ? cell(percent, size)
      : icon(batteryIcon, screen.id === "l" || screen.id === "xl" ? 24 : size, { ink: inkOf(percent) })
  return [
    row(
      { align: "center", gap: pixels(5, screen), shrink: 0 },
      text(`${percent}%`, { role: "caption", leading, lines: 1, tabular: true, shrink: 0 }),
      drawn,
    ),
  ]
}

/** Battery charge in per cent below which it is low. */
const LOW = 20

/** Ink of the battery: red below 20 %, yellow below 50 %, where the panel has the ink. */
function inkOf(percent: number): Ink {
  return percent < LOW ? "red" : percent < 50 ? "yellow" : "black"
}

/** Battery icon, filled by charge. */
function cell(percent: number, size: number): SceneNode {
  const height = size === 12 ? 10 : 12
  const width = size === 12 ? 20 : 26
  const ink = inkOf(percent)
  const room = width - 4
  const filled = Math.round((room * percent) / 100)
  return row(
    { align: "center", shrink: 0, spoken: false },
    row(
      { width, height, border: 1, radius: 2, padding: 1, shrink: 0 },
      ...(filled > 0 ? [column({ width: filled, fill: ink, shrink: 0 })] : []),
    ),
    column({ width: 2, height: height - 6, fill: "black", shrink: 0 }),
  )
}

function two(value: number): string {
  return String(value).padStart(2, "0")
}
