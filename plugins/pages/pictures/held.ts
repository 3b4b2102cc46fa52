/** A file that no page has shown yet, and who had it fetched. */
interface Held {
  readonly file: Uint8Array
  readonly by: string
}

/**
 * Files that no page has shown yet, in memory, within a number of bytes. Beyond it the oldest go of whoever holds most, so that nobody's files push
 * out those of others.
 */
export class HeldFiles {
  readonly #maxBytes: number
  readonly #all = new Map<string, Held>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(id: string): Uint8Array | undefined {
    return this.#all.get(id)?.file
  }

  /** `by`: the caller on whose behalf it was fetched. A file that is there already becomes the newest of that caller. */
  set(id: string, file: Uint8Array, by: string): void {
    this.#delete(id)
    this.#all.set(id, { file, by })
    this.#bytes += file.length
    while (this.#bytes > this.#maxBytes && this.#all.size > 1) this.#delete(this.#next(id))
  }

  /** The oldest of whoever holds most, without the newest. */
  #next(newest: string): string {
    const shares = new Map<string, number>()
    for (const { file, by } of this.#all.values()) shares.set(by, (shares.get(by) ?? 0) + file.length)
    const [largest] = [...shares].reduce((most, each) => (each[1] > most[1] ? each : most))
    const isNext = ([id, { by }]: [string, Held]): boolean => id !== newest && by === largest
    const others = [...this.#all].filter(([id]) => id !== newest)
    return (others.find(isNext) ?? others[0]!)[0]
  }

  #delete(id: string): void {
    const known = this.#all.get(id)
    if (!known) return
    this.#all.delete(id)
    this.#bytes -= known.file.length
  }
}
