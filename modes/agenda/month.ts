import { dayNumber, dayOf, localDigits } from "platen/sdk/kit"
import { column, grid, pixels, row, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { SceneNode, Text } from "platen/sdk/mode"
import { dayAfter, eventsOn, isoOf } from "./days.js"
import type { AgendaDay, Context } from "./days.js"
import type { AgendaData } from "./mode.js"
import { mark } from "./rows.js"
import { lineHeight, shortened } from "./sizes.js"

const WEEK = 7
/** Marks of a day that has no room for titles. */
const MARKS = 4
/** Pixels of width from which a day has room for titles. */
const TITLED = 72

/** The weeks of a month, each day with its events. `width`, `height`: pixels of the whole. */
export function monthGrid(data: AgendaData, context: Context, width: number, height: number): SceneNode {
  const weeks = weeksOf(data, context)
  const head = lineHeight("caption", context)
  const size = { width: width / WEEK, height: (height - head) / weeks.length }
  return column(
    { grow: 1 },
    row(
      { shrink: 0 },
      ...weeks[0]!.map(({ weekday }) =>
        text(context.words(`weekday.short.${weekday}`), {
          ...CELL,
          align: "center",
          grow: 1,
          basis: 0,
          weight: "bold",
        }),
      ),
    ),
    ...weeks.map((week) =>
      grid(
        { columns: WEEK, grow: 1, even: true, border: [1, 0, 0, 0] },
        ...week.map((day) => dayCell(eventsOn(data, day), data, context, size)),
      ),
    ),
  )
}

const CELL: Partial<Text> = { role: "caption", lines: 1, fit: "shrink", minPx: 10, leading: 1.2 }

/** The weeks that hold the month of the page's day. */
function weeksOf(data: AgendaData, { words }: Context): readonly (readonly LocalDay[])[] {
  const { year, month } = data.day
  const first = dayNumber(year, month, 1)
  const start = Number(words("first-day-of-week"))
  const weekday = (dayOf(first).weekday - start + WEEK) % WEEK
  const last = dayNumber(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1
  const weeks = Math.ceil((last - first + 1 + weekday) / WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (_, i) => dayOf(first - weekday + week * WEEK + i)),
  )
}

function dayCell(
  { day, events }: AgendaDay,
  data: AgendaData,
  context: Context,
  { width, height }: { readonly width: number; readonly height: number },
): SceneNode {
  const { screen, words } = context
  const isToday = isoOf(day) === isoOf(dayAfter(data))
  const isOther = day.month !== data.day.month
  const line = lineHeight("caption", context)
  const room = Math.floor((height - line - pixels(4, screen)) / line)
  const hasTitles = width >= TITLED && room >= 1
  const number = text(localDigits(String(day.day), words), {
    ...CELL,
    shrink: 0,
    weight: isToday ? "bold" : "regular",
    ...(isToday && { ink: "white" as const }),
  })
  const side = pixels(2, screen)
  const marks = isOther ? [] : events.slice(0, Math.max(1, Math.min(MARKS, Math.floor(width / pixels(9, screen)))))
  return column(
    { padding: [side, side, 0, side], gap: side, minWidth: 0 },
    row(
      {},
      row(
        isToday ? { fill: "black", padding: [0, pixels(3, screen)], radius: side, shrink: 0 } : { shrink: 0 },
        number,
      ),
    ),
    ...(hasTitles || marks.length === 0
      ? []
      : [row({ gap: side, shrink: 0 }, ...marks.map(({ calendar }) => mark(calendar, "caption", data, context)))]),
    ...(hasTitles && !isOther
      ? events
          .slice(0, room)
          .map(({ title }, i) =>
            text(
              i === room - 1 && events.length > room
                ? `+${events.length - room + 1}`
                : shortened(title || "–", width - 3 * side, "caption", context),
              CELL,
            ),
          )
      : []),
  )
}
