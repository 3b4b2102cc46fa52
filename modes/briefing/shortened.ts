/** Characters that are as wide as two letters: those of Chinese, Japanese and Korean, full-width forms, and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" })

/** A text of at most `width` letters, where a wide character counts as two: cut behind a word where there is one near, never within a character. */
export function shortened(text: string, width: number): string {
  let used = 0
  let head = ""
  for (const { segment } of segmenter.segment(text)) {
    used += WIDE.test(segment) ? 2 : 1
    if (used > width) return `${behindWord(head)}…`
    head += segment
  }
  return text
}

function behindWord(head: string): string {
  const space = head.lastIndexOf(" ")
  return (space > head.length / 2 ? head.slice(0, space) : head).trimEnd()
}
