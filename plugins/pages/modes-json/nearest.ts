/** Longer words are not compared: a distance takes time proportional to the product of both lengths, and the word may come from any caller. */
const MAX_LENGTH = 40
const MAX_NAMES = 3

/** The names that a misspelt word may mean, nearest first: at most three, each at a distance of at most a third of the letters. */
export function nearest(word: string, names: Iterable<string>): readonly string[] {
  if (word.length > MAX_LENGTH) return []
  const limit = Math.max(1, Math.floor(word.length / 3))
  return [...names]
    .filter((name) => Math.abs(name.length - word.length) <= limit)
    .map((name) => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .filter(({ far }) => far <= limit)
    .sort((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ name }) => name)
}

/**
 * The edit distance of two words: inserted, removed and replaced letters, and exchanged neighbours.
 * Source: optimal string alignment, after Damerau 1964.
 */
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

/** `"a", "b" or "c"`, each as JSON. */
export function oneOf(values: readonly unknown[]): string {
  const quoted = values.map((value) => JSON.stringify(value))
  return quoted.length < 2 ? quoted.join("") : `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`
}

/** The sentence for a name that the definition itself lacks. `known`: the names in `section`. */
export function lacking(what: string, name: string, known: Iterable<string>, section: string): string {
  const near = nearest(name, known)
  return `there is no ${what} "${name}": ${near.length > 0 ? `write ${oneOf(near)}, or add it` : "add it"} to "${section}"`
}
