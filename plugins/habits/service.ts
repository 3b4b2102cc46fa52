import { Conflict, Invalid, NotFound } from "platen/sdk"
import { dayNumber } from "platen/sdk/kit"
import { deviceKey, deviceNotFound, timeZoneOf } from "platen/sdk/device"
import type { Clock, LocalDay, Service } from "platen/sdk"
import type { Device, Devices, Habit } from "platen/sdk/device"
import { placeIn, weekOf, weekTo, withDay } from "./weeks.js"

/** Id of the mode that shows habits. */
export const HABIT = "HABIT"
/** Habits of a device. */
export const MAX_HABITS = 24

export interface Habits {
  /** Marks a day, or takes its mark off; a habit that is not known yet begins with its first mark. Throws Invalid, Conflict and NotFound. Resolves to the day. */
  check(edition: string, mac: string, said: Said): Promise<string>
  /** By name. Throws NotFound for a device that never called. */
  status(edition: string, mac: string): Promise<readonly HabitStatus[]>
  /** With all its marks. Throws NotFound. */
  remove(edition: string, mac: string, name: string): Promise<void>
}

/** `date`: ISO 8601; undefined for today. */
export interface Said {
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
  /** Changes the habits; when this is to be seen on what the device shows now, it shows it anew. */
  const change = async (
    edition: string,
    mac: string,
    how: (device: Device, today: LocalDay) => Change,
  ): Promise<void> => {
    const [last] = await devices.renders.list(deviceKey(edition, mac), { limit: 1 })
    const after = await devices.update(edition, mac, (device) => {
      if (!device) return undefined
      const { habits, seen } = how(device, todayOf(device))
      const again = seen &&
        last?.row.persona === HABIT && { pendingRefresh: true, pendingMode: device.pendingMode ?? HABIT }
      return { ...device, habits: [...habits], actedAt: clock.now(), ...again }
    })
    if (!after) throw deviceNotFound(mac)
  }
  return {
    check: async (edition, mac, said) => {
      let date = ""
      await change(edition, mac, ({ habits }, today) => {
        const day = dayIn(said.date, today)
        date = isoOf(said.date, today)
        const after = marked(habits, said, day, today)
        return {
          habits: after,
          seen: weekOf(day) === weekOf(numberOf(today)) && JSON.stringify(after) !== JSON.stringify(habits),
        }
      })
      return date
    },
    status: async (edition, mac) => {
      const device = await devices.get(edition, mac)
      if (!device) throw deviceNotFound(mac)
      const today = numberOf(todayOf(device))
      return byName(device.habits).map(({ name, weeks }) => {
        const week = weekTo(today, weeks)
        return { name, count: week.filter(Boolean).length, today: week[placeIn(today)]! }
      })
    },
    remove: (edition, mac, name) =>
      change(edition, mac, ({ habits }) => {
        if (!habits.some((habit) => habit.name === name)) throw none(name)
        return { habits: habits.filter((habit) => habit.name !== name), seen: true }
      }),
  }
}

interface Change {
  readonly habits: readonly Habit[]
  /** Whether it changes the page. */
  readonly seen: boolean
}

/** By the code of their characters, as they always were. */
export function byName(habits: readonly Habit[]): readonly Habit[] {
  return habits.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

export function numberOf({ year, month, day }: LocalDay): number {
  return dayNumber(year, month, day)
}

function oldestOf({ year, month, day }: LocalDay): number {
  return dayNumber(year - 1, month, day)
}

/** The day's number. Throws Invalid for one to come, and for one that is more than a year ago. */
function dayIn(date: string | undefined, today: LocalDay): number {
  if (date === undefined) return numberOf(today)
  const [year, month, day] = date.split("-").map(Number) as [number, number, number]
  const number = dayNumber(year, month, day)
  const wrong = (message: string): Invalid =>
    new Invalid(`The field "date" is wrong: ${message}.`, { issues: [{ path: "date", message }] })
  if (number > numberOf(today))
    throw wrong(`${date} is still to come where the device is: there it is ${isoOf(undefined, today)}`)
  if (number < oldestOf(today)) throw wrong(`${date} is more than a year ago: only the last year is kept`)
  return number
}

function isoOf(date: string | undefined, { year, month, day }: LocalDay): string {
  return date ?? [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join("-")
}

/** Pure. */
function marked(habits: readonly Habit[], { name, done }: Said, day: number, today: LocalDay): readonly Habit[] {
  const known = habits.find((habit) => habit.name === name)
  const mark = (weeks: Habit["weeks"]): Habit["weeks"] => withDay(weeks, day, done, oldestOf(today))
  if (known) return habits.map((habit) => (habit === known ? { name, weeks: mark(habit.weeks) } : habit))
  if (!done) throw none(name)
  if (habits.length >= MAX_HABITS)
    throw new Conflict(`This screen has ${MAX_HABITS} habits, which are the most: delete one first.`, {
      code: "habit-limit-reached",
    })
  return [...habits, { name, weeks: mark({}) }]
}

function none(name: string): NotFound {
  return new NotFound(`This screen has no habit "${name}": its status lists those it has.`, { code: "habit-not-found" })
}
