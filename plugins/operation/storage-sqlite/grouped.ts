/** Operation that handles several items at once. */
export interface Grouping<I, R> {
  /** Maximum number of items per run. */
  readonly most: number
  /** Resolves to one result per item, in order. When it rejects, each item is run alone, so that one fault does not affect the others. */
  run(items: readonly I[]): Promise<readonly R[]>
  /** Names of an item; items that share a name do not run together. Default: none. */
  touches?(item: I): readonly string[]
  /** The size of an item, and of all that run together; an item that is larger runs alone. Default: any size. */
  readonly sizes?: { readonly most: number; of(item: I): number }
}

export interface Grouped<I, R> {
  do(item: I): Promise<R>
  /** Resolves once the queue is empty. */
  idle(): Promise<void>
}

interface Waiting<I, R> {
  readonly item: I
  resolve(result: R): void
  reject(error: unknown): void
}

/** Groups items: an item runs at once when idle; items that arrive during a run form the next group. */
export function grouped<I, R>({ most, run, touches = () => [], sizes }: Grouping<I, R>): Grouped<I, R> {
  let waiting: Waiting<I, R>[] = []
  let working: Promise<void> | undefined
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const chosen = fitting(apart(waiting, most, touches), sizes)
      const taken = new Set(chosen)
      waiting = waiting.filter((each) => !taken.has(each))
      await together(chosen, run)
    }
    working = undefined
  }
  return {
    do: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        working ??= work()
      }),
    idle: async () => {
      await working
    },
  }
}

/** The first items, in order, that share no name with an earlier one, chosen or not. */
function apart<I, R>(
  waiting: readonly Waiting<I, R>[],
  most: number,
  touches: (item: I) => readonly string[],
): Waiting<I, R>[] {
  const touched = new Set<string>()
  const chosen: Waiting<I, R>[] = []
  for (const each of waiting) {
    const own = touches(each.item)
    if (!own.some((name) => touched.has(name))) chosen.push(each)
    for (const name of own) touched.add(name)
    if (chosen.length === most) break
  }
  return chosen
}

/** The first ones that have together no more than the largest size, and one at least. */
function fitting<I, R>(chosen: readonly Waiting<I, R>[], sizes: Grouping<I, R>["sizes"]): readonly Waiting<I, R>[] {
  if (!sizes) return chosen
  let left = sizes.most
  const tooMany = chosen.findIndex(({ item }, i) => (left -= sizes.of(item)) < 0 && i > 0)
  return tooMany < 0 ? chosen : chosen.slice(0, tooMany)
}

async function together<I, R>(chosen: readonly Waiting<I, R>[], run: Grouping<I, R>["run"]): Promise<void> {
  try {
    const results = await run(chosen.map(({ item }) => item))
    for (const [i, { resolve }] of chosen.entries()) resolve(results[i]!)
  } catch (error) {
    if (chosen.length === 1) chosen[0]!.reject(error)
    else for (const each of chosen) await together([each], run)
  }
}
