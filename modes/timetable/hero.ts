import { clockTime, datePhrase, localDigits } from "platen/sdk/kit"
import { crispPx, text } from "platen/sdk/mode"
import type { SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { TimetableSettings } from "./mode.js"
import type { Present } from "./present.js"
import type { Size } from "./scale.js"
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
  return clockTime({ hour: Math.floor(minute / 60), minute: minute % 60 }, words, true)
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

/** Height in pixels of letters of a role on a screen, before it is a size of the scale. Source: the type scale of the server. */
const ROLES = { caption: [3.1, 0.06], body: [3.9, 0.075], lead: [6, 0.11], title: [9, 0.16] } as const

/** A role, or `most` pixels where the role is larger: the words of a page that is read from afar leave the numeral its place. */
export function roleUpTo(role: keyof typeof ROLES, most: number, { perMm, side }: Context["screen"]): Partial<Text> {
  const [perMillimetre, share] = ROLES[role]
  return Math.min(perMillimetre * perMm, share * side) <= most ? { role } : { px: crispPx(most) }
}

/** Shares of the height of the large part that one line of its words takes at most, and of its width the name. */
const MOST = { caption: 0.1, name: 0.2, width: 0.22 } as const

/** The large part of a page, in pixels: its numeral takes what the words leave. `isBrief`: name and detail share one line. */
export function heroParts(present: Present, context: Context, { width, height }: Size, isBrief = false): SceneNode[] {
  const { screen, language } = context
  const { label, numeral, ...words } = heroOf(present, context)
  const name = isBrief ? [words.name, words.detail].filter(Boolean).join(" · ") : words.name
  const detail = isBrief ? "" : words.detail
  const isXs = screen.id === "xs"
  const line: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 }
  const caption = roleUpTo("caption", Math.max(14, height * MOST.caption), screen)
  const nameRole = isXs ? "body" : screen.id === "s" || isBrief ? "lead" : "title"
  return [
    text(label.toLocaleUpperCase(language), { ...line, ...caption, family: "sans", weight: "bold", tracking: 0.12 }),
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
      ...roleUpTo(nameRole, Math.min(height * MOST.name, width * MOST.width), screen),
      family: "serif",
      slant: "italic",
      lines: isBrief ? 1 : 2,
    }),
    ...(detail === "" ? [] : [text(detail, { ...line, ...caption, lines: isXs ? 2 : 1 })]),
  ]
}
