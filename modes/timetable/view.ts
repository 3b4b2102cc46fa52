import { filled } from "platen/sdk/kit"
import { column, crispPx, icon, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text } from "platen/sdk/mode"
import { daysOf, weekGrid } from "./grid.js"
import { dayName, heroOf, heroParts, roleUpTo, shownTime } from "./hero.js"
import type { Context } from "./hero.js"
import { lessonList } from "./list.js"
import type { TimetableData } from "./mode.js"
import { presentAt } from "./present.js"
import type { Present, Week } from "./present.js"
import { isRoomy } from "./scale.js"
import type { Size } from "./scale.js"
import { inTime, wordsOf } from "./words.js"

export function view(week: TimetableData, context: Context): Scene {
  return { language: context.language, body: bodyOf(week, context) }
}

function bodyOf(week: Week, context: Context): SceneNode {
  const { screen, settings, now } = context
  if (week.lessons.length === 0) return empty(context)
  const present = presentAt(week, now)
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  if (settings.style === "daily" || screen.id === "xs")
    return isWide ? dayBeside(week, present, context) : dayBelow(week, present, context)
  if (screen.id === "s") return weekAlone(week, present, context)
  if (context.width < context.height * BESIDE_FROM) return weekBelow(week, present, context)
  const days = daysOf(week, settings.weekdays?.length).length
  return isRoomy(week, days, besideSize(context), context) || week.periods.length > MOST_BELOW
    ? weekBeside(week, present, context)
    : weekBelow(week, present, context)
}

/** Periods for which a week has room below its day. */
const MOST_BELOW = 7

/** Pixels of a week beside its day. */
function besideSize({ screen, width, height }: Context): Size {
  return {
    width: (width - 2 * pageMargin(screen)) * (1 - DAY_SHARE) - 2 * pixels(12, screen),
    height: height * BODY - 2 * pixels(10, screen),
  }
}

/** Pixels of a page below its masthead. */
const BODY = 0.89

/** The present at the left, the lessons of the day at the right. */
function dayBeside(week: Week, present: Present, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const isXs = screen.id === "xs"
  const [gap, foot] = [isXs ? 8 : pixels(14, screen), isXs ? 4 : pixels(10, screen)]
  const share = isXs ? 0.42 : 0.38
  return row(
    { grow: 1, padding: [foot, side, foot, side], gap },
    column(
      { width: `${share * 100}%`, shrink: 0, gap: isXs ? 2 : pixels(5, screen) },
      ...heroParts(present, context, { width: width * share, height: height * (isXs ? BODY : BODY * 0.7) }),
      ...(isXs ? [] : comingParts(present, context)),
    ),
    rule(),
    column(
      { grow: 1, basis: 0, gap: isXs ? 1 : pixels(4, screen) },
      ...lessonList(week, present, context, {
        width: width * (1 - share) - 2 * side - 2 * gap,
        height: height * BODY - 2 * foot,
      }),
    ),
  )
}

/** What comes after the running lesson, or on the next day with lessons. */
function comingParts({ next, running }: Present, context: Context): SceneNode[] {
  const { words, language, screen, height } = context
  if (!next || (next.days === 0 && !running)) return []
  const soon = next.days === 0 ? inTime(next.inMinutes!, language, words) : dayName(next.lesson.day, context, "weekday")
  const when = next.start === undefined ? "" : shownTime(next.start, words)
  return [
    spacer(),
    rule(),
    text(`${wordsOf(language).next} · ${soon}`, {
      ...LINE,
      ...roleUpTo("caption", height * 0.05, screen),
      family: "sans",
    }),
    text([when, next.lesson.name].filter(Boolean).join("  "), {
      ...LINE,
      ...roleUpTo(screen.id === "s" ? "body" : "lead", height * 0.07, screen),
      family: "serif",
      slant: "italic",
    }),
  ]
}

/** The present above, the lessons of the day below. */
function dayBelow(week: Week, present: Present, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const isXs = screen.id === "xs"
  const gap = isXs ? 4 : pixels(10, screen)
  const isBrief = isXs && screen.shape === "square"
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    column(
      { grow: 4, basis: 0, gap: isXs ? 2 : pixels(5, screen) },
      ...heroParts(present, context, { width: width - 2 * side, height: height * BODY * 0.4 }, isBrief),
    ),
    rule(),
    column(
      { grow: 5, basis: 0, gap: isXs ? 1 : pixels(4, screen) },
      ...lessonList(week, present, context, { width: width - 2 * side, height: height * 0.45 }),
    ),
  )
}

/** Width against height from which a week has room beside its day. */
const BESIDE_FROM = 1.5
/** Share of the width that the day has beside the week. */
const DAY_SHARE = 0.3

/** The present and the day at the left, the week at the right. */
function weekBeside(week: Week, present: Present, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const gap = pixels(12, screen)
  const foot = pixels(10, screen)
  const inner = width - 2 * side
  return row(
    { grow: 1, padding: [foot, side, foot, side], gap },
    column(
      { width: `${DAY_SHARE * 100}%`, shrink: 0, gap: pixels(4, screen) },
      column(
        { grow: 4, basis: 0, gap: pixels(4, screen) },
        ...heroParts(present, context, { width: inner * DAY_SHARE, height: height * BODY * 0.38 }, true),
      ),
      column(
        { grow: 6, basis: 0, gap: pixels(3, screen) },
        ...lessonList(week, present, context, {
          width: inner * DAY_SHARE,
          height: (height * BODY - 2 * foot) * 0.58,
          isSide: true,
        }),
      ),
    ),
    rule(),
    weekGrid(week, present, context, besideSize(context)),
  )
}

/** The present and the day above, the week below. */
function weekBelow(week: Week, present: Present, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const gap = pixels(screen.shape === "wide" ? 7 : 10, screen)
  const inner = width - 2 * side
  const room = height * BODY - 3 * gap
  // The time is as high as 15 % of the page only where its column is wide enough.
  const [share, above] = screen.shape === "wide" ? [0.4, 0.35] : [0.6, 0.3]
  return column(
    { grow: 1, padding: [gap, side, gap, side], gap },
    row(
      { grow: above, basis: 0, gap: pixels(14, screen) },
      column(
        { width: `${share * 100}%`, shrink: 0, gap: pixels(3, screen) },
        ...heroParts(present, context, { width: inner * share, height: room * above }, true),
      ),
      column(
        { grow: 1, basis: 0, gap: pixels(2, screen) },
        ...lessonList(week, present, context, {
          width: inner * (1 - share) - pixels(14, screen),
          height: room * above,
          isSide: true,
        }),
      ),
    ),
    column(
      { grow: 1 - above, basis: 0 },
      weekGrid(week, present, context, { width: inner, height: room * (1 - above) }),
    ),
  )
}

const LINE: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 }

/** The week over the whole page, and one line about the present. */
function weekAlone(week: Week, present: Present, context: Context): SceneNode {
  const { screen, width, height } = context
  const side = pageMargin(screen)
  const said = presentLine(present, context)
  const line = said === "" ? 0 : pixels(16, screen)
  return column(
    { grow: 1, padding: [pixels(7, screen), side, pixels(4, screen), side], gap: pixels(3, screen) },
    weekGrid(week, present, context, {
      width: width - 2 * side,
      height: height * BODY - pixels(14, screen) - line,
    }),
    ...(said === ""
      ? []
      : [rule(), text(said, { ...LINE, ...roleUpTo("caption", pixels(15, screen), screen), leading: 1.15 })]),
  )
}

/** The present in one line: what runs and until when, and what comes next. Nothing of lessons without times. */
function presentLine(present: Present, context: Context): string {
  const { words, language } = context
  const { running, next, isUntimed } = present
  if (isUntimed) return ""
  const own = wordsOf(language)
  const { name, detail } = heroOf(present, context)
  const until = running && filled(own.until, { time: shownTime(running.end, words) })
  const now = running ? [name, detail, until].filter(Boolean).join(", ") : next?.days === 0 ? "" : name
  if (!next) return now
  const when = [
    next.days > 0 ? dayName(next.lesson.day, context, "weekday.short") : "",
    next.start === undefined ? "" : shownTime(next.start, words),
  ]
  const coming = filled(own.nextIs, { lesson: [...when, next.lesson.name].filter(Boolean).join(" ") })
  const soon = next.days === 0 && !running ? `, ${detail}` : ""
  return [now, coming + soon].filter(Boolean).join(" · ")
}

/** A page without lessons: where to enter them. */
function empty({ screen, width, height, language }: Context): SceneNode {
  const side = pageMargin(screen)
  const px = crispPx(Math.min(width, height) * 0.34)
  const isWide = screen.shape === "strip" || screen.shape === "wide"
  const box = {
    grow: 1,
    padding: [pixels(12, screen), side, pixels(12, screen), side] as const,
    gap: pixels(16, screen),
  }
  const parts: SceneNode[] = [
    icon("calendar", px - (px % 4), { shrink: 0 }),
    text(wordsOf(language).empty, {
      grow: 1,
      fit: "fill",
      family: "serif",
      minPx: 10,
      maxPx: pixels(36, screen),
      leading: 1.25,
      ...(isWide && { height: "100%" as const }),
    }),
  ]
  return isWide ? row({ ...box, align: "center" }, ...parts) : column({ ...box, align: "start" }, ...parts)
}
