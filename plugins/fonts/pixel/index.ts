import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

const FAMILIES: Font["families"] = ["sans", "serif", "mono", "display", "brush"]
const CJK: Font["covers"] = [
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2100, 0x214f],
  [0x2190, 0x21ff],
  [0x2460, 0x24ff],
  [0x2500, 0x266f],
  [0x2e80, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
  [0x20000, 0x2fa1f],
]
/** Unifont centres commas and stops in their square, as in Taiwan; elsewhere those of Fusion Pixel are used. */
const CJK_LETTERS: Font["covers"] = [
  [0x2190, 0x21ff],
  [0x2460, 0x24ff],
  [0x2500, 0x266f],
  [0x2e80, 0x2fff],
  [0x3005, 0x3007],
  [0x3012, 0x3019],
  [0x301c, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
  [0xff65, 0xffef],
  [0x20000, 0x2fa1f],
]
const EVERYTHING: Font["covers"] = [[0x20, 0xffff]]

function fusion(variant: string, languages: readonly string[]): Font {
  return {
    id: `fusion-pixel-${variant}`,
    file: new URL(
      import.meta.resolve(
        `@fontsource/fusion-pixel-12px-proportional-${variant}/files/fusion-pixel-12px-proportional-${variant}-latin-400-normal.woff`,
      ),
    ),
    families: FAMILIES,
    rank: 2,
    covers: CJK,
    languages,
    sizes: { min: 12, max: 48, step: 12 },
  }
}

/** Plugin of the pixel fonts: Fusion Pixel at 12 pixels for Chinese, Japanese and Korean, Unifont at 16 pixels for all scripts. */
export default definePlugin({
  id: "fonts-pixel",
  setup: () => [
    FONTS.of(
      fusion("sc", ["zh-Hans", "zh-CN", "zh-SG", "zh"]),
      fusion("tc", ["zh-Hant", "zh-TW", "zh-HK", "zh-MO"]),
      fusion("jp", ["ja"]),
      fusion("kr", ["ko"]),
      {
        id: "unifont",
        file: new URL(import.meta.resolve("@fontsource/unifont/files/unifont-latin-400-normal.woff")),
        families: FAMILIES,
        rank: 2.5,
        covers: CJK_LETTERS,
        sizes: { min: 16, max: 720, step: 16 },
      },
      {
        id: "unifont-last-resort",
        file: new URL(import.meta.resolve("@fontsource/unifont/files/unifont-latin-400-normal.woff")),
        families: FAMILIES,
        rank: 20,
        covers: EVERYTHING,
        sizes: { min: 16, max: 720, step: 16 },
      },
    ),
  ],
})
