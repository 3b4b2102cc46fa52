/** Characters that are as wide as high: East Asian scripts, and pictographs. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** Columns of a wide character: its smallest size is 12 pixels, and a small letter is 5 wide. */
const WIDE_COLUMNS = 2.5

/** Code units of one grapheme, at the most. */
const MAX_UNITS = 32

/** A text that takes at most so many columns: its beginning and an ellipsis. */
export function cut(text: string, columns: number): string {
  // Any user may have written the text.
  const head = text.slice(0, (columns + 1) * MAX_UNITS)
  let taken = 0
  let kept = ""
  for (const { segment } of graphemes.segment(head)) {
    taken += WIDE.test(segment) ? WIDE_COLUMNS : 1
    if (taken > columns) return `${kept.trimEnd()}…`
    if (taken <= columns - 1) kept += segment
  }
  return head.length < text.length ? `${kept.trimEnd()}…` : text
}
