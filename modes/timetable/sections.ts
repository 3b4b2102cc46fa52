import type { Lesson } from "./lessons.js"
import { isPast, lessonsOf } from "./present.js"
import type { Present, Week } from "./present.js"

/** A lesson of a list. */
export interface Row {
  readonly lesson: Lesson
  readonly state: "past" | "running" | "coming"
}

/** A day of a list. `day`: 0 Monday to 6 Sunday. */
export interface Section {
  readonly day: number
  readonly rows: readonly Row[]
}

/** Pixels that a list has, and those of a heading and of a row. */
export interface Room {
  readonly height: number
  readonly head: number
  readonly least: number
  readonly comfortable: number
}

const DAYS = 7

/** The days of a list, the first one that counts first. `hidden`: lessons of that day for which there is no room. */
export function sectionsOf(
  week: Week,
  present: Present,
  { height, head, least, comfortable }: Room,
): { readonly sections: readonly Section[]; readonly hidden: number } {
  const { running, next, today, isUntimed, minute } = present
  const isToday = isUntimed || next?.days === 0 || (running !== undefined && today.includes(running.lesson))
  const first = isToday ? 0 : (next?.days ?? 0)
  const rowsOf = (ahead: number): readonly Row[] =>
    lessonsOf(week, (present.day + ahead) % DAYS).map((lesson) => ({
      lesson,
      state:
        ahead > 0
          ? "coming"
          : lesson === running?.lesson
            ? "running"
            : isPast(lesson, week, minute)
              ? "past"
              : "coming",
    }))
  const { rows, hidden } = windowOf(rowsOf(first), Math.max(1, Math.floor((height - head) / least)))
  const sections: Section[] = [{ day: (present.day + first) % DAYS, rows }]
  let left = height - head - rows.length * comfortable
  if (hidden > 0) return { sections, hidden }
  for (let ahead = first + 1; ahead < first + DAYS; ahead++) {
    const all = rowsOf(ahead)
    const fitting = Math.floor((left - head) / comfortable)
    if (all.length === 0) continue
    if (fitting < all.length) break
    sections.push({ day: (present.day + ahead) % DAYS, rows: all })
    left -= head + all.length * comfortable
  }
  return { sections, hidden }
}

/** At most so many rows: those that are over go first. */
function windowOf(rows: readonly Row[], most: number): { readonly rows: readonly Row[]; readonly hidden: number } {
  if (rows.length <= most) return { rows, hidden: 0 }
  const over = rows.findIndex(({ state }) => state !== "past")
  const from = Math.max(0, Math.min(over, rows.length - most))
  if (rows.length - from <= most) return { rows: rows.slice(from), hidden: 0 }
  const kept = rows.slice(from, from + Math.max(1, most - 1))
  return { rows: kept, hidden: rows.length - from - kept.length }
}
