import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Han, kana, hangul, and the marks and symbols that are set with them. */
const COVERS: Font["covers"] = [
  [0x2010, 0x2051],
  [0x2100, 0x33ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7af],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe6b],
  [0xff00, 0xffef],
  [0x20000, 0x2fa1f],
]

/** The font of a region: it has the region's forms of Han. */
function region(name: string, { rank, languages, sizes }: Required<Pick<Font, "rank" | "languages" | "sizes">>): Font {
  return {
    id: `noto-sans-${name}`,
    file: new URL(`./noto-sans-${name}-400.woff`, import.meta.url),
    families: ["sans", "serif", "mono", "display", "brush"],
    rank,
    covers: COVERS,
    languages,
    sizes,
  }
}

/** Plugin of Noto Sans for Chinese, Japanese and Korean, one font a region. Each is before the pixel faces in its own languages, and after them in others. */
export default definePlugin({
  id: "fonts-noto-sans",
  setup: () => [
    FONTS.of(
      region("jp", { rank: 2.2, languages: ["ja"], sizes: { min: 16, max: 720 } }),
      region("kr", { rank: 2.2, languages: ["ko"], sizes: { min: 16, max: 720 } }),
      region("sc", { rank: 2.15, languages: ["zh", "zh-Hans", "zh-CN", "zh-SG"], sizes: { min: 17, max: 30 } }),
      region("tc", { rank: 2.2, languages: ["zh-Hant", "zh-TW", "zh-HK", "zh-MO"], sizes: { min: 16, max: 720 } }),
    ),
  ],
})
