import { clockTime, datePhrase } from "platen/sdk/kit"
import { column, icon, pixels, row, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { SceneNode, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"

type Screen = ViewContext["screen"]

/** Sun and moon of the day, and the next solar term of a Chinese calendar. */
export function facts(
  { lunar }: CalendarData,
  day: LocalDay,
  { words, sky, screen }: ViewContext<CalendarSettings>,
): SceneNode[] {
  const { moon, sun, south } = sky(day)
  const isSmall = screen.id === "s"
  const risen = sun && "rise" in sun ? sun : undefined
  const [rise, set] = risen ? [risen.rise, risen.set].map((time) => clockTime(time, words)) : []
  const rows = [
    ...(lunar ? [[lunar.nextTerm.name, words("date.dayMonth", datePhrase(lunar.nextTerm, words))]] : []),
    ...(rise && set && !isSmall
      ? [
          [words("sun.rise"), rise],
          [words("sun.set"), set],
        ]
      : []),
  ]
  return [
    ...(rows.length > 0 ? [factTable(rows, screen)] : []),
    ...(rise && set && isSmall ? [sunLine(`${rise} – ${set}`, words("sun"), screen)] : []),
    moonLine(words(`moon.${moon.name}`), { phase: moon.phase, south, label: words("moon") }, screen),
  ]
}

function factTable(rows: readonly (readonly string[])[], screen: Screen): SceneNode {
  return {
    type: "table",
    role: "caption",
    leading: 1.15,
    rowGap: pixels(1, screen),
    shrink: 0,
    fit: "shrink",
    columns: [
      { leader: true, family: "sans", weight: "bold" },
      { width: "auto", align: "end", family: "serif" },
    ],
    rows,
  }
}

/** The hours of the sun after its sign: after its short name they would read as those of a Sunday. */
function sunLine(hours: string, label: string, screen: Screen): SceneNode {
  return row(
    { gap: pixels(8, screen), align: "center", shrink: 0 },
    column({ width: pixels(22, screen), align: "center", shrink: 0 }, icon("sun", 16, { label })),
    text(hours, { role: "caption", lines: 1, fit: "shrink", minPx: 10, leading: 1.2 }),
  )
}

/** The disc of the moon with its name. */
function moonLine(
  name: string,
  { phase, south, label }: { readonly phase: number; readonly south: boolean; readonly label: string },
  screen: Screen,
): SceneNode {
  const disc = pixels(screen.id === "s" ? 22 : 28, screen)
  return row(
    { gap: pixels(8, screen), align: "center", shrink: 0 },
    { type: "moon", phase, south, width: disc, height: disc, shrink: 0, label: `${label}: ${name}` },
    text(name, {
      role: "caption",
      family: "serif",
      slant: "italic",
      lines: 2,
      fit: "shrink",
      minPx: 10,
      leading: 1.15,
      spoken: false,
    }),
  )
}

/** A line of the smallest size. */
export function caption(string: string): SceneNode {
  return text(string, { role: "caption", lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 })
}
