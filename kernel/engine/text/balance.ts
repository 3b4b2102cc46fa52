import { IDEOGRAPH, insideWords } from "./chinese-words.js"
import type { Paragraph } from "./paragraph.js"

/** Maximum numbers of break places and lines to balance: longer texts are neither headings nor quotations. */
const MAX_PLACES = 240
const MAX_LINES = 12

/** Cost of an additional line, against unequal lengths and awkward breaks. */
const ONE_LINE_MORE = 22
/** Cost of a break within a Chinese clause, and inside one of its words. */
const IN_CLAUSE = 70
const IN_WORD = 170
/** Cost of separating one or two characters of a clause from the rest. */
const STRAY = 60
/** Cost of a break after the first short word of a sentence or clause: "truth; if / you". */
const FIRST_WORD = 30
/** Cost of a break inside a hyphenated word. */
const HYPHENATED = 60

const CLAUSE = new Set("，。；：、！？,;:.!?…—")

/** A possible line break. */
export interface Place {
  /** Index after the last visible character of the line. */
  readonly end: number
  /** Index of the first character of the next line. */
  readonly next: number
  /** Width in 1/64 pixel of the hyphen that the line then ends with, else 0. */
  readonly hyphen: number
}

export interface Balanced {
  /** Ends of the lines, the end of the text last. */
  readonly places: readonly Place[]
  /** True: a line ends inside a Chinese clause. */
  readonly rough: boolean
}

/**
 * Chooses line breaks so that lines have about equal length and end at clause boundaries, avoiding breaks inside Chinese
 * words. At least `fewest` lines (the result of greedy filling), at most one more, and no more than `most`. `places`: all
 * possible breaks, the end of the text last. `width` in 1/64 pixel. Undefined when there are too many, or none fits.
 */
export function balance(
  paragraph: Paragraph,
  places: readonly Place[],
  { width, fewest, most }: { readonly width: number; readonly fewest: number; readonly most: number },
): Balanced | undefined {
  if (places.length > MAX_PLACES || fewest > MAX_LINES) return undefined
  const penalties = penaltiesOf(paragraph.text, places)
  let best: { readonly cost: number; readonly chosen: readonly Place[] } | undefined
  for (let count = fewest; count <= Math.min(fewest + 1, most); count++) {
    const found = cheapest(paragraph, places, penalties, count, width)
    const cost = found ? found.cost + (count - fewest) * ONE_LINE_MORE : Infinity
    if (found && cost < (best?.cost ?? Infinity)) best = { cost, chosen: found.chosen }
  }
  return (
    best && { places: best.chosen, rough: best.chosen.some((place) => penalties[places.indexOf(place)]! >= IN_CLAUSE) }
  )
}

/** Cheapest breaks for an exact number of lines, by dynamic programming over the places. */
function cheapest(
  { offsets }: Paragraph,
  places: readonly Place[],
  penalties: readonly number[],
  count: number,
  width: number,
): { cost: number; chosen: Place[] } | undefined {
  const target = offsets[places.at(-1)!.end]! / count
  const costOf = (start: number, at: number): number => {
    const { end, hyphen } = places[at]!
    const long = offsets[end]! + hyphen - offsets[start]!
    return long > width ? Infinity : ((long - target) / width) ** 2 * 1000 + penalties[at]!
  }
  let costs = places.map((_, at) => costOf(0, at))
  const from: Int32Array[] = []
  for (let line = 1; line < count; line++) {
    const before = new Int32Array(places.length).fill(-1)
    const next = places.map((_, at) => {
      let least = Infinity
      for (let i = 0; i < at; i++) {
        const cost = costs[i]! + costOf(places[i]!.next, at)
        if (cost < least) {
          least = cost
          before[at] = i
        }
      }
      return least
    })
    from.push(before)
    costs = next
  }
  let at = places.length - 1
  if (costs[at] === Infinity) return undefined
  const chosen = [places[at]!]
  for (const before of from.reverse()) {
    at = before[at]!
    chosen.unshift(places[at]!)
  }
  return { cost: costs.at(-1)!, chosen }
}

/** Cost of a break at each place; 0 at the end. */
function penaltiesOf(text: string, places: readonly Place[]): number[] {
  const inside = IDEOGRAPH.test(text) ? insideWords(text) : undefined
  return places.map(({ end, next, hyphen }, i) =>
    i === places.length - 1 ? 0 : hyphen > 0 ? HYPHENATED : penalty(text, end, next, inside),
  )
}

function penalty(text: string, end: number, next: number, inside: ReadonlySet<number> | undefined): number {
  const [before, after] = [text[end - 1]!, text[next]!]
  if (inside && (IDEOGRAPH.test(before) || IDEOGRAPH.test(after))) {
    const stray = CLAUSE.has(text[next + 1] ?? "") || CLAUSE.has(text[next + 2] ?? "") ? STRAY : 0
    if (CLAUSE.has(before) || /[”’」』》）]/.test(before)) return stray / 2
    const left = CLAUSE.has(text[end - 2] ?? "") || CLAUSE.has(text[end - 3] ?? "") ? STRAY : 0
    return (inside.has(next) ? IN_WORD : IN_CLAUSE) + left + stray
  }
  if (CLAUSE.has(before)) return 0
  const word = /(\S+)$/.exec(text.slice(Math.max(0, end - 24), end))?.[1] ?? ""
  const previous = text[end - word.length - 2] ?? ""
  return word.length <= 3 && CLAUSE.has(previous) ? FIRST_WORD : 4
}
