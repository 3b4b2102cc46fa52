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

const SIMPLIFIED = ["zh", "zh-Hans", "zh-CN", "zh-SG"]
const TRADITIONAL = ["zh-Hant", "zh-TW", "zh-HK", "zh-MO"]
const FROM_16 = { min: 16, max: 720 }

type Given = Required<Pick<Font, "rank" | "languages" | "sizes">>

/** The fonts of the collection, in its order. */
const MEMBERS = ["jp", "sc", "tc", "names"] as const
type Member = (typeof MEMBERS)[number]

function han(id: string, member: Member, given: Given): Font {
  return {
    ...given,
    id,
    file: new URL(`./noto-sans.woff2#${MEMBERS.indexOf(member)}`, import.meta.url),
    families: ["sans", "serif", "mono", "display", "brush"],
    covers: COVERS,
  }
}

/** The font of a region: it has the region's forms of Han. */
const region = (member: Member, given: Given): Font => han(`noto-sans-${member}`, member, given)

/**
 * Plugin of Noto Sans for Chinese and Japanese, one font a region, and one for rarer Han in names of people and places.
 * Each is before the pixel faces in its own languages, and after them in others.
 */
export default definePlugin({
  id: "fonts-noto-sans",
  setup: () => [
    FONTS.of(
      region("jp", { rank: 2.2, languages: ["ja"], sizes: FROM_16 }),
      region("sc", { rank: 2.15, languages: SIMPLIFIED, sizes: { min: 17, max: 30 } }),
      // For what the Song face of larger sizes lacks.
      han("noto-sans-sc-large", "sc", { rank: 2.3, languages: SIMPLIFIED, sizes: { min: 31, max: 720 } }),
      region("tc", { rank: 2.2, languages: TRADITIONAL, sizes: FROM_16 }),
      region("names", { rank: 2.25, languages: ["ja", ...TRADITIONAL], sizes: FROM_16 }),
    ),
  ],
})
