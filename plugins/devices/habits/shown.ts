import { inLanguage } from "platen/sdk"
import type { LocalDay } from "platen/sdk"
import { byName, numberOf } from "./service.js"
import type { Habit } from "./slice.js"
import { weekOf, weekTo } from "./weeks.js"
import type { Weeks } from "./weeks.js"
import { EXAMPLES } from "./words.js"

/** A habit in the mode's settings. */
export interface Item {
  readonly name: string
  readonly done: boolean
}

/** A habit on the page. `week`: days on which it was done, Monday first; future days are false. */
export interface Row {
  readonly name: string
  readonly week: boolean[]
  readonly past?: number[] | undefined
}

/** Weeks before this one that a page shows at most. */
const PAST_WEEKS = 52

/**
 * Rows of the page: habits of the settings in their order, then the others by name, each once. Recorded marks take precedence; for a
 * habit without a record, `done` in the settings marks the day `doneOn`.
 */
export function rowsOf(
  habits: readonly Habit[],
  items: readonly Item[],
  today: LocalDay,
  doneOn: (item: Item) => number,
): Row[] {
  const now = numberOf(today)
  const recorded = new Map(habits.map(({ name, weeks }) => [name, weeks]))
  const listed = new Map(items.map((item) => [item.name, item]))
  const weeksOf = (item: Item): Weeks => recorded.get(item.name) ?? {}
  const rows = [...listed.values()].map((item) => {
    const week = weekTo(now, weeksOf(item))
    const day = doneOn(item) - (now - place(today))
    return {
      name: item.name,
      week: item.done && !recorded.has(item.name) ? week.map((done, i) => done || i === day) : week,
      ...pastOf(weeksOf(item), now),
    }
  })
  const others = byName(habits.filter(({ name }) => !listed.has(name))).map(({ name, weeks }) => ({
    name,
    week: weekTo(now, weeks),
    ...pastOf(weeks, now),
  }))
  return [...rows, ...others]
}

/** The weeks before this one, from the first with a mark on. */
function pastOf(weeks: Weeks, now: number): { readonly past?: number[] } {
  const masks = Array.from({ length: PAST_WEEKS }, (_, i) => weeks[weekOf(now) - PAST_WEEKS + i] ?? 0)
  const first = masks.findIndex((mask) => mask !== 0)
  return first < 0 ? {} : { past: masks.slice(first) }
}

/** Days in a row up to today on which all habits were done; a day that is not over does not end them. */
export function streakOf(rows: readonly Row[], today: LocalDay): number {
  const allDone = (back: number): boolean =>
    rows.length > 0 &&
    rows.every(({ week, past = [] }) => {
      const at = place(today) - back
      if (at >= 0) return week[at] === true
      const mask = past[past.length + Math.floor(at / 7)] ?? 0
      return (mask & (1 << (((at % 7) + 7) % 7))) !== 0
    })
  let days = allDone(0) ? 1 : 0
  for (let back = 1; allDone(back); back++) days++
  return days
}

/** Index of the day in its week: 0 Monday to 6 Sunday. */
export function place({ weekday }: LocalDay): number {
  return (weekday + 6) % 7
}

/** Rows of the example, up to today. */
export function exampleRows(today: LocalDay, language: string): Row[] {
  return EXAMPLES.map(({ name, days }) => ({
    name: inLanguage(name, language),
    week: days.map((done, i) => done && i <= place(today)),
  }))
}
