/** Longer words are not compared. */
const MAX_LENGTH = 40

/** The name that a misspelt word may mean: the nearest, at a distance of at most a third of the letters. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(word.length / 3))
  const [found] = names
    .filter((name) => word.length <= MAX_LENGTH && Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far)
  return found?.name
}

/** The edit distance of two words: inserted, removed and replaced letters, and exchanged neighbours. Source: optimal string alignment, after Damerau 1964. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const exchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min(replaced, last[j]! + 1, row[j - 1]! + 1, exchanged ? before[j - 2]! + 1 : Infinity))
    }
    ;[before, last] = [last, row]
  }
  return last[b.length]!
}
