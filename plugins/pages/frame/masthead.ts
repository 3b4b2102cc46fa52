import { captionPx, clockTime, datePhrase, isRightToLeft, localDigits, localPercent, measured } from "platen/sdk/kit"
import { column, crispPx, icon, lineWeight, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { FrameContext, Scene, SceneNode } from "platen/sdk/mode"

/** The rows that a device may paint its clock over, and the columns, as shares of the page. */
const CLOCK = { top: 0.02, bottom: 0.08, right: 0.14 } as const
/** Where the name of a page begins, as a share of the width. */
const NAME_FROM = 0.15
/** Width in pixels below which no device draws a clock. */
const NARROW = 250
/** Width in pixels below which the name is not spaced, and the battery has no number. */
const SHORT = 300
/** Width in pixels below which the name leaves no room for the date. */
const SLIM = 210
/** Line height of what stands in the masthead: there is little room. */
const LEADING = 1.1
/** Letter-spacing of the name, as a multiple of its size. */
const SPACED = 0.14
const TIGHT = 0.03
/** Smallest size of the name, in pixels. */
const LEAST_PX = 10

/**
 * Masthead: a heavy rule, the mode in spaced capitals, the date and the battery, a hairline. No line crosses the area in
 * which a device paints its clock; of the masthead only the icon of the mode stands there.
 */
export function masthead({ footer: said, written }: Scene, context: FrameContext): SceneNode {
  const { screen, width, height, mode } = context
  const sign = said?.icon ?? mode.icon
  const side = pageMargin(screen)
  const heavy = Math.max(2, lineWeight(screen.id === "xs" ? 2 : 3, screen))
  const clockTop = Math.floor(height * CLOCK.top)
  const above = Math.max(0, clockTop - heavy)
  const line = lineOf(context)
  // Above the clock there is room for the rule; else it begins at the top edge.
  const clockBottom = Math.ceil(height * CLOCK.bottom)
  const inner = Math.max(line + 2, clockBottom - above - heavy)
  const isNarrow = width < NARROW
  const slot = isNarrow ? 0 : Math.ceil(width * NAME_FROM) - side
  const size = Math.min(ICON_PX[screen.id], inner)
  const clock =
    slot > 0
      ? [
          column(
            { width: slot - pixels(8, screen), shrink: 0, justify: "center" },
            ...(sign && slot - pixels(8, screen) >= size ? [icon(sign, size)] : []),
          ),
        ]
      : []
  const title = said?.label ?? mode.title
  const words = [
    name(title, inner, context),
    ...pen(written, context),
    spacer(),
    ...status(said?.isDated !== true && hasRoomForDate(title, context), inner, context),
  ]
  return column(
    { padding: [above, side, 0, side], shrink: 0 },
    rule({ thickness: heavy }),
    row(
      { height: inner, align: "center", gap: pixels(isNarrow ? 4 : 8, screen) },
      // A device paints its clock at the left, also over a page that reads from the right.
      ...(isRightToLeft(context.language) ? [...words, ...clock] : [...clock, ...words]),
    ),
    rule({ thickness: lineWeight(1, screen) }),
  )
}

/** Icon sizes that match a caption, in pixels by screen class. */
const ICON_PX = { xs: 12, s: 16, m: 16, l: 24, xl: 32 } as const

function lineOf({ screen }: FrameContext): number {
  return { xs: 13, s: 18, m: 20, l: 24, xl: 32 }[screen.id]
}

/** Whether a caption is higher than the masthead, as on a screen that is read from across a hall: then the name alone stands there, in a size that it has room for. */
function isHigh(height: number, screen: FrameContext["screen"]): boolean {
  return captionPx(screen) * LEADING > height + 1
}

/** The name of the mode, in capitals where the script has them and the page has room for them. */
function name(title: string, height: number, { language, width, screen }: FrameContext): SceneNode {
  const capitals = title.toLocaleUpperCase(language)
  const room = width * (width < SLIM ? 0.9 : 0.4)
  const hasRoom = width >= SHORT || measured(capitals).longest * LEAST_PX <= room
  return text(hasRoom ? capitals : title, {
    ...(isHigh(height, screen) ? { px: crispPx(height / LEADING) } : { role: "caption" as const }),
    family: "sans",
    weight: "bold",
    tracking: width < SHORT ? TIGHT : SPACED,
    leading: LEADING,
    lines: 1,
    fit: "shrink",
    minPx: LEAST_PX,
    wrap: false,
  })
}

/** Width of the battery with its number, as a multiple of the size of a caption. */
const BATTERY = 5

/** Whether the date has room beside the name, which does not grow as far as it where a screen is read from a distance. */
function hasRoomForDate(title: string, { language, width, screen, words, now }: FrameContext): boolean {
  if (screen.grown === 1) return true
  const named = measured(title.toLocaleUpperCase(language)).longest + title.length * SPACED
  const dated = measured(words("date.short", datePhrase(now, words))).longest + BATTERY
  return named * LEAST_PX + dated * captionPx(screen) * DATE <= width * (1 - NAME_FROM) - pageMargin(screen)
}

/** Width of a date as a share of the estimate. */
const DATE = 0.95

/** The sign of a text that a language model wrote. */
export function pen(written: Scene["written"], { screen, words }: Pick<FrameContext, "screen" | "words">): SceneNode[] {
  if (!written) return []
  return [icon("pen", screen.id === "l" || screen.id === "xl" ? 16 : 12, { label: words("written"), shrink: 0 })]
}

/** Date and battery, and how old the content is. On a narrow page the most important of them alone, and of captions that are too high only what is urgent. */
function status(withDate: boolean, height: number, context: FrameContext): SceneNode[] {
  const { now, words, width, battery: percent, screen } = context
  const leading = LEADING
  const made = asOf(context)
  const date = withDate
    ? [
        text(words("date.short", datePhrase(now, words)), {
          role: "caption",
          leading,
          lines: 1,
          shrink: 0,
          fit: "shrink",
          minPx: LEAST_PX,
        }),
      ]
    : []
  const isBrief = isHigh(height, screen)
  if (width >= NARROW && !isBrief) return [...made, ...date, ...battery(context)]
  if (made.length > 0) return made
  if (percent !== undefined && percent < LOW) return battery(context)
  return width < SLIM || isBrief ? [] : date
}

/** Corner plate with what is to be said of a page without a status line; undefined when there is nothing. */
export function plate({ written }: Scene, context: FrameContext): SceneNode | undefined {
  const { battery: percent, screen } = context
  const said = [
    ...pen(written, context),
    ...asOf(context),
    ...(percent !== undefined && percent < LOW ? battery(context) : []),
  ]
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
function asOf({ asOf: made, words }: FrameContext): SceneNode[] {
  if (!made) return []
  const leading = LEADING
  const isOf12 = words("time.am") !== ""
  const time = isOf12 ? clockTime(made, words) : localDigits(`${two(made.hour)}:${two(made.minute)}`, words)
  const phrase = made.today
    ? words("as-of", { time })
    : words("as-of.day", { date: words("date.dayMonth", datePhrase(made, words)) })
  return [text(phrase, { role: "caption", leading, lines: 1, weight: "bold", shrink: 0 })]
}

function battery({ battery: percent, batteryIcon, screen, width, words }: FrameContext): SceneNode[] {
  if (percent === undefined) return []
  const leading = LEADING
  const size = screen.id === "xs" || screen.id === "s" ? 12 : 16
  const drawn =
    batteryIcon === undefined
      ? cell(percent, size)
      : icon(batteryIcon, screen.id === "l" || screen.id === "xl" ? 24 : size, { ink: inkOf(percent) })
  return [
    row(
      { align: "center", gap: pixels(5, screen), shrink: 0 },
      ...(width >= SHORT || percent < LOW
        ? [
            text(localPercent(percent, words), {
              role: "caption",
              leading,
              lines: 1,
              tabular: true,
              shrink: 0,
            }),
          ]
        : []),
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
