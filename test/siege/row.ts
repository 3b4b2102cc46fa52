/** One attack, and what came of it. */
export interface Row {
  readonly name: string
  /** Calls. */
  readonly tried: number
  /** Of /api/health, in milliseconds, while it ran. */
  readonly worstMs: number
  /** Resident memory of the server backgroundTasks. */
  readonly rssMb: number
  /** By status or code, in words. */
  readonly outcomes: string
  /** What must not be. */
  readonly found: readonly string[]
}

/** Counts outcomes by name. */
export class Outcomes {
  readonly #counts = new Map<string, number>()
  tried = 0

  add(name: string): void {
    this.tried++
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  toString(): string {
    return [...this.#counts]
      .sort((a, b) => b[1] - a[1])
      .map(([name, count]) => `${name} ${count}`)
      .join(", ")
  }
}
