import { captionPx, clockTime, localDigits, localPercent } from "platen/sdk/kit"
import { column, icon, pixels, row, rule, text } from "platen/sdk/mode"
import type { LocalTime } from "platen/sdk"
import type { SceneNode, Text } from "platen/sdk/mode"
import { isFar, readingOf } from "./agenda.js"
import { lineOf } from "./lines.js"
import { shortened } from "./shortened.js"
import { temperature } from "./units.js"
import type { Shown } from "./view.js"

/** Letters of a headline. */
const LETTERS = { xs: 58, s: 60, m: 76, l: 90, xl: 90 } as const
/** Letters on the narrowest screens, and the pixels below which they are narrow. */
const [FEW, NARROW] = [34, 240]
/** A line that gives way in size. */
const LINE: Partial<Text> = { lines: 1, fit: "shrink", minPx: 10, leading: 1.2, shrink: 0 }
/** Pixels of height below which a page has room for captions alone beside its numeral. */
export const LOW = 440
const NUMERAL: Partial<Text> = { fit: "fill", family: "display", trim: "ink", lines: 1, features: ["lnum"], grow: 1 }

/** The weather now and of today; without it, the day and the reason. `height`: pixels of the numeral where there is room; default: what is left. */
export function present(shown: Shown, height?: number): SceneNode[] {
  const { weather, context } = shown
  if (!weather) return absent(shown, height)
  const { screen, words } = context
  const px = screen.id === "xs" ? 24 : screen.id === "s" ? 48 : crispIcon(screen.short * 0.12)
  return [
    row(
      {
        ...(height === undefined ? { grow: 1, basis: 0 } : { height, minHeight: Math.round(height * 0.6) }),
        gap: pixels(8, screen),
        align: "center",
      },
      text(temperature(weather.temperature, context), { ...NUMERAL, height: "100%" }),
      ...(weather.code === null
        ? []
        : [icon(words(`weather.icon.${weather.code}${weather.isDay ? "" : ".night"}`), px)]),
    ),
    ...(weather.code === null
      ? []
      : [
          text(words(`weather.${weather.code}`), {
            ...LINE,
            role: screen.id === "xs" ? "caption" : screen.id === "s" || isFar(screen) ? "lead" : "title",
            family: "serif",
            slant: "italic",
            lines: screen.id === "xs" ? 3 : 2,
            balance: true,
          }),
        ]),
    text(`${temperature(weather.low, context)} / ${temperature(weather.high, context)}`, {
      ...LINE,
      role: screen.id === "xs" || screen.id === "s" ? "caption" : "body",
    }),
  ]
}

function absent({ missing, context }: Shown, height?: number): SceneNode[] {
  const { now, words, screen } = context
  const sentence = words(`weather.${missing}`)
  return [
    text(localDigits(String(now.day), words), {
      ...NUMERAL,
      ...(height !== undefined && { grow: 0, height, minHeight: Math.round(height * 0.6) }),
    }),
    text(words(`month.${now.month}`), {
      lines: 1,
      fit: "shrink",
      minPx: 10,
      shrink: 0,
      leading: 1.2,
      role: screen.id === "xs" ? "caption" : "title",
      family: "serif",
      slant: "italic",
    }),
    ...(screen.id === "xs"
      ? []
      : [
          text(sentence, {
            role: screen.id === "s" || context.height < LOW ? "caption" : "body",
            family: "serif",
            fit: "shrink",
            minPx: 10,
            leading: 1.2,
          }),
        ]),
  ]
}

/** A size at which icons are sharp. */
function crispIcon(px: number): number {
  return [128, 112, 96, 80, 64, 48, 32].find((each) => each <= px) ?? 24
}

/** The headlines between hair rules, with the names of where they are from in italics. */
export function headlines({ news, context }: Shown, most = 3): SceneNode {
  const { screen, width } = context
  const hasSource = screen.id !== "s" && screen.id !== "xs" && !isFar(screen)
  const letters = width < NARROW && screen.id === "xs" ? FEW : LETTERS[screen.id]
  return column(
    {
      grow: Math.min(most, news.length) * 1.4,
      basis: 0,
      gap: pixels(3, screen),
      more: true,
      justify: "between",
      padding: [0, 0, pixels(2, screen), 0],
    },
    ...news.slice(0, most).map(({ title, source }, i) => {
      const spans = [
        { text: shortened(title, letters) },
        ...(hasSource && source !== ""
          ? [{ text: `  ${shortened(source, 24)}`, slant: "italic" as const, scale: 0.8 }]
          : []),
      ]
      const headline = text(spans.map((span) => span.text).join(""), {
        ...(spans.length > 1 && { spans }),
        role: screen.id === "s" ? "caption" : readingOf(context),
        family: "serif",
        lines: 4,
        leading: 1.15,
        ...(i === 0 && { fit: "shrink" as const, minPx: Math.round(captionPx(screen)) }),
      })
      // The first one stays, whole rather than large.
      if (i === 0) return column({ maxHeight: "100%" }, headline)
      return column({ gap: pixels(3, screen) }, rule({ style: "dotted" }), headline)
    }),
  )
}

/** The line of the day. */
export function line({ line: written, context: { now, language } }: Shown, look: Partial<Text>): SceneNode {
  const { text: words, language: own } = written === undefined ? lineOf(now, language) : { text: written, language }
  return text(words, {
    family: "serif",
    slant: "italic",
    fit: "shrink",
    minPx: 10,
    leading: 1.2,
    language: own,
    ...look,
  })
}

/** Sun and moon of the day with leader dots. */
export function skyTable({ weather, context: { sky, now, words, screen, width } }: Shown): SceneNode {
  const { sun, moon } = sky(now)
  const name = words(`moon.${moon.name}`)
  const isRoomy = screen.id === "l" || screen.id === "xl" || (width >= 700 && name.length <= 15)
  const time = (at: LocalTime): string => clockTime(at, words, true)
  return {
    type: "table",
    role: "caption",
    leading: 1.2,
    rowGap: pixels(1, screen),
    shrink: 0,
    columns: [
      { leader: true, lines: 2 },
      { width: "auto", align: "end", family: "serif" },
    ],
    rows: [
      ...(sun && "rise" in sun
        ? [
            [words("sun.rise"), time(sun.rise)],
            [words("sun.set"), time(sun.set)],
          ]
        : []),
      ...(sun && "polar" in sun ? [[{ text: words(`sun.polar-${sun.polar}`), span: 2 }]] : []),
      ...((screen.id === "s" && weather) || (screen.id === "m" && screen.shape !== "wide")
        ? []
        : [[words("moon"), isRoomy ? name : localPercent(Math.round(moon.lit * 100), words)]]),
    ],
  }
}

/** A heading in spaced capitals. */
export function heading(words: string, { context: { screen } }: Shown): SceneNode[] {
  return screen.id === "s" || screen.id === "xs"
    ? []
    : [
        text(words.toUpperCase(), {
          role: "caption",
          weight: "bold",
          tracking: 0.14,
          lines: 1,
          fit: "shrink",
          minPx: 10,
          leading: 1.2,
          shrink: 0,
        }),
      ]
}
