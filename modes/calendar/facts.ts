import { clockTime, moonOf, sunOf } from "platen/sdk/kit"
import { pixels, row, text } from "platen/sdk/mode"
import type { LocalDay } from "platen/sdk"
import type { SceneNode, ViewContext } from "platen/sdk/mode"
import type { CalendarData, CalendarSettings } from "./mode.js"

/** Sun and moon of the day, and the next solar term of a Chinese calendar. */
export function facts(
  { lunar }: CalendarData,
  day: LocalDay,
  { words, place, timeZone, screen }: ViewContext<CalendarSettings>,
): SceneNode[] {
  const moon = moonOf(day)
  const sun = place && sunOf(day, place, timeZone)
  const small = screen.id === "s"
  const risen = sun && "rise" in sun ? sun : undefined
  const rows: string[][] = [
    ...(lunar ? [[lunar.nextTerm.name, words("date.dayMonth", { ...lunar.nextTerm, monthShort: "" })]] : []),
    ...(risen && !small
      ? [
          [words("sun.rise"), clockTime(risen.rise)],
          [words("sun.set"), clockTime(risen.set)],
        ]
      : []),
  ]
  const disc = pixels(small ? 22 : 28, screen)
  return [
    ...(rows.length > 0
      ? [
          {
            type: "table" as const,
            role: "caption" as const,
            leading: 1.15,
            rowGap: pixels(1, screen),
            shrink: 0,
            columns: [
              { leader: true, family: "sans" as const, weight: "bold" as const },
              { width: "auto" as const, align: "end" as const, family: "serif" as const },
            ],
            rows,
          },
        ]
      : []),
    ...(risen && small ? [caption(`${words("sun")} ${clockTime(risen.rise)} – ${clockTime(risen.set)}`)] : []),
    row(
      { gap: pixels(8, screen), align: "center", shrink: 0 },
      {
        type: "moon",
        phase: moon.phase,
        south: (place?.latitude ?? 0) < 0,
        width: disc,
        height: disc,
        shrink: 0,
        label: `${words("moon")}: ${words(`moon.${moon.name}`)}`,
      },
      text(words(`moon.${moon.name}`), {
        role: "caption",
        family: "serif",
        ...(!lunar && { slant: "italic" as const }),
        lines: 2,
        fit: "shrink",
        minPx: 10,
        leading: 1.15,
        spoken: false,
      }),
    ),
  ]
}

/** A line of the smallest size. */
export function caption(string: string): SceneNode {
  return text(string, { role: "caption", lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 })
}
