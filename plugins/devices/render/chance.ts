/** Replayable random numbers for work that may run more than once: each call of the result returns a generator of the same sequence. */
export function replayed(random: () => number): () => () => number {
  const drawn: number[] = []
  return () => {
    let at = 0
    return () => (drawn[at++] ??= random())
  }
}
