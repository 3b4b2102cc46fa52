import { readFileSync } from "node:fs"
import { ICONS } from "platen/sdk/drawing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { IS_FULL } from "../../depth.js"
import { FontFiles } from "../../../kernel/engine/text/font-file.js"
import { files } from "../../../kernel/files.js"
import { freetype } from "../../../kernel/engine/text/raster.js"
import icons from "../../../plugins/pages/icons/index.js"
import { SYNONYMS } from "../../../plugins/pages/icons/synonyms.js"
import { setUp } from "../../set-up.js"
import { sharedTypesetter } from "../../setting.js"

const test = suite("plugins/pages/icons")
const [set] = (await setUp(icons, { files }, {})).to(ICONS)
const outlines = set!.outlines!.glyphs
const bitmaps = Object.fromEntries(
  Object.entries(set!.bitmaps!).map(([key, rows]) => [key, typeof rows === "string" ? rows.split("\n") : rows]),
)
const NAMES = Object.keys(outlines)
/** Each is drawn by hand at the sizes of weather. */
const WEATHER = [
  "clear-day",
  "clear-night",
  "mostly-clear-day",
  "mostly-clear-night",
  "partly-cloudy-day",
  "partly-cloudy-night",
  "cloudy",
  "overcast",
  "fog",
  "drizzle",
  "rain",
  "heavy-rain",
  "showers-day",
  "showers-night",
  "sleet",
  "snow",
  "snow-showers-day",
  "snow-showers-night",
  "hail",
  "thunderstorm",
  "wind",
  "sunrise",
  "sunset",
  "moonrise",
  "moonset",
]

/** First and last row or column with ink. */
interface Extent {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

function extentOf(rows: readonly string[]): Extent {
  const lines = rows.flatMap((row, y) => (row.includes("#") ? [y] : []))
  const inked = rows.filter((row) => row.includes("#"))
  return {
    left: Math.min(...inked.map((row) => row.indexOf("#"))),
    right: Math.max(...inked.map((row) => row.lastIndexOf("#"))),
    top: lines[0]!,
    bottom: lines.at(-1)!,
  }
}

const mirrored = (rows: readonly string[]): string[] => rows.map((row) => [...row].reverse().join(""))
const turned = (rows: readonly string[]): string[] => rows.map((_, y) => rows.map((row) => row[y]).join(""))
/** The rows and columns with ink alone. */
function trimmed(rows: readonly string[]): string[] {
  const { left, right, top, bottom } = extentOf(rows)
  return rows.slice(top, bottom + 1).map((row) => row.slice(left, right + 1))
}

test("has at least 80 names, of small letters and dashes", () => {
  const names = new Set([...NAMES, ...Object.keys(bitmaps).map((key) => key.split("@")[0]!)])
  assert.ok(names.size >= 80, `${names.size}`)
  assert.equal([...names].sort(), [...NAMES].sort(), "bitmaps and outlines have the same names")
  for (const name of names) assert.match(name, /^[a-z]+(-[a-z]+)*$/)
})

test("keeps each file of pictures in alphabetical order", () => {
  for (const file of ["food", "home", "nature", "people", "reading", "signs", "time", "weather", "weather-64"]) {
    const text = readFileSync(new URL(`../../../../plugins/pages/icons/bitmaps/${file}.txt`, import.meta.url), "utf8")
    const keys = [...text.matchAll(/^([a-z-]+)@\d+$/gm)].map(([, name]) => name!)
    assert.equal(keys, [...keys].sort(), file)
  }
})

test("keeps the names that definitions use", () => {
  const names =
    "column sun moon enso feather calendar book bell bolt cloud rain snow fog storm partly-cloudy wifi-off clock pin heart check warning pot note hourglass bars letters picture star question quote battery-full battery-high battery-medium battery-low"
  for (const name of names.split(" ")) assert.ok(name in outlines && `${name}@12` in bitmaps, name)
  for (const [synonym, name] of Object.entries(SYNONYMS)) {
    for (const px of [12, 16, 24, 32, 48, 64])
      assert.equal(bitmaps[`${synonym}@${px}`], bitmaps[`${name}@${px}`], synonym)
  }
})

test("draws each name by hand at 12 and 16, weather at 24, 32, 48 and 64 too", () => {
  const weather = new Set([...WEATHER, ...Object.keys(SYNONYMS)])
  for (const name of NAMES) {
    const sizes = [12, 16, 24, 32, 48, 64].filter((px) => `${name}@${px}` in bitmaps)
    assert.equal(sizes, weather.has(name) ? [12, 16, 24, 32, 48, 64] : [12, 16], name)
  }
  assert.ok(WEATHER.every((name) => NAMES.includes(name)))
})

test("draws squares of ink and paper that fill their width or height", () => {
  for (const [key, rows] of Object.entries(bitmaps)) {
    const px = Number(key.split("@")[1])
    assert.is(rows.length, px, key)
    for (const row of rows) assert.ok(row.length === px && /^[#.]+$/.test(row), `${key}: ${row}`)
    const { left, right, top, bottom } = extentOf(rows)
    const longest = Math.max(right - left, bottom - top) + 1
    assert.ok(longest >= px * 0.75, `${key} is ${longest} long`)
  }
})

test("leaves no pixel alone in the weather from 24", () => {
  for (const [key, rows] of Object.entries(bitmaps)) {
    if (rows.length < 24) continue
    rows.forEach((row, y) => {
      for (let x = 0; x < row.length; x++) {
        if (row[x] !== "#") continue
        const near = [rows[y - 1]?.[x], rows[y + 1]?.[x], row[x - 1], row[x + 1]]
        const corners = [-1, 1].flatMap((dy) => [rows[y + dy]?.[x - 1], rows[y + dy]?.[x + 1]])
        assert.ok([...near, ...corners].includes("#"), `${key} at ${x}, ${y}`)
      }
    })
  }
})

test("draws suns that are the same from all four sides", () => {
  for (const px of [24, 32, 48, 64]) {
    const rows = trimmed(bitmaps[`clear-day@${px}`]!)
    assert.equal(mirrored(rows), rows, `${px}`)
    assert.equal(turned(rows), rows, `${px}`)
  }
})

test("sets what falls, and what is seen over a cloud, on one line", () => {
  const standing = WEATHER.filter((name) => !/^(clear|cloudy|wind|thunder|sun|moon)/.test(name))
  for (const px of [24, 32, 48, 64]) {
    const bottoms = standing.map((name) => extentOf(bitmaps[`${name}@${px}`]!).bottom)
    assert.ok(Math.max(...bottoms) - Math.min(...bottoms) <= px / 24, `${px}: ${bottoms.join()}`)
  }
})

test("holds the weather that vendor/icons draws", async () => {
  const { pictures } = (await import(new URL("../../../../vendor/icons/weather.mjs", import.meta.url).href)) as {
    pictures(side: number): Readonly<Record<string, Uint8Array>>
  }
  // The large ones take seconds.
  for (const px of IS_FULL ? [24, 32, 48, 64] : [24, 32]) {
    const drawn = pictures(px)
    assert.equal(Object.keys(drawn).sort(), [...WEATHER].sort())
    for (const [name, pixels] of Object.entries(drawn)) {
      const rows = bitmaps[`${name}@${px}`]!.join("")
      assert.is(
        rows,
        Array.from(pixels, (on) => (on ? "#" : ".")).join(""),
        `${name}@${px}: run vendor/icons/weather.mjs`,
      )
    }
  }
})

test("finds every outline in the font", async () => {
  const { book } = await sharedTypesetter()
  const font = new FontFiles(await freetype()).file({ id: "icons", file: set!.outlines!.file })
  for (const name of NAMES) {
    assert.ok(font.covers(outlines[name]!), name)
    const { bits, width, height } = book.icon(name, 20)!
    assert.ok(
      bits.some((byte) => byte !== 0),
      name,
    )
    assert.ok(width <= 20 && height <= 20, name)
  }
})

test.run()
