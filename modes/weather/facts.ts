import { clockTime, localNumber, localPercent } from "platen/sdk/kit"
import { column, pixels, row, text } from "platen/sdk/mode"
import type { LocalTime } from "platen/sdk"
import type { SceneNode, ViewContext } from "platen/sdk/mode"
import type { Air, Weather } from "platen/sdk/sources"
import type { WeatherSettings } from "./mode.js"
import { beaufort, milesPerHour, windOf } from "./units.js"
import type { Units } from "./units.js"
import type { Shown } from "./view.js"
import { airWord, windWord, wordsOf } from "./words.js"

type Context = ViewContext<WeatherSettings>

/** The facts with leader dots, at most so many, the most wanted first; the last ones give way where there is no room. `hasArc`: the way of the sun says when it rises and sets. */
export function factRows(
  shown: Pick<Shown, "context"> & {
    readonly weather?: Weather
    readonly air?: Air | null
    readonly units?: Exclude<Units, "auto">
  },
  most: number,
  hasArc = false,
): SceneNode {
  const { context, weather, air = null, units = "metric" } = shown
  const rows = [
    ...(weather ? weatherFacts(weather, air, units, context) : []),
    ...(hasArc && isArc(context) ? [] : sunFacts(context)),
  ].slice(0, most)
  const line = (each: Row): SceneNode => ({
    type: "table",
    role: isLarge(context) ? "body" : "caption",
    leading: 1.2,
    shrink: 0,
    columns: [{ leader: true }, { width: "auto", align: "end", family: "serif" }],
    rows: [each],
  })
  return column({ gap: pixels(1, context.screen), more: true }, ...rows.map(line))
}

type Row = readonly [string, string]

function weatherFacts(
  { now, days }: Weather,
  air: Air | null,
  units: Exclude<Units, "auto">,
  { language, words }: Context,
): readonly Row[] {
  const own = wordsOf(language)
  const force = own.force.replace("{force}", localNumber(beaufort(now.wind), words))
  const from = now.direction === null ? "" : ` ${windWord(windOf(now.direction), language)}`
  const wind = units === "metric" ? `${force}${from}` : `${milesPerHour(now.wind, words)}${from}`
  const uv = days[0]?.uv ?? null
  return [
    [own.wind, wind],
    [own.humidity, localPercent(Math.round(now.humidity), words)],
    ...(air?.index == null ? [] : [[own.air, airWord(air.index, language)] as const]),
    ...(uv === null || uv < 1 ? [] : [[own.uv, localNumber(Math.round(uv), words)] as const]),
  ]
}

/** Sunrise and sunset of the place; one row where the sun stays up or down. */
function sunFacts({ sky, now, words, language }: Context): readonly Row[] {
  const { sun } = sky(now)
  if (!sun) return []
  const own = wordsOf(language)
  if ("polar" in sun) return [[words("sun"), sun.polar === "night" ? own.polarNight : own.polarDay]]
  return [
    [words("sun.rise"), clockTime(sun.rise, words)],
    [words("sun.set"), clockTime(sun.set, words)],
  ]
}

/** Whether a page has room for larger words. */
export function isLarge({ screen }: Context): boolean {
  return screen.id === "l" || screen.id === "xl"
}

/** Whether the sun rises and sets: its way is drawn. */
function isArc({ sky, now }: Context): boolean {
  const { sun } = sky(now)
  return sun !== undefined && !("polar" in sun)
}

/** The way of the sun from its rise to its set, over its whole width and with a disc where it stands now. Pixels. */
export function sunArc(
  { context }: Shown,
  { width, height }: { readonly width: number; readonly height: number },
): SceneNode {
  const { sky, now, words, screen } = context
  const ends = { role: isLarge(context) ? "body" : "caption", lines: 1, spoken: false } as const
  const { sun } = sky(now)
  if (!sun || "polar" in sun) return column({})
  const minutes = ({ hour, minute }: LocalTime): number => hour * 60 + minute
  const share = (minutes(now) - minutes(sun.rise)) / sun.minutes
  const { way, at } = arcIn(width / height)
  const [x, y] = at(share)
  const label = `${words("sun.rise")} ${clockTime(sun.rise, words)}, ${words("sun.set")} ${clockTime(sun.set, words)}`
  return column(
    { shrink: 0, gap: pixels(2, screen) },
    {
      type: "path",
      viewBox: [100 * (width / height), 100],
      height,
      shrink: 0,
      label,
      shapes: [
        { ...way, dash: [2, 2] },
        {
          points: [
            [0, HORIZON],
            [100 * (width / height), HORIZON],
          ],
        },
        ...(share >= 0 && share <= 1 ? [{ circle: [x, y, SUN] as const, fill: "black" as const }] : []),
      ],
    },
    row({ justify: "between" }, text(clockTime(sun.rise, words), ends), text(clockTime(sun.set, words), ends)),
  )
}

/** The row of the horizon, and the radius of the sun, in a box that is 100 high. */
const [HORIZON, SUN] = [90, 9] as const

/** A flat arc from one end of the horizon to the other. `ratio`: width of its box by its height. `at`: the point at a share of the way. */
function arcIn(ratio: number): {
  readonly way: { readonly circle: readonly [number, number, number]; readonly from: number; readonly to: number }
  readonly at: (share: number) => readonly [x: number, y: number]
} {
  // The sun is whole at both ends.
  const [centre, half, high] = [50 * ratio, 50 * ratio - SUN, HORIZON - SUN]
  const radius = (half * half + high * high) / (2 * high)
  const middle = HORIZON - high + radius
  const turn = Math.atan2(half, middle - HORIZON)
  const degrees = (turn * 180) / Math.PI
  return {
    way: { circle: [centre, middle, radius], from: -degrees, to: degrees },
    at: (share) => {
      const angle = turn * (2 * share - 1)
      return [centre + radius * Math.sin(angle), middle - radius * Math.cos(angle)]
    },
  }
}
