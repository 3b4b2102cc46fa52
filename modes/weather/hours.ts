import { localDigits } from "platen/sdk/kit"
import { pixels } from "platen/sdk/mode"
import type { SceneNode } from "platen/sdk/mode"
import { inUnits } from "./units.js"
import type { Shown } from "./view.js"
import { wordsOf } from "./words.js"

const HOUR_MS = 3_600_000
/** Hours between two labels. */
const LABELLED = 6
/** Millimetres in an hour at which a bar of rain reaches the top of its part of the chart. */
const HEAVY = 4

/** The temperature of the coming hours as a curve, and the rain as bars below it. */
export function hourChart({ weather, units, context }: Shown, count: number): SceneNode {
  const { words, language, screen, timeZone } = context
  const hours = weather.hours.slice(0, count)
  const clock = localHours(timeZone)
  const labels = hours.map(({ at }) => {
    const hour = clock(at)
    return hour % LABELLED === 0 ? localDigits(String(hour), words) : ""
  })
  const gutter = pixels(26, screen)
  const temperatures = hours.map(({ temperature }) => inUnits(temperature, units))
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

/** The local hour of a time. Zones are a multiple of 15 minutes apart, so that an hour of the forecast may begin within one. */
function localHours(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", hourCycle: "h23", timeZone })
  return (at) => Number(format.format(at + HOUR_MS / 2))
}
