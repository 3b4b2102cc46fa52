/** Work that waits in lanes: how many may run at once, and which of it together. */
export interface Lanes<I, R> {
  /** Runs at once. */
  readonly count: number
  /** Names of an item; items that share a name run one after the other, in the order in which they came. Default: none. */
  touches?(item: I): readonly string[]
  /** How many names a run has at most, or items, where they have none. */
  readonly most: number
  /** Resolves to one result per item, in order. */
  run(items: readonly I[]): Promise<readonly R[]>
  /** Whether a run that rejected so has done nothing: then each of its items runs alone, so that the fault of one is not that of the others. */
  didNothing(error: unknown): boolean
}

interface Waiting<I, R> {
  readonly item: I
  readonly names: readonly string[]
  resolve(result: R): void
  reject(error: unknown): void
}

/** Work in lanes: an item runs at once while a lane is free; what comes while all are busy runs together, in as few runs as there is room. */
export class LaneQueue<I, R> {
  readonly #lanes: Lanes<I, R>
  /** In the order in which it came. */
  #waiting: Waiting<I, R>[] = []
  #busy = 0
  readonly #touched = new Set<string>()
  #idle: (() => void)[] = []

  constructor(lanes: Lanes<I, R>) {
    this.#lanes = lanes
  }

  do(item: I): Promise<R> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ item, names: this.#lanes.touches?.(item) ?? [], resolve, reject })
      this.#start()
    })
  }

  /** Resolves once nothing waits or runs. */
  async idle(): Promise<void> {
    if (this.#busy > 0) await new Promise<void>((resolve) => this.#idle.push(resolve))
  }

  #start(): void {
    while (this.#busy < this.#lanes.count) {
      const group = this.#take()
      if (group.length === 0) break
      this.#busy++
      void this.#run(group)
    }
    if (this.#busy > 0) return
    for (const each of this.#idle.splice(0)) each()
  }

  /** The first items that touch nothing of what runs, or of what came before them. */
  #take(): readonly Waiting<I, R>[] {
    const seen = new Set(this.#touched)
    const group: Waiting<I, R>[] = []
    const left: Waiting<I, R>[] = []
    let size = 0
    for (const each of this.#waiting) {
      const weight = Math.max(1, each.names.length)
      const fits = size === 0 || size + weight <= this.#lanes.most
      if (fits && !each.names.some((name) => seen.has(name))) {
        group.push(each)
        size += weight
      } else left.push(each)
      for (const name of each.names) seen.add(name)
    }
    this.#waiting = left
    return group
  }

  async #run(group: readonly Waiting<I, R>[]): Promise<void> {
    const names = group.flatMap((each) => each.names)
    for (const name of names) this.#touched.add(name)
    await this.#together(group)
    for (const name of names) this.#touched.delete(name)
    this.#busy--
    this.#start()
  }

  async #together(group: readonly Waiting<I, R>[]): Promise<void> {
    try {
      const results = await this.#lanes.run(group.map(({ item }) => item))
      for (const [i, { resolve }] of group.entries()) resolve(results[i]!)
    } catch (error) {
      if (group.length > 1 && this.#lanes.didNothing(error)) for (const each of group) await this.#together([each])
      else for (const { reject } of group) reject(error)
    }
  }
}
