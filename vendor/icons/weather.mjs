/**
 * Draws the weather pictograms of 24, 32, 48 and 64 pixels and writes them as rows of "#" into plugins/pages/icons/bitmaps.
 *
 *     node vendor/icons/weather.mjs
 *
 * People who change the pictures run it; the build does not. One hand draws all: clouds and suns are lines of 2, 3, 4
 * and 5 pixels, moons are black, and there is a gap of paper where one thing is in front of another. `sizes.mjs` says
 * where each part is, `stamps.mjs` holds the parts that are drawn pixel by pixel.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { above, add, behind, cut, rowsOf } from "./layer.mjs"
import { Parts } from "./parts.mjs"
import { SIZES } from "./sizes.mjs"

const ROOT = new URL("../../", import.meta.url)

/** The pictures of one size, by name: a layer each. */
export function pictures(side) {
  const parts = new Parts(side)
  return { ...skies(parts), ...falls(parts), ...rises(parts), thunderstorm: thunderstorm(parts), wind: parts.wind() }
}

function skies(parts) {
  const { side, size } = parts
  const low = parts.cloud(size.cloudLow, "cloud-low")
  const small = parts.cloud(size.cloudSmall, "cloud-small")
  const [x, base, width, height] = size.rear
  // Of the cloud behind, only the upper edge: its left end and its base are lines too many.
  const rear = cut(
    above(parts.cloud(size.rear, "cloud-low"), base - size.stroke),
    parts.rect(0, base - height + size.rearLeft, x + width / 2, side),
  )
  const [open, y, step, ...bars] = size.fog
  return {
    "clear-day": parts.sun(size.sun, "n ne e se s sw w nw"),
    "clear-night": parts.moon(size.moon),
    "mostly-clear-day": behind(parts.sun(size.sunMostly, "n ne e se w nw"), small, size.gap),
    "mostly-clear-night": behind(parts.moon(size.moonMostly), small, size.gap),
    "partly-cloudy-day": behind(parts.sun(size.sunPartly, "n ne e se nw"), low, size.gap),
    "partly-cloudy-night": behind(parts.moon(size.moonPartly), low, size.gap),
    cloudy: parts.cloud(size.cloud, "cloud"),
    overcast: behind(rear, low, size.gap),
    fog: add(
      above(parts.cloud(size.cloudTop, "cloud"), open),
      ...bars.map(([left, right], i) => parts.rect(left, y + i * step, right, y + i * step + size.stroke)),
    ),
  }
}

/** What falls, from a cloud or from one that leaves a part of the sky free. */
function falls(parts) {
  const { size } = parts
  const cloud = parts.cloud(size.cloudTop, "cloud")
  const mid = parts.cloud(size.cloudMid, "cloud-mid")
  const day = behind(parts.sun(size.sunShower, "n ne e se nw"), mid, size.gap)
  const night = behind(parts.moon(size.moonShower), mid, size.gap)
  const [high, length, low] = size.drizzle
  const [left, middle, right] = size.strokes
  const [d, upper, lower] = size.hail
  const shower = parts.rain(size.showers, ...size.shower)
  const flakes = parts.flakes(size.showerFlakes)
  return {
    drizzle: add(cloud, parts.rain([left, right], high, length), parts.rain([middle], low, length)),
    rain: add(cloud, parts.rain(size.strokes, ...size.rain)),
    "heavy-rain": add(cloud, parts.rain(size.dense, ...size.rain)),
    "showers-day": add(day, shower),
    "showers-night": add(night, shower),
    sleet: add(cloud, parts.rain([size.sleet[0], size.sleet[2]], ...size.rain), parts.flakes([size.sleet[1]])),
    snow: add(cloud, parts.flakes(size.flakes)),
    "snow-showers-day": add(day, flakes),
    "snow-showers-night": add(night, flakes),
    hail: add(
      cloud,
      ...upper.map((x) => parts.dot(x, size.rain[0], d)),
      ...lower.map((x) => parts.dot(x, size.bottom - d, d)),
    ),
  }
}

function thunderstorm(parts) {
  const { side, size } = parts
  const [left, right] = size.split
  const base = parts.rect(left, size.cloudTop[1] - size.stroke, right, side)
  return behind(cut(parts.cloud(size.cloudTop, "cloud"), base), parts.bolt(), size.gap)
}

function rises(parts) {
  const { side, size } = parts
  const { horizon, edge, stroke } = size
  const line = parts.rect(edge, horizon, side - edge - (stroke % 2), horizon + stroke)
  const sun = add(above(parts.sun(size.sunRise, "n ne nw"), horizon), line)
  const moon = add(parts.moon(size.moonRise), line)
  return {
    sunrise: add(sun, parts.chevron(true)),
    sunset: add(sun, parts.chevron(false)),
    moonrise: add(moon, parts.chevron(true)),
    moonset: add(moon, parts.chevron(false)),
  }
}

function source(side) {
  return Object.entries(pictures(side))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, layer]) => `${[`${name}@${side}`, ...rowsOf(layer)].join("\n")}\n`)
    .join("\n")
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const side of Object.keys(SIZES).map(Number))
    writeFileSync(new URL(`plugins/pages/icons/bitmaps/weather-${side}.txt`, ROOT), source(side))
