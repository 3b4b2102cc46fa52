import { existsSync, readFileSync, writeFileSync } from "node:fs"

/** Beside the sources: seconds that each test file took when the times were last written. */
const FILE = new URL("../../../test/times.json", import.meta.url)
/** Of a file that is new. */
const UNKNOWN_S = 5

export type Times = Readonly<Record<string, number>>

export function knownTimes(): Times {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as Times) : {}
}

/** Writes the seconds of these files; those of others stay, but for files that are gone. */
export function writeTimes(taken: ReadonlyMap<string, number>, all: readonly string[]): void {
  const known = knownTimes()
  const times = all.flatMap((name) => {
    const seconds = taken.get(name) ?? known[name]
    return seconds === undefined ? [] : [[name, Number(seconds.toFixed(1))] as const]
  })
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(times), null, 2)}\n`)
}

/** The longest first, so that no worker begins a long one when the others are done. */
export function longestFirst(names: readonly string[], times: Times): readonly string[] {
  const of = (name: string): number => times[name] ?? UNKNOWN_S
  return names.toSorted((a, b) => of(b) - of(a) || (a < b ? -1 : 1))
}
