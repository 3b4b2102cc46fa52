import type { LocalTime } from "platen/sdk"
import type { Lesson } from "./lessons.js"
import type { Period } from "./periods.js"

/** A week of lessons. */
export interface Week {
  readonly periods: readonly Period[]
  readonly lessons: readonly Lesson[]
}

/** The lesson that comes next. `days`: days from today. `start`: minutes after midnight, where it is known; `inMinutes`: from now. */
export interface Coming {
  readonly lesson: Lesson
  readonly days: number
  readonly start?: number | undefined
  readonly inMinutes?: number | undefined
}

/** What a moment is in a week of lessons. */
export interface Present {
  /** 0 Monday to 6 Sunday. */
  readonly day: number
  /** Minutes after midnight. */
  readonly minute: number
  /** The lessons of today in the order of the day. */
  readonly today: readonly Lesson[]
  readonly running?: { readonly lesson: Lesson; readonly end: number } | undefined
  readonly next?: Coming | undefined
  /** True: the lessons of today have no times, so that nobody knows which of them runs. */
  readonly isUntimed: boolean
}

const DAY_MINUTES = 1_440
const DAYS = 7

export const startOf = ({ first }: Lesson, { periods }: Week): number | undefined => periods[first]?.start
export const endOf = ({ last }: Lesson, { periods }: Week): number | undefined => periods[last]?.end

/** The day of a week, Monday 0, of a day whose Sunday is 0. */
export const mondayFirst = (weekday: number): number => (weekday + 6) % DAYS

/** The running lesson, the next one and the lessons of today. */
export function presentAt(week: Week, now: Pick<LocalTime, "weekday" | "hour" | "minute">): Present {
  const day = mondayFirst(now.weekday)
  const minute = now.hour * 60 + now.minute
  const today = lessonsOf(week, day)
  const running = runningAt(week, day, minute)
  return {
    day,
    minute,
    today,
    running,
    next: nextAt(week, day, minute),
    isUntimed: !running && today.length > 0 && today.every((lesson) => startOf(lesson, week) === undefined),
  }
}

/** The lessons of a day by their beginnings. */
export function lessonsOf(week: Week, day: number): readonly Lesson[] {
  const own = week.lessons.filter((lesson) => lesson.day === day)
  const isTimed = own.every((lesson) => startOf(lesson, week) !== undefined)
  return isTimed ? own.toSorted((a, b) => startOf(a, week)! - startOf(b, week)!) : own
}

/** Whether a lesson of today is over. */
export function isPast(lesson: Lesson, week: Week, minute: number): boolean {
  return (endOf(lesson, week) ?? Infinity) <= minute
}

/** The lesson that runs: one of today, or a night shift of yesterday. `end`: minutes after the midnight of today. */
function runningAt(week: Week, day: number, minute: number): Present["running"] {
  const runs = (shift: number) => (lesson: Lesson) => {
    const [start, end] = [startOf(lesson, week), endOf(lesson, week)]
    return start !== undefined && end !== undefined && start <= minute + shift && minute + shift < end
  }
  const own = lessonsOf(week, day).findLast(runs(0))
  if (own) return { lesson: own, end: endOf(own, week)! }
  const night = lessonsOf(week, (day + DAYS - 1) % DAYS).findLast(runs(DAY_MINUTES))
  return night && { lesson: night, end: endOf(night, week)! - DAY_MINUTES }
}

function nextAt(week: Week, day: number, minute: number): Coming | undefined {
  for (let days = 0; days <= DAYS; days++) {
    const lesson = lessonsOf(week, (day + days) % DAYS).find((each) => {
      const start = startOf(each, week)
      return days > 0 || (start !== undefined && start > minute)
    })
    if (!lesson) continue
    const start = startOf(lesson, week)
    return { lesson, days, start, ...(start !== undefined && { inMinutes: days * DAY_MINUTES + start - minute }) }
  }
  return undefined
}
