import { clockTime, localTime } from "platen/sdk/kit"
import { pixels } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { inUnits } from "./units.js"
import type { Shown } from "./view.js"
import { wordsOf } from "./words.js"

const HOUR_MS = 3_600_000
/** Hours between two labels. */
const LABELLED = 6
/** The minutes of a time of the day. */
const MINUTES = /:\p{Nd}+/u
/** Units of the numbers of the scale: of two characters with a degree sign, and of each further one. */
const [GUTTER, DIGIT] = [26, 7] as const
/** Degrees that the scale may go beyond the temperatures. */
const BEYOND = 5

/** Characters of the longest number of a scale, at least two. */
function longestIn(temperatures: readonly number[]): number {
  const ends = [Math.min(...temperatures) - BEYOND, Math.max(...temperatures) + BEYOND]
  return Math.max(2, ...ends.map((degrees) => String(Math.round(degrees)).length))
}

/** Millimetres in an hour at which a bar of rain reaches the top of its part of the chart. */
const HEAVY = 4

/** The temperature of the coming hours as a curve, and the rain as bars below it. */
export function hourChart({ weather, units, context }: Shown, count: number): SceneNode {
  const { words, language, screen, timeZone } = context
  const hours = weather.hours.slice(0, count)
  const clock = localHours(hours[0]?.at ?? 0, hours.at(-1)?.at ?? 0, timeZone)
  const labels = hours.map(({ at }) => {
    const hour = clock(at)
    return hour % LABELLED === 0 ? clockTime({ hour, minute: 0 }, words).replace(MINUTES, "") : ""
  })
  const temperatures = hours.map(({ temperature }) => inUnits(temperature, units))
  const gutter = pixels(GUTTER + DIGIT * (longestIn(temperatures) - 2), screen)
  const isWet = hours.some(({ precipitation }) => precipitation >= 0.1)
  const rain = Math.max(HEAVY, ...hours.map(({ precipitation }) => precipitation))
  return {
    type: "column",
    grow: 1,
    gap: pixels(2, screen),
    children: [
      {
        type: "chart",
        kind: "line",
        values: temperatures,
        smooth: true,
        unit: "°",
        decimals: 0,
        gutter,
        points: ["max", "min"],
        grow: 3,
        basis: 0,
        labels,
      },
      ...(isWet
        ? [
            {
              type: "chart" as const,
              kind: "rain" as const,
              values: hours.map(({ precipitation }) => Math.round(precipitation * 10) / 10),
              label: wordsOf(language).rain,
              gutter,
              from: 0,
              to: rain,
              scale: false,
              grow: 1.4,
              basis: 0,
            },
          ]
        : []),
    ],
  }
}

/** The local hour of a time between two others. Zones are a multiple of 15 minutes apart, so that an hour of the forecast may begin within one. */
function localHours(first: number, last: number, timeZone: string): (at: number) => number {
  const offset = offsetAt(first, timeZone)
  return offset === offsetAt(last, timeZone)
    ? (at) => new Date(at + HOUR_MS / 2 + offset).getUTCHours()
    : (at) => localTime(at + HOUR_MS / 2, timeZone).hour
}

/** Milliseconds that local time is ahead of UTC. */
function offsetAt(epoch: number, timeZone: string): number {
  const { year, month, day, hour, minute } = localTime(epoch, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(epoch / 60_000) * 60_000
}
