import type { Paragraph } from "./paragraph.js"

/**
 * Scripts whose letters join, move or stack by rules that a font must have: names in Unicode, and tags in OpenType.
 * Source: OpenType script tags; the scripts for which HarfBuzz has a shaper of their own.
 */
const TAGS =
  "Arabic arab, Syriac syrc, Mandaic mand, Nko nko, Mongolian mong, Phags_Pa phag, Devanagari dev3 dev2 deva, " +
  "Bengali bng3 bng2 beng, Gurmukhi gur3 gur2 guru, Gujarati gjr3 gjr2 gujr, Oriya ory3 ory2 orya, " +
  "Tamil tml3 tml2 taml, Telugu tel3 tel2 telu, Kannada knd3 knd2 knda, Malayalam mlm3 mlm2 mlym, Sinhala sinh, " +
  "Thai thai, Lao lao, Tibetan tibt, Myanmar mym2 mymr, Khmer khmr, Limbu limb, Buginese bugi, Tai_Tham lana, " +
  "Balinese bali, Sundanese sund, Batak batk, Lepcha lepc, Syloti_Nagri sylo, Saurashtra saur, Kayah_Li kali, " +
  "Rejang rjng, Javanese java, Cham cham, Meetei_Mayek mtei"

/** `letter`: a letter or mark of the script; digits need no rules. */
const SCRIPTS = TAGS.split(", ").map((entry) => {
  const [name, ...tags] = entry.split(" ") as [string, ...string[]]
  return { name: name.replace("_", " "), tags, letter: new RegExp(`(?=[\\p{L}\\p{M}])\\p{Script=${name}}`, "u") }
})

/** Names of the scripts of a text that need rules for shaping, and are set in a face that has none for them. */
export function unshapedScripts({ text, runs }: Paragraph): string[] {
  const found = new Set<string>()
  for (const { start, end, cut } of runs) {
    const part = text.slice(start, end)
    for (const { name, tags, letter } of SCRIPTS)
      if (letter.test(part) && !cut.face.shaper.scripts().some((tag) => tags.includes(tag))) found.add(name)
  }
  return [...found]
}
