import { periodsOf } from "./periods.js"
import type { Period } from "./periods.js"

/** A lesson or a shift. `day`: 0 Monday to 6 Sunday. `first`, `last`: positions of its periods. */
export interface Lesson {
  readonly day: number
  readonly first: number
  readonly last: number
  readonly name: string
  readonly room?: string | undefined
}

/** Most periods of a day. */
export const MAX_PERIODS = 16
/** "day-period", both from 0: "0-0" is the first period of Monday. */
export const COURSE_KEY = /^[0-6]-(\d|1[0-5])$/

const NOON = 720
const EVENING = 1_080
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** A letter with more than two combining marks, more than any language of these scripts uses: they would cover the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** The periods and lessons that settings describe, each lesson once. Periods before the first and after the last lesson of the week are left out. */
export function weekFrom(
  labels: readonly string[],
  courses: Readonly<Record<string, string>>,
): { readonly periods: readonly Period[]; readonly lessons: readonly Lesson[] } {
  const given = Object.entries(courses)
    .flatMap(([key, text]) => lessonOf(key, text))
    .sort((a, b) => a.day - b.day || a.first - b.first)
  if (given.length === 0) return { periods: [], lessons: [] }
  const from = Math.min(...given.map(({ first }) => first))
  const to = Math.max(...given.map(({ first }) => first))
  const names = Array.from({ length: to + 1 }, (_, i) => tidied(labels[i] ?? "") || String(i + 1))
  const periods = periodsOf(names).slice(from)
  const moved = given.map((lesson) => ({ ...lesson, first: lesson.first - from, last: lesson.last - from }))
  return { periods, lessons: joined(moved, periods) }
}

/** Whether a period begins the afternoon or the evening: a rule stands above it. */
export function beginsPart(periods: readonly Period[], i: number): boolean {
  const [before, start] = [periods[i - 1]?.start, periods[i]?.start]
  if (before === undefined || start === undefined) return false
  return [NOON, EVENING].some((limit) => before < limit && start >= limit)
}

/** Neighbouring periods with the same lesson are one lesson, but over noon and evening. */
function joined(lessons: readonly Lesson[], periods: readonly Period[]): readonly Lesson[] {
  const all: Lesson[] = []
  for (const lesson of lessons) {
    const before = all.at(-1)
    const continues =
      before?.day === lesson.day &&
      before.last + 1 === lesson.first &&
      before.name === lesson.name &&
      before.room === lesson.room &&
      !beginsPart(periods, lesson.first)
    if (continues) all.splice(-1, 1, { ...before, last: lesson.last })
    else all.push(lesson)
  }
  return all
}

/** "Maths/B12": name and room. */
function lessonOf(key: string, text: string): readonly Lesson[] {
  const [day, period] = key.split("-").map(Number) as [number, number]
  const [, name = "", room = ""] = /^([^/／]*)[/／]?(.*)$/su.exec(text) ?? []
  const [shown, where] = [tidied(name), tidied(room)]
  if (shown === "" && where === "") return []
  return [{ day, first: period, last: period, name: shown || where, ...(shown && where && { room: where }) }]
}

function tidied(text: string): string {
  const known = text.normalize("NFC").replace(PILES, "$1").replace(/\s+/g, " ").trim()
  return VISIBLE.test(known) ? known : ""
}
