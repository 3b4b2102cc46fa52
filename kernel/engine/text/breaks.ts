import LineBreaker from "linebreak"

/** Break opportunities. 0: no break before this character; 1: a line may begin here; 2: a line must; SOFT: it may, after a hyphen. */
export type Breaks = Uint8Array
export const SOFT = 3

const HANGUL = /[\u1100-\u11ff\u3130-\u318f\uac00-\ud7af]/g
const HAN = /[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[\ud840-\ud87f]/
const WIDE_MARK = /[\u3001\u3002\uff01\uff0c\uff0e\uff1a\uff1b\uff1f]/
const SPACELESS = /[\u0e00-\u0eff\u1780-\u17ff]/
/** Latin texts for which the rule table is correct, except for ODD. */
const LATIN = /^[\x20-\x7e\u00a0-\u00ff\u2018\u2019\u201c\u201d\u2013\u2026]*$/
const ODD = /[%\u00b0\u00ab\u00bb]|["\u201d\u2019] [([{]/
/** A line never begins with these, whatever the tables say. */
const NEVER_FIRST = new Set(
  "·‧・、。，．：；？！）〕］｝〉》」』】〗〙〛’”…—～ー々〻ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％℃°",
)
/** A line never ends with these. */
const NEVER_LAST = new Set("（〔［｛〈《「『【〖〘〚‘“$£¥€")

const words = new Intl.Segmenter("th", { granularity: "word" })

/**
 * Break opportunities by UAX #14, with these corrections: Korean breaks only between words; Thai, Lao and Khmer break
 * between words; a Chinese line may begin after a closing and before an opening quotation mark; marks that Chinese and
 * Japanese typography forbids at the start or end of a line are not placed there; nor does a Latin line begin with a
 * dash, or with a unit that follows its number. Returns one entry per UTF-16 code unit and one for the end.
 */
export function breaksOf(text: string): Breaks {
  const breaks = new Uint8Array(text.length + 1)
  // Korean breaks like Latin: particles stay with the word, number or bracket they follow.
  const breaker = new LineBreaker(text.replace(HANGUL, "a"))
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (next.position < text.length) breaks[next.position] = next.required ? 2 : 1
  }
  if (LATIN.test(text) && !ODD.test(text)) return breaks
  for (let i = 1; i < text.length; i++) if (breaks[i] !== 2) breaks[i] = corrected(text, i, breaks[i]!)
  if (SPACELESS.test(text)) breakWords(text, breaks)
  return breaks
}

function corrected(text: string, i: number, given: number): number {
  const [before, after] = [text[i - 1]!, text[i]!]
  if (before === " ") return afterSpace(text, i, given)
  if (NEVER_FIRST.has(after) || NEVER_LAST.has(before)) return 0
  if (given === 0 && (before === "”" || before === "’") && HAN.test(after)) return 1
  if (given === 0 && (after === "“" || after === "‘") && (HAN.test(before) || WIDE_MARK.test(before))) return 1
  return given
}

/** A unit stays with its number and a French quotation mark with its words; a bracket may follow a closing quotation mark. */
function afterSpace(text: string, i: number, given: number): number {
  const [before, after] = [text[i - 2] ?? "", text[i]!]
  if (UNIT.test(after) && DIGIT.test(before)) return 0
  if (after === "»" && !LETTER.test(text[i + 1] ?? "")) return 0
  if (before === "«" && !LETTER.test(text[i - 3] ?? "")) return 0
  if (given === 0 && CLOSING_QUOTE.test(before) && BRACKET.test(after) && !/^ ?$/.test(text[i - 3] ?? "")) return 1
  return given
}

const UNIT = /[%°℃]/
const DIGIT = /\d/
const LETTER = /\p{L}/u
const CLOSING_QUOTE = /["”’]/
const BRACKET = /[([{]/

function breakWords(text: string, breaks: Breaks): void {
  for (const { index, isWordLike } of words.segment(text)) {
    const isBetween = index > 0 && isWordLike && SPACELESS.test(text[index]!) && SPACELESS.test(text[index - 1]!)
    if (isBetween && breaks[index] === 0) breaks[index] = 1
  }
}
