/** Something that stands over a place of an axis. In pixels: its centre and its width. */
export interface Item {
  readonly centre: number
  readonly width: number
}

/** The room for items: between two edges, with so many pixels between two items. */
export interface Row {
  readonly left: number
  readonly right: number
  readonly gap: number
}

/** An item that is kept, by its index, and its left edge. */
export interface Kept {
  readonly index: number
  readonly left: number
}

/**
 * The items that stand beside one another without collision, each over its place or, at the ends of the row, as near as it can.
 * Every one, or every second, third and so on, from the first; the last is kept where the rhythm allows it.
 */
export function thinned(items: readonly Item[], row: Row): readonly Kept[] {
  const last = items.length - 1
  const lefts = items.map(({ centre, width }) =>
    Math.max(row.left, Math.min(row.right - width, Math.round(centre - width / 2))),
  )
  const collide = (a: number, b: number): boolean => lefts[a]! + items[a]!.width + row.gap > lefts[b]!
  const fits = (chosen: readonly number[]): boolean =>
    chosen.every(
      (index, i) => items[index]!.width <= row.right - row.left && (i === 0 || !collide(chosen[i - 1]!, index)),
    )
  const everyth = (every: number): number[] => items.flatMap((_, i) => (i % every === 0 ? [i] : []))
  const least = items.findIndex((_, i) => fits(everyth(i + 1))) + 1
  if (least === 0) return []
  for (let every = least; every <= Math.min(least * 2, last); every++)
    if (last % every === 0 && fits(everyth(every)))
      return everyth(every).map((index) => ({ index, left: lefts[index]! }))
  const chosen = everyth(least)
  const replaced = [...chosen.slice(0, -1), last]
  const ends = [[...chosen, last], ...(last - chosen.at(-2)! <= least * 1.34 ? [replaced] : [])].find(
    (each) => last > 0 && fits(each),
  )
  return (ends ?? chosen).map((index) => ({ index, left: lefts[index]! }))
}

/** Pixels between two words beside one another: the less, the narrower they are. */
export function gapBetween(words: readonly { readonly width: number }[], px: number): number {
  const widest = words.reduce((most, { width }) => Math.max(most, width), 0)
  return Math.round(Math.min(px, Math.max(3, widest * 0.6)))
}
