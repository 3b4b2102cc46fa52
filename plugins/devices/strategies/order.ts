/**
 * Shuffles modes so that the result does not begin with `last`, if there is another.
 * Source: Fisher and Yates, as in Knuth, The Art of Computer Programming, 3.4.2.
 */
export function shuffledAfter(modes: readonly string[], last: string | undefined, chance: () => number): string[] {
  const order = [...modes]
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(chance() * (i + 1))
    swap(order, i, j)
  }
  // Move the mode shown last to a random position after the first.
  if (order.length > 1 && order[0] === last) {
    swap(order, 0, 1 + Math.floor(chance() * (order.length - 1)))
  }
  return order
}

function swap(order: string[], i: number, j: number): void {
  const kept = order[i]!
  order[i] = order[j]!
  order[j] = kept
}
