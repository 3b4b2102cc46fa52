import { definePlugin } from "platen/sdk"
import { ICONS } from "platen/sdk/drawing"
import type { IconSet } from "platen/sdk/drawing"
import { food } from "./bitmaps/food.js"
import { home } from "./bitmaps/home.js"
import { nature } from "./bitmaps/nature.js"
import { people } from "./bitmaps/people.js"
import { reading } from "./bitmaps/reading.js"
import { signs } from "./bitmaps/signs.js"
import { time } from "./bitmaps/time.js"
import { weather24 } from "./bitmaps/weather-24.js"
import { weather32 } from "./bitmaps/weather-32.js"
import { weather48 } from "./bitmaps/weather-48.js"
import { weather64 } from "./bitmaps/weather-64.js"
import { weather } from "./bitmaps/weather.js"
import { outlines } from "./outlines.js"
import { withSynonyms } from "./synonyms.js"

/** All that is drawn by hand: outlines turn to mush at 12 and 16 pixels, and weather is one family up to 64. */
const bitmaps = {
  ...food,
  ...home,
  ...nature,
  ...people,
  ...reading,
  ...signs,
  ...time,
  ...weather,
  ...weather24,
  ...weather32,
  ...weather48,
  ...weather64,
}

const PICTOGRAMS: IconSet = {
  id: "icons",
  outlines: {
    file: new URL(import.meta.resolve("@mdi/font/fonts/materialdesignicons-webfont.woff")),
    glyphs: withSynonyms(outlines),
  },
  bitmaps: withSynonyms(bitmaps),
}

/**
 * Plugin of the icons: hand-drawn at 12 and 16 pixels, outlines of Material Design Icons from 20 pixels. The weather is
 * hand-drawn at 24, 32, 48 and 64 pixels too.
 */
export default definePlugin({ id: "icons", setup: () => [ICONS.of(PICTOGRAMS)] })
