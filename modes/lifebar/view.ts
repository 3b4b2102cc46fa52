import { daysInMonth } from "platen/sdk/kit"
import { column, pixels, progress, row, rule, spacer, text } from "platen/sdk/mode"
import type { Scene, SceneNode, Text, ViewContext } from "platen/sdk/mode"
import type { LifebarData, LifebarSettings } from "./mode.js"
import { percent } from "./periods.js"
import type { Share } from "./periods.js"
import { age, goneOf, lifeName, quarterName, weekName, yearName } from "./words.js"

type Context = ViewContext<LifebarSettings>

/** Sizes in pixels by screen class: numeral, percent sign, bar of the year, small bar, line height and type of a small bar. */
const SIZES = {
  xs: { numeral: 48, sign: 22, year: 8, bar: 7, line: 18, px: 11 },
  s: { numeral: 96, sign: 44, year: 12, bar: 8, line: 24, px: 13 },
  m: { numeral: 144, sign: 64, year: 18, bar: 12, line: 36, px: 16 },
  l: { numeral: 192, sign: 88, year: 24, bar: 16, line: 48, px: 20 },
  xl: { numeral: 320, sign: 144, year: 36, bar: 24, line: 72, px: 28 },
} as const

/** Pixels of height that are not available for bars, on a small page and on a flat strip. */
const TAKEN = { page: 94, strip: 40 } as const
/** The smaller numeral of a page narrower than `width` pixels. */
const NARROW = { width: 160, numeral: 32, sign: 16 } as const

export function view(data: LifebarData, context: Context): Scene {
  const { screen, language, width, height } = context
  const flat = screen.id === "xs" && width >= 1.8 * height
  return {
    body: flat ? strip(data, context) : page(data, context),
    language,
    ...(data.life && { footer: { attribution: age(data.life, language, width < 260) } }),
  }
}

/** The page: the year with a bar of its months above; shorter periods and the life below. */
function page(data: LifebarData, context: Context): SceneNode {
  const { screen, language, width, height } = context
  const small = screen.id === "xs"
  const side = small ? 10 : pixels(24, screen)
  const all = bars(data, context, { room: width - 2 * side, widest: small ? 7 : screen.id === "s" ? 10 : 15 })
  return column(
    { grow: 1, justify: "evenly", padding: [pixels(4, screen), side] },
    column(
      { gap: pixels(small ? 4 : 8, screen), shrink: 0 },
      row(
        { align: "end" },
        numeral(data.year, context),
        spacer(),
        column(
          { align: "end", gap: pixels(7, screen), padding: [pixels(4, screen), 0], shrink: 0 },
          text(yearName(data.day.year, language), { role: "lead", lines: 1, ...(small && { trim: "cap" }) }),
          ...(small ? [] : [text(goneOf(data.year, language), { role: "caption", trim: "cap", lines: 1 })]),
        ),
      ),
      months(data, context),
    ),
    column({ shrink: 0 }, ...last(all, small ? Math.floor((height - TAKEN.page) / SIZES.xs.line) : all.length)),
  )
}

/** The last `count` nodes: shorter periods change more from day to day, and the user asked for the life. */
function last(nodes: readonly SceneNode[], count: number): readonly SceneNode[] {
  return nodes.slice(Math.max(0, nodes.length - Math.max(0, count)))
}

/** The page of a flat strip: the year at the left, the rest at the right. */
function strip(data: LifebarData, context: Context): SceneNode {
  const { language, width, height } = context
  return row(
    { grow: 1 },
    column(
      { width: "36%", justify: "center", align: "center", gap: 8, shrink: 0 },
      numeral(data.year, context),
      text(yearName(data.day.year, language), { role: "caption", lines: 1 }),
    ),
    rule(),
    column(
      { grow: 1, justify: "center", padding: [2, 12] },
      ...last(
        bars(data, context, { room: width * 0.64 - 24, widest: 6 }),
        Math.floor((height - TAKEN.strip) / SIZES.xs.line),
      ),
    ),
  )
}

function numeral(share: Share, { screen, width }: Context): SceneNode {
  const { numeral: px, sign } = width < NARROW.width ? NARROW : SIZES[screen.id]
  const style = { family: "serif", trim: "cap", lines: 1, shrink: 0 } as const
  return row(
    { align: "baseline", gap: pixels(3, screen), padding: [pixels(2, screen), 0, pixels(4, screen), 0], shrink: 0 },
    text(String(percent(share)), { ...style, px }),
    text("%", { ...style, px: sign }),
  )
}

/** The bar of the year: twelve pieces, each as long as its month. */
function months({ day }: LifebarData, { screen }: Context): SceneNode {
  const height = SIZES[screen.id].year
  const pieces = Array.from({ length: 12 }, (_, i) => {
    const days = daysInMonth(day.year, i + 1)
    const gone = i + 1 < day.month ? days : i + 1 === day.month ? day.day - 1 : 0
    return progress(gone / days, { grow: days, basis: 0, height, ...(i + 1 === day.month && { ink: "red" as const }) })
  })
  return row({ gap: pixels(2, screen), spoken: false, shrink: 0 }, ...pieces)
}

interface Space {
  readonly room: number
  readonly widest: number
}

interface Bar {
  readonly name: string
  readonly share: Share
}

/** The small bars. `room`: width in pixels; too little leaves out the bars. `widest`: maximum width of a name, as a multiple of its size. */
function bars(
  { day, quarter, month, week, life }: LifebarData,
  context: Context,
  { room, widest }: Space,
): SceneNode[] {
  const { screen, language, settings, words } = context
  const all: readonly Bar[] = [
    { name: quarterName(quarter.number, language), share: quarter },
    { name: words(`month.${day.month}`), share: month },
    { name: weekName(language), share: week },
    ...(life ? [{ name: labelOf(settings.life_label) ?? lifeName(language), share: life }] : []),
  ]
  const { px, line, bar } = SIZES[screen.id]
  const gap = screen.id === "xs" ? 6 : px
  const bare = room < px * 12
  const style: Partial<Text> = { px, family: "sans", lines: 1, leading: line / px }
  const width = Math.ceil(px * Math.min(widest, Math.max(...all.map(({ name }) => widthOf(name)))))
  return all.map(({ name, share }) =>
    row(
      { gap, shrink: 0 },
      text(name, { ...style, width, shrink: bare ? 1 : 0 }),
      ...(bare
        ? [spacer()]
        : [column({ grow: 1, justify: "center", spoken: false }, progress(percent(share) / 100, { height: bar }))]),
      text(`${percent(share)}%`, { ...style, tabular: true, align: "end", width: Math.ceil(px * 3), shrink: 0 }),
    ),
  )
}

/** A visible character. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u
/** A letter with more than two combining marks, more than any language of these scripts uses: they would cover the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** The name from the settings, on one line; undefined when nothing of it is visible. */
function labelOf(given: string): string | undefined {
  return VISIBLE.test(given) ? given.normalize("NFC").replace(PILES, "$1").replace(/\s+/g, " ").trim() : undefined
}

/** Estimated width of a name, as a multiple of its size. */
function widthOf(name: string): number {
  return [...name].reduce((sum, char) => sum + (/[\u2e80-\uffef]/.test(char) || char.length > 1 ? 1.12 : 0.64), 0)
}
