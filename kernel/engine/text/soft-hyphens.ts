import { SOFT } from "./breaks.js"
import type { Repair } from "./itemise.js"
import type { Paragraph, Run } from "./paragraph.js"

const SOFT_HYPHEN = "\u00ad"
const NONE: readonly number[] = []

/** A text without its soft hyphens, and the indices at which they were, in increasing order. */
export interface Hyphenated {
  readonly text: string
  readonly hyphens: readonly number[]
}

/**
 * Takes the soft hyphens out of a text, so that letters join across them. `clean`: normalizes a text. Where that changes
 * something across a soft hyphen, such as a letter and its accent, the text has none.
 */
export function withoutSoftHyphens(source: string, clean: (text: string) => string): Hyphenated {
  if (!source.includes(SOFT_HYPHEN)) return { text: clean(source), hyphens: NONE }
  const parts = source.split(SOFT_HYPHEN)
  const text = clean(parts.join(""))
  const cleaned = parts.map(clean)
  if (cleaned.join("") !== text) return { text, hyphens: NONE }
  let at = 0
  return { text, hyphens: cleaned.slice(0, -1).map((part) => (at += part.length)) }
}

/** Indices of a text after its repairs. Both are in increasing order. */
export function moved(indices: readonly number[], repairs: readonly Repair[]): readonly number[] {
  let [next, by] = [0, 0]
  return indices.map((at) => {
    for (; next < repairs.length && repairs[next]!.end <= at; next++) {
      const { start, end, text } = repairs[next]!
      by += text.length - (end - start)
    }
    return at + by
  })
}

const WORD_BEFORE = /[\p{L}\p{M}\p{N}]$/u
const WORD_AFTER = /^[\p{L}\p{N}]/u

/**
 * Marks the breaks at soft hyphens: inside a word, between glyphs, where no line may begin otherwise. Returns the hyphens
 * of the lines that end there, by index. `hyphenOf`: the hyphen after a run, undefined when no font has one.
 */
export function softBreaks(
  indices: readonly number[],
  { text, runs, breaks, clusters }: Pick<Paragraph, "text" | "runs" | "breaks" | "clusters">,
  hyphenOf: (run: Run) => Run | undefined,
): ReadonlyMap<number, Run> {
  const hyphens = new Map<number, Run>()
  let [run, hyphen] = [-1, undefined as Run | undefined]
  for (const at of indices) {
    if (breaks[at] !== 0 || clusters[at] !== 1) continue
    if (!WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) || !WORD_AFTER.test(text.slice(at, at + 2))) continue
    const before = run
    while (run < 0 || runs[run]!.end < at) run++
    if (run !== before) hyphen = hyphenOf(runs[run]!)
    if (!hyphen) continue
    breaks[at] = SOFT
    hyphens.set(at, hyphen)
  }
  return hyphens
}
