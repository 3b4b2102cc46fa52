import { clockTime, datePhrase, localDigits } from "platen/sdk/kit"
import { text } from "platen/sdk/mode"
import type { SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { TimetableSettings } from "./mode.js"
import type { Present } from "./present.js"
import { inTime, wordsOf } from "./words.js"

export type Context = ViewContext<TimetableSettings>

/** The name of a day, 0 Monday to 6 Sunday: its own, else the usual one. */
export function dayName(day: number, { words, settings }: Context, form: "weekday" | "weekday.short"): string {
  return settings.weekdays?.[day]?.trim() || words(`${form}.${(day + 1) % 7}`)
}

/** The words of the large part of a page. */
interface Hero {
  readonly label: string
  readonly numeral: string
  readonly name: string
  readonly detail: string
}

const DAY_MINUTES = 1_440

/** Minutes after midnight as a time of day in the language of the page. */
export function shownTime(minutes: number, words: Context["words"]): string {
  const minute = minutes % DAY_MINUTES
  return clockTime({ hour: Math.floor(minute / 60), minute: minute % 60 }, words)
}

/** The time at which the running lesson ends or the next one of today begins, with its name and room; else the day, and why there is no lesson. */
export function heroOf({ day, running, next, today, isUntimed }: Present, context: Context): Hero {
  const { words, language, now } = context
  const own = wordsOf(language)
  if (running) {
    const { name, room } = running.lesson
    return { label: own.nowUntil, numeral: shownTime(running.end, words), name, detail: room ?? "" }
  }
  if (next?.days === 0) {
    const { name, room } = next.lesson
    const detail = [inTime(next.inMinutes!, language, words), room].filter(Boolean).join(" · ")
    return { label: own.next, numeral: shownTime(next.start!, words), name, detail }
  }
  const phrase = datePhrase(now, words)
  return {
    label: dayName(day, context, "weekday"),
    numeral: localDigits(String(now.day), words),
    name: isUntimed ? String(phrase.monthName) : today.length > 0 ? own.done : own.none,
    detail: isUntimed ? words("date.week", phrase) : "",
  }
}

/** The large part of a page: its numeral takes what the words leave. `isBrief`: name and detail share one line. */
export function heroParts(present: Present, context: Context, isBrief = false): SceneNode[] {
  const { screen, language } = context
  const { label, numeral, ...words } = heroOf(present, context)
  const name = isBrief ? [words.name, words.detail].filter(Boolean).join(" · ") : words.name
  const detail = isBrief ? "" : words.detail
  const isXs = screen.id === "xs"
  const line: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 }
  return [
    text(label.toLocaleUpperCase(language), {
      ...line,
      role: "caption",
      family: "sans",
      weight: "bold",
      tracking: 0.12,
    }),
    text(numeral, {
      family: "display",
      fit: "fill",
      trim: "ink",
      lines: 1,
      features: ["lnum"],
      grow: 99,
      basis: 0,
    }),
    text(name, {
      ...line,
      role: isXs ? "body" : screen.id === "s" || isBrief ? "lead" : "title",
      family: "serif",
      slant: "italic",
      lines: isBrief ? 1 : 2,
    }),
    ...(detail === "" ? [] : [text(detail, { ...line, role: "caption", lines: isXs ? 2 : 1 })]),
  ]
}
