import { inLanguage } from "platen/sdk"
import type { LocalDay } from "platen/sdk"
import { byName, numberOf } from "./service.js"
import type { Habit } from "./slice.js"
import { weekTo } from "./weeks.js"
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
}

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
    }
  })
  const others = byName(habits.filter(({ name }) => !listed.has(name))).map(({ name, weeks }) => ({
    name,
    week: weekTo(now, weeks),
  }))
  return [...rows, ...others]
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
