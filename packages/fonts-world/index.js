import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"

/** @typedef {import("platen/sdk/drawing").Font} Font */

/** @type {Font["families"]} */
const FAMILIES = ["sans", "serif", "mono", "display", "brush"]

/** Characters of each script. Latin letters and digits among them are set in the usual faces. */
const SCRIPTS = /** @type {Readonly<Record<string, Font["covers"]>>} */ ({
  myanmar: [
    [0x1000, 0x109f],
    [0xa9e0, 0xa9fe],
    [0xaa60, 0xaa7f],
  ],
  khmer: [
    [0x1780, 0x17f9],
    [0x19e0, 0x19ff],
  ],
  // The scripts of India have their danda in the block of Devanagari.
  telugu: [
    [0x964, 0x965],
    [0xc00, 0xc7f],
  ],
  kannada: [
    [0x964, 0x965],
    [0xc80, 0xcff],
  ],
  malayalam: [
    [0x964, 0x965],
    [0xd00, 0xd7f],
  ],
  gujarati: [
    [0x964, 0x965],
    [0xa80, 0xaff],
  ],
  gurmukhi: [
    [0x964, 0x965],
    [0xa00, 0xa7f],
  ],
  sinhala: [[0xd80, 0xdff]],
  oriya: [
    [0x964, 0x965],
    [0xb00, 0xb7f],
  ],
  "lao-looped": [[0xe80, 0xedf]],
  ethiopic: [
    [0x1200, 0x139f],
    [0x2d80, 0x2dde],
    [0xab01, 0xab2e],
  ],
})

/**
 * The font of a script in one weight.
 * @param {string} script
 * @param {"regular" | "bold"} weight
 * @returns {Font}
 */
function face(script, weight) {
  return {
    id: `noto-sans-${script}${weight === "bold" ? "-bold" : ""}`,
    file: new URL(`./scripts/noto-sans-${script}-${weight === "bold" ? 700 : 400}.woff2`, import.meta.url),
    families: FAMILIES,
    weight,
    rank: 5,
    covers: SCRIPTS[script],
    sizes: { min: 10, max: 720 },
  }
}

/**
 * A font of Han.
 * @param {string} id
 * @param {Pick<Font, "rank" | "languages">} given
 * @returns {Font}
 */
function han(id, given) {
  return {
    ...given,
    id,
    file: new URL(`./han/${id}-400.woff2`, import.meta.url),
    families: FAMILIES,
    covers: [
      [0x2010, 0x2051],
      [0x2100, 0x33ff],
      [0x3400, 0x9fff],
      [0xac00, 0xd7af],
      [0xf900, 0xfaff],
      [0xfe10, 0xfe6b],
      [0xff00, 0xffef],
      [0x20000, 0x2fa1f],
    ],
    sizes: { min: 16, max: 720 },
  }
}

const RARE = { rank: 2.3, languages: ["ja", "ko", "zh-Hant", "zh-TW", "zh-HK", "zh-MO"] }

/**
 * Plugin of fonts that few pages need: Noto Sans for eleven scripts with all rules for shaping them, Korean, and the Han
 * that the built-in fonts lack: all of Noto Sans CJK, and of plane 2 what registers of Japan, Hong Kong and Macau have.
 */
export default definePlugin({
  id: "fonts-world",
  setup: () => [
    FONTS.of(
      ...Object.keys(SCRIPTS).flatMap((script) => [face(script, "regular"), face(script, "bold")]),
      han("noto-sans-kr", { rank: 2.2, languages: ["ko"] }),
      han("noto-sans-han-1", RARE),
      han("noto-sans-han-2", RARE),
      han("noto-sans-han-3", RARE),
      han("rare-han", { ...RARE, rank: 2.6 }),
    ),
  ],
})
