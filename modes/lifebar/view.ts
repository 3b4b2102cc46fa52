import { dayNumber, localDigits, localPercent } from "platen/sdk/kit"
import { column, DISTANCES, pageMargin, pixels, row, rule, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Span, ViewContext } from "platen/sdk/mode"
import type { LifebarData, LifebarSettings } from "./mode.js"
import { percent } from "./periods.js"
import type { Share } from "./periods.js"
import { WEEKS_A_YEAR, weeksOf, weeksPage } from "./weeks.js"
import { age, goneOf, lifeName, quarterName, weekName, yearName } from "./words.js"

type Context = ViewContext<LifebarSettings>

/** Width in pixels from which a life is drawn as weeks. */
const WEEKS_FROM = 800

export function view(data: LifebarData, context: Context): Scene {
  const { screen, width, height, language } = context
  const isBeside = width > height * 1.2
  const isSmall = screen.id === "xs"
  if (data.life && context.settings.design === "weeks" && !isSmall) return weeksPage(data.life, context)
  return {
    body: isSmall && isBeside ? strip(data, context) : page(data, context, isBeside),
    language,
    ...(data.life && !isSmall && !hasWall(context) && { footer: { attribution: age(data.life, language, false) } }),
  }
}

/** Whether a life has room for a wall of its weeks. */
function hasWall({ width, height }: Context): boolean {
  return Math.max(width, height) >= WEEKS_FROM
}

/** The page: the share of the year, its days as strokes, and the shorter periods; a life as weeks where there is room. */
function page(data: LifebarData, context: Context, isBeside: boolean): SceneNode {
  const { screen } = context
  const small = screen.id === "xs"
  const side = pageMargin(screen)
  const gap = pixels(small ? 6 : 10, screen)
  const wall = data.life && hasWall(context) ? lifePart(data.life, context, isBeside) : undefined
  const isTall = wall !== undefined && isBeside
  const year = [
    row(
      { ...(isTall ? { height: "40%", shrink: 0 } : { grow: 99, basis: 0 }), gap: pixels(12, screen) },
      numeral(data.year, context),
      yearWords(data, context),
    ),
    strokes(data, context, isTall),
    rule(),
    column({ gap: pixels(small ? 1 : 4, screen), shrink: 0 }, ...bars(data, context, wall === undefined)),
  ]
  const padding = [pixels(14, screen), side, pixels(small ? 6 : 12, screen), side] as const
  if (!wall) return column({ grow: 1, padding, gap }, ...year)
  const rest = column({ grow: 1, gap }, ...year)
  return isBeside
    ? row({ grow: 1, padding, gap: pixels(16, screen) }, rest, rule(), wall)
    : column({ grow: 1, padding, gap }, rest, rule(), wall)
}

/** The year, and how much of it is gone. */
function yearWords({ day, year }: LifebarData, { screen, language }: Context): SceneNode {
  const small = screen.id === "xs"
  return column(
    { shrink: 0, gap: pixels(2, screen) },
    text(yearName(day.year, language), {
      role: small ? "body" : screen.id === "s" ? "lead" : "title",
      family: "serif",
      slant: "italic",
      lines: 1,
      leading: 1.15,
      shrink: 0,
      fit: "shrink",
      minPx: 12,
    }),
    ...(small || screen.grown >= (screen.id === "s" ? DISTANCES.room : DISTANCES.hall)
      ? []
      : [caption(goneOf(year, language), false)]),
  )
}

/** A life: the age, and a wall of weeks. */
function lifePart(life: LifebarData["life"] & {}, context: Context, isBeside: boolean): SceneNode {
  const { screen, language } = context
  return column(
    { ...(isBeside ? { width: wallWidth(life, context) } : { height: "34%" }), shrink: 0, gap: pixels(6, screen) },
    text(age(life, language, false), {
      role: "lead",
      family: "serif",
      slant: "italic",
      lines: screen.grown > 1 ? 2 : 1,
      fit: "shrink",
      leading: 1.15,
      shrink: 0,
    }),
    lifeWeeks(life, context),
  )
}

/** The page of a flat strip: the year at the left, the rest at the right. */
function strip(data: LifebarData, context: Context): SceneNode {
  const { language, width, height, screen } = context
  const side = pageMargin(screen)
  return column(
    { grow: 1, padding: [7, side, 4, side], gap: 4 },
    row(
      { grow: 1, gap: 10 },
      column(
        { width: width < 230 ? "28%" : "36%", gap: 2, shrink: 0 },
        numeral(data.year, context, 99),
        spacer(),
        text(yearName(data.day.year, language), {
          role: "caption",
          family: "serif",
          slant: "italic",
          lines: 1,
          leading: 1.1,
          shrink: 0,
        }),
      ),
      rule(),
      column({ grow: 1, justify: "evenly" }, ...bars(data, context, true).slice(height < 110 ? -3 : -4)),
    ),
    strokes(data, context),
  )
}

function numeral(share: Share, { words }: Context, grow = 1): SceneNode {
  const number = localDigits(String(percent(share)), words)
  const whole = localPercent(percent(share), words)
  const at = whole.indexOf(number)
  const sign = (part: string): readonly Span[] => (part === "" ? [] : [{ text: part, scale: 0.5 }])
  return text(whole, {
    fit: "fill",
    family: "display",
    trim: "ink",
    lines: 1,
    grow,
    features: ["lnum"],
    spans: [...sign(whole.slice(0, at)), { text: number }, ...sign(whole.slice(at + number.length))],
  })
}

/** The days of the year as strokes, with the months below where there is room. */
function strokes({ day, year }: LifebarData, { screen, words, language }: Context, isTall = false): SceneNode {
  const months = Array.from({ length: 12 }, (_, i) => i + 1)
  const named = screen.id !== "xs"
  return {
    type: "strokes",
    count: year.of,
    done: year.gone,
    starts: months.map((month) => dayNumber(day.year, month, 1) - dayNumber(day.year, 1, 1)),
    ...(named && { names: months.map((month) => words(`month.narrow.${month}`)) }),
    ...(isTall ? { grow: 1 } : { height: named ? pixels(screen.id === "s" ? 30 : 34, screen) : 9, shrink: 0 }),
    ink: "red",
    label: goneOf(year, language),
  }
}

/** Width in pixels of a wall that is as high as the page lets it be. */
function wallWidth({ of }: Share, { height, screen }: Context): number {
  const pitch = Math.max(2, Math.floor((height * 0.91 - pixels(62, screen)) / Math.ceil(of / 365.2425)))
  return WEEKS_A_YEAR * pitch
}

/** A life as weeks, a row for each year, or for two on an upright page. */
function lifeWeeks(life: Share, { language, width, height }: Context): SceneNode {
  return {
    type: "marks",
    columns: width > height ? WEEKS_A_YEAR : 2 * WEEKS_A_YEAR,
    states: weeksOf(life),
    grow: 1,
    label: `${lifeName(language)}: ${percent(life)}%`,
  }
}

interface Bar {
  readonly name: string
  readonly share: Share
}

/** Shorter periods, and the life where it has no wall of its own. */
function bars({ day, quarter, month, week, life }: LifebarData, context: Context, withLife: boolean): SceneNode[] {
  const { screen, language, settings, words, width, height } = context
  const all: readonly Bar[] = [
    { name: quarterName(quarter.number, language), share: quarter },
    { name: words(`month.${day.month}`), share: month },
    { name: weekName(language), share: week },
    ...(life && withLife ? [{ name: labelOf(settings.life_label) ?? lifeName(language), share: life }] : []),
  ]
  const small = screen.id === "xs"
  // Beside the numeral of a small page a bar would take the room of its name.
  const bare = width < 160 || (small && width < 230 && width > height * 1.2)
  const named = { role: "caption", lines: 1, leading: small ? 1.1 : 1.2, fit: "shrink", minPx: 10 } as const
  return all.map(({ name, share }) =>
    row(
      { gap: pixels(8, screen), align: "center", shrink: 0 },
      text(name, { ...named, width: bare ? "66%" : small ? (width < 280 ? "56%" : "42%") : "26%", shrink: 0 }),
      ...(width < 160 ? [spacer()] : [barOf(percent(share) / 100, Math.max(5, pixels(8, screen)))]),
      text(localPercent(percent(share), words), { ...named, family: "serif", tabular: true, align: "end", shrink: 0 }),
    ),
  )
}

/** A bar over the share that is gone; a hairline over the rest. `height`: pixels. */
function barOf(share: number, height: number): SceneNode {
  const part = (grow: number, high: number): SceneNode[] =>
    grow > 0 ? [column({ grow, basis: 0, height: high, fill: "black" })] : []
  return row({ grow: 1, align: "center", spoken: false }, ...part(share, height), ...part(1 - share, 1))
}

function caption(string: string, spoken = true): SceneNode {
  return text(string, { role: "caption", lines: 1, fit: "shrink", minPx: 10, leading: 1.2, spoken })
}

/** A visible character. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** A letter with more than two combining marks, more than any language of these scripts uses: they would cover the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** The name from the settings, on one line; undefined when nothing of it is visible. */
function labelOf(given: string): string | undefined {
  return VISIBLE.test(given) ? given.normalize("NFC").replace(PILES, "$1").replace(/\s+/g, " ").trim() : undefined
}
