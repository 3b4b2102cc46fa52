import { Conflict, Invalid, NotFound } from "platen/sdk"
import { dayNumber, deviceNotFound, NEW_DEVICE, timeZoneOf } from "platen/sdk/kit"
import { deviceKey, RUNTIME } from "platen/sdk/device"
import type { Clock, LocalDay, Service } from "platen/sdk"
import type { Device, Devices } from "platen/sdk/device"
import { HABITS } from "./slice.js"
import type { Habit } from "./slice.js"
import { placeIn, weekOf, weekTo, withDay } from "./weeks.js"

/** Id of the mode that shows habits. */
export const HABIT = "HABIT"
/** Habits per device. */
export const MAX_HABITS = 24

export interface Habits {
  /** Marks a day, or removes its mark; the first mark creates the habit. Resolves to the ISO 8601 date. Throws Invalid, Conflict and NotFound. */
  check(realm: string, mac: string, mark: Mark): Promise<string>
  /** Marks days of a habit, ISO 8601; the first creates it. Days of the future and of more than a year ago are passed over. `dry`: writes nothing. Throws Conflict and NotFound. */
  mark(realm: string, mac: string, habit: Days, dry: boolean): Promise<Marked>
  /** Habits in order of name. Throws NotFound for an unknown device. */
  status(realm: string, mac: string): Promise<readonly HabitStatus[]>
  /** Deletes a habit with all its marks. Throws NotFound. */
  remove(realm: string, mac: string, name: string): Promise<void>
}

/** Days on which a habit was done, ISO 8601. */
export interface Days {
  readonly name: string
  readonly dates: readonly string[]
}

/** The number of days on which a habit was done, of those that were new, and of those that were passed over. */
export interface Marked {
  readonly days: number
  readonly marked: number
  readonly passed: number
}

/** A mark to set or remove. `date`: ISO 8601; undefined for today. */
export interface Mark {
  readonly name: string
  readonly date?: string | undefined
  readonly done: boolean
}

export interface HabitStatus {
  readonly name: string
  /** Marks from Monday to today. */
  readonly count: number
  readonly today: boolean
}

interface Needs {
  readonly devices: Devices
  readonly service: Service
  readonly clock: Clock
}

export function habitsOf({ devices, service, clock }: Needs): Habits {
  const todayOf = (device: Device): LocalDay => service.localTime(clock.now(), timeZoneOf(device, service))
  const change = changeOf({ devices, clock }, todayOf)
  return {
    check: async (realm, mac, mark) => {
      let date = ""
      await change(realm, mac, (habits, today) => {
        const day = dayIn(mark.date, today)
        date = isoOf(mark.date, today)
        const after = marked(habits, mark, day, today)
        return {
          habits: after,
          isVisible: weekOf(day) === weekOf(numberOf(today)) && JSON.stringify(after) !== JSON.stringify(habits),
        }
      })
      return date
    },
    mark: async (realm, mac, habit, dry) => {
      let counts: Marked = { days: 0, marked: 0, passed: 0 }
      const add: How = (habits, today) => {
        const { after, ...found } = withDays(habits, habit, today)
        counts = found
        return { habits: after, isVisible: found.marked > 0 }
      }
      const device = dry ? ((await devices.get(realm, mac)) ?? NEW_DEVICE) : undefined
      if (device) add(device.get(HABITS).habits, todayOf(device))
      else await change(realm, mac, add)
      return counts
    },
    status: async (realm, mac) => {
      const device = await devices.get(realm, mac)
      if (!device) throw deviceNotFound(mac)
      const today = numberOf(todayOf(device))
      return byName(device.get(HABITS).habits).map(({ name, weeks }) => {
        const week = weekTo(today, weeks)
        return { name, count: week.filter(Boolean).length, today: week[placeIn(today)]! }
      })
    },
    remove: (realm, mac, name) =>
      change(realm, mac, (habits) => {
        if (!habits.some((habit) => habit.name === name)) throw habitNotFound(name)
        return { habits: habits.filter((habit) => habit.name !== name), isVisible: true }
      }),
  }
}

type How = (habits: readonly Habit[], today: LocalDay) => Change

/** Changes the habits of a device. If the device shows them now and the change is visible, requests a refresh. Throws NotFound. */
function changeOf(
  { devices, clock }: Pick<Needs, "devices" | "clock">,
  todayOf: (device: Device) => LocalDay,
): (realm: string, mac: string, how: How) => Promise<void> {
  return async (realm, mac, how) => {
    const [last] = await devices.renders.list(deviceKey(realm, mac), { limit: 1 })
    const after = await devices.update(realm, mac, (device) => {
      if (!device) return undefined
      const { habits, isVisible } = how(device.get(HABITS).habits, todayOf(device))
      const { pendingMode = HABIT } = device.get(RUNTIME)
      return device.with(HABITS, { habits: [...habits] }).with(RUNTIME, {
        actedAt: clock.now(),
        ...(isVisible && last?.row.mode === HABIT && { pendingRefresh: true, pendingMode }),
      })
    })
    if (!after) throw deviceNotFound(mac)
  }
}

interface Change {
  readonly habits: readonly Habit[]
  /** True: the change alters the page. */
  readonly isVisible: boolean
}

/** Habits sorted by UTF-16 code units. */
export function byName(habits: readonly Habit[]): readonly Habit[] {
  return habits.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

export function numberOf({ year, month, day }: LocalDay): number {
  return dayNumber(year, month, day)
}

function oldestOf({ year, month, day }: LocalDay): number {
  return dayNumber(year - 1, month, day)
}

/** The day's number. Throws Invalid for a future day, and for one more than a year ago. */
function dayIn(date: string | undefined, today: LocalDay): number {
  if (date === undefined) return numberOf(today)
  const number = numberIn(date)
  const wrong = (message: string): Invalid =>
    new Invalid(`The field "date" is wrong: ${message}.`, { issues: [{ path: "date", message }] })
  if (number > numberOf(today)) throw wrong(`${date} is in the future: the device's date is ${isoOf(undefined, today)}`)
  if (number < oldestOf(today)) throw wrong(`${date} is more than a year ago: use a date within the last year`)
  return number
}

/** The number of an ISO 8601 date. */
function numberIn(date: string): number {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  return dayNumber(year, month, day)
}

/** The habits with more days of one. Days of the future and of more than a year ago are passed over. */
function withDays(
  habits: readonly Habit[],
  { name, dates }: Days,
  today: LocalDay,
): Marked & { readonly after: readonly Habit[] } {
  const within = dates.map(numberIn).filter((day) => day <= numberOf(today) && day >= oldestOf(today))
  const after = within.reduce((all, day) => marked(all, { name, done: true }, day, today), habits)
  const days = daysOf(after, name)
  return { after, days, marked: days - daysOf(habits, name), passed: dates.length - within.length }
}

/** The number of days on which a habit was done. */
function daysOf(habits: readonly Habit[], name: string): number {
  const bits = Object.values(habits.find((habit) => habit.name === name)?.weeks ?? {})
  return bits.reduce((sum, week) => sum + week.toString(2).replaceAll("0", "").length, 0)
}

function isoOf(date: string | undefined, { year, month, day }: LocalDay): string {
  return date ?? [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-")
}

/** The habits with the mark set or removed. Pure. */
function marked(habits: readonly Habit[], { name, done }: Mark, day: number, today: LocalDay): readonly Habit[] {
  const known = habits.find((habit) => habit.name === name)
  const mark = (weeks: Habit["weeks"]): Habit["weeks"] => withDay(weeks, day, done, oldestOf(today))
  if (known) return habits.map((habit) => (habit === known ? { name, weeks: mark(habit.weeks) } : habit))
  if (!done) throw habitNotFound(name)
  if (habits.length >= MAX_HABITS)
    throw new Conflict(`This screen already has the maximum of ${MAX_HABITS} habits: delete one first.`, {
      code: "habit-limit-reached",
    })
  return [...habits, { name, weeks: mark({}) }]
}

function habitNotFound(name: string): NotFound {
  return new NotFound(`This screen has no habit "${name}": use a name from its habit status.`, {
    code: "habit-not-found",
  })
}
