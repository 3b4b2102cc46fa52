/** Chance for work that may run more than once: each call of what it returns begins anew with the same numbers. */
export function replayed(random: () => number): () => () => number {
  const drawn: number[] = []
  return () => {
    let at = 0
    return () => (drawn[at++] ??= random())
  }
}
