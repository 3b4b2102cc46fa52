/** Characters that must not begin a column: closing marks, small kana and marks of repetition. As the lines of horizontal text. */
const NOT_FIRST = new Set(
  "·‧・、。，．：；？！）〕］｝〉》」』】〗〙〛’”…—～ー々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％℃°,.!?)]}:;",
)
/** Characters that must not end a column: opening marks. */
const NOT_LAST = new Set("（〔［｛〈《「『【〖〘〚‘“$£¥€([{")

const graphemes = new Intl.Segmenter("zh", { granularity: "grapheme" })

/**
 * Breaks a text into columns of at most `most` characters: at its line breaks, and where it must. An empty line between others is an empty
 * column. Where no break would be right, a column is full.
 */
export function columnsOf(text: string, most: number): readonly (readonly string[])[] {
  return text
    .replace(/^\s*\n|\s+$/g, "")
    .split("\n")
    .flatMap((line) =>
      brokenAt(
        [...graphemes.segment(line.trimEnd())].map(({ segment }) => segment),
        most,
      ),
    )
}

function brokenAt(characters: readonly string[], most: number): readonly (readonly string[])[] {
  if (characters.length === 0) return [[]]
  const columns: (readonly string[])[] = []
  let start = 0
  while (start < characters.length) {
    const full = Math.min(characters.length, start + most)
    let end = full
    while (end > start && !mayBreak(characters, end)) end--
    if (end === start) end = full
    columns.push(characters.slice(start, end))
    start = end
  }
  return columns
}

function mayBreak(characters: readonly string[], at: number): boolean {
  return at === characters.length || (!NOT_FIRST.has(characters[at]!) && !NOT_LAST.has(characters[at - 1]!))
}
