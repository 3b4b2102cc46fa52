import { clockTime, dayNumber, dayOf, localTime } from "platen/sdk/kit"
import type { LocalDay } from "platen/sdk"
import type { ViewContext } from "platen/sdk/mode"
import type { AgendaData, AgendaEvent, AgendaSettings } from "./mode.js"

export type Context = ViewContext<AgendaSettings>

/** A day and its events: those all day first. */
export interface AgendaDay {
  readonly day: LocalDay
  readonly events: readonly AgendaEvent[]
}

/** The day of the page from its content, so many days later. */
export function dayAfter({ day: { year, month, day } }: AgendaData, days = 0): LocalDay {
  return dayOf(dayNumber(year, month, day) + days)
}

/** A day as events name it: "2026-11-23". */
export function isoOf({ year, month, day }: Pick<LocalDay, "year" | "month" | "day">): string {
  return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`
}

/** The events of a day. What lasts several days is on each of them. */
export function eventsOn(data: AgendaData, day: LocalDay): AgendaDay {
  const date = isoOf(day)
  const events = data.events.filter(({ first, last }) => first <= date && date <= last)
  return { day, events: [...events].sort((a, b) => Number(isWhole(b, date)) - Number(isWhole(a, date)) || a.at - b.at) }
}

/** Whether an event takes all of a day. */
export function isWhole({ allDay, first, last }: AgendaEvent, date: string): boolean {
  return allDay || (first < date && date < last)
}

/** Whether an event is over. */
export function isOver({ until, at }: AgendaEvent, { now }: Pick<Context, "now">): boolean {
  return Math.max(until, at + 1) <= now.epoch
}

/** Whether an event goes on now; one all day does not count. */
export function isOn({ allDay, at, until }: AgendaEvent, { now }: Pick<Context, "now">): boolean {
  return !allDay && at <= now.epoch && now.epoch < until
}

/** Whether an event goes on from an earlier day. */
export function continues({ first }: AgendaEvent, date: string): boolean {
  return first < date
}

/** Events that go on at once and stand out all the same. */
const MOST_ON = 2

/** The events of today that stand out: those that go on now, of many the last that began, else those that come next. */
export function highlighted({ events }: AgendaDay, context: Context): ReadonlySet<AgendaEvent> {
  const on = events.filter((event) => isOn(event, context))
  if (on.length > 0) return new Set(on.length > MOST_ON ? on.slice(-1) : on)
  const toCome = events.filter(({ allDay, at }) => !allDay && at > context.now.epoch)
  const next = Math.min(...toCome.map(({ at }) => at))
  return new Set(toCome.filter(({ at }) => at === next))
}

/** When an event begins on a day; "–1:00" for one that ends there, "" for one that takes all of it. */
export function timeOn(event: AgendaEvent, date: string, { timeZone, words }: Context): string {
  if (isWhole(event, date)) return ""
  const shown = (epoch: number): string => clockTime(localTime(epoch, timeZone), words, true)
  return event.first === date ? shown(event.at) : `–${shown(event.until)}`
}
