import { localNumber } from "platen/sdk/kit"
import { column, crispPx, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Ink } from "platen/sdk/drawing"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { CountdownData, CountdownSettings } from "./mode.js"
import { isToday, posterPage, todayPage } from "./poster.js"
import { dateOf, more, today, unitOf } from "./words.js"

type Context = ViewContext<CountdownSettings>
type Event = CountdownData["events"][number]

/** Most events of the list below the first one, by screen class. */
const MOST = { xs: 1, s: 2, m: 3, l: 4, xl: 5 } as const
/** Height in millimetres, as read at a desk, below which a page has no room for a list beside its number. */
const NARROW_MM = 60
/** Days before an event from which its number is red. */
const LAST_WEEK = 7
/** Days up to which a stroke stands for each day. */
const MOST_STROKES = 366

export function view({ events }: CountdownData, context: Context): Scene {
  const { screen, language, height, width } = context
  const [hero, ...rest] = events as [Event, ...Event[]]
  if (isToday(hero)) return todayPage({ events }, context)
  if (context.settings.design === "poster" && screen.id !== "xs") return posterPage(hero, context)
  const isBeside = width > height * 1.2
  // From afar the column beside the number is too narrow for names.
  const isNarrow = isBeside && screen.grown > 1 && height < NARROW_MM * screen.perMm
  const hasRoom = screen.shape !== "column" && height >= 120 && !isNarrow
  const others = rest.slice(0, hasRoom ? MOST[screen.id] : 0)
  const left = rest.length - others.length
  return {
    body: isBeside ? beside(hero, others, left, context) : below(hero, others, left, context),
    language,
  }
}

/** Width of the number beside its event in percent, by screen class. */
const NUMBER_WIDTH = { xs: 42, s: 50, m: 53, l: 57, xl: 57 } as const
/** Size of the unit on a large page, as a share of the shorter side. */
const UNIT_SHARE = 0.075

/** The number at the left with its unit at its foot; the event and the others at the right. */
function beside(hero: Event, others: readonly Event[], left: number, context: Context): SceneNode {
  const { screen } = context
  const small = screen.id === "xs"
  const side = pageMargin(screen)
  const gap = pixels(small ? 12 : 16, screen)
  return column(
    {
      grow: 1,
      padding: [pixels(small ? 8 : 14, screen), side, pixels(small ? 6 : 12, screen), side],
      gap: pixels(8, screen),
    },
    row(
      { grow: 1, gap },
      column(
        {
          width: `${NUMBER_WIDTH[screen.id]}%`,
          gap: pixels(small ? 2 : 6, screen),
          shrink: 0,
        },
        ...numeral(hero, context),
      ),
      rule(),
      column(
        { grow: 1, gap: pixels(small ? 2 : 6, screen) },
        name(hero, context),
        date(hero, context),
        ...list(others, left, context),
      ),
    ),
    ...strokes(hero, context),
  )
}

/** The number above, the event and the others below. */
function below(hero: Event, others: readonly Event[], left: number, context: Context): SceneNode {
  const { screen } = context
  const small = screen.id === "xs"
  const side = pageMargin(screen)
  return column(
    {
      grow: 1,
      padding: [pixels(14, screen), side, pixels(small ? 8 : 14, screen), side],
      gap: pixels(small ? 6 : 10, screen),
    },
    column({ grow: 3, basis: 0, gap: pixels(6, screen) }, ...numeral(hero, context)),
    rule(),
    column(
      { grow: 2, basis: 0, gap: pixels(small ? 2 : 8, screen) },
      name(hero, context),
      date(hero, context),
      ...list(others, left, context),
    ),
    ...strokes(hero, context),
  )
}

/** The number of days, as large as its box, and its unit at its foot. */
function numeral(hero: Event, { language, screen, words, width, height }: Context): SceneNode[] {
  const number: Partial<Text> = {
    fit: "fill",
    family: "display",
    trim: "ink",
    lines: 1,
    grow: 99,
    features: ["lnum"],
    ink: inkOf(hero),
  }
  return [
    text(localNumber(hero.days, words), number),
    text(unitOf(hero, language), {
      ...(screen.id === "l" || screen.id === "xl"
        ? { px: crispPx(Math.min(width, height) * UNIT_SHARE) }
        : { role: screen.id === "xs" ? ("body" as const) : ("title" as const) }),
      family: "serif",
      slant: "italic",
      lines: 1,
      fit: "shrink",
      minPx: 10,
      leading: 1.15,
      shrink: 0,
    }),
    spacer(),
  ]
}

/** The number is red in the last week before an event. */
function inkOf({ kind, days }: Event): Ink {
  return kind === "coming" && days <= LAST_WEEK ? "red" : "black"
}

function name(hero: Event, { screen }: Context): SceneNode {
  return text(hero.name, {
    fit: "fill",
    family: "serif",
    leading: 1.15,
    minPx: 11,
    maxPx: Math.max(14, pixels(84, screen)),
    lines: 4,
    grow: 1,
  })
}

function date(hero: Event, context: Context): SceneNode {
  const small = context.screen.id === "xs"
  return text(dateOf(hero, small ? "short" : "long", context), {
    role: small ? "caption" : "body",
    family: "serif",
    slant: "italic",
    lines: 2,
    balance: true,
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
    shrink: 0,
  })
}

/** The list: names and days with leader dots, and how many more there are. */
function list(events: readonly Event[], left: number, { language, screen, words }: Context): SceneNode[] {
  if (events.length === 0) return []
  const small = screen.id === "xs"
  const unit = (event: Event): string =>
    isToday(event) ? today(language) : `${localNumber(event.days, words)} ${unitOf(event, language)}`
  return [
    rule({ style: "dotted" }),
    {
      type: "table",
      role: small || screen.id === "s" ? "caption" : "body",
      family: "serif",
      leading: small ? 1.15 : 1.25,
      rowGap: small ? 0 : pixels(2, screen),
      shrink: 0,
      columns: [{ width: "auto", leader: true, lines: small ? 1 : 2 }, { align: "end" }],
      rows: events.map((event) => [event.name, unit(event)]),
    },
    ...(left > 0 && !small
      ? [text(more(left, { language, words }), { role: "caption", lines: 1, leading: 1.2, shrink: 0 })]
      : []),
  ]
}

/** A stroke a day up to the event, those of the past two weeks done. */
function strokes(hero: Event, { screen, height }: Context): SceneNode[] {
  if (height < 200 || hero.kind !== "coming" || hero.days === 0 || hero.days > MOST_STROKES) return []
  const gone = Math.max(2, Math.round(hero.days * 0.08))
  return [
    {
      type: "strokes",
      count: hero.days + gone,
      done: gone,
      height: pixels(12, screen),
      shrink: 0,
      ink: "red",
    },
  ]
}
