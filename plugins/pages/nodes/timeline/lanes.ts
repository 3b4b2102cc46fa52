/** A stretch along the time: pixels, `to` exclusive. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The lane of a stretch, how many lanes it takes, and how many there are beside one another where it is. */
export interface Lane {
  readonly first: number
  readonly span: number
  readonly count: number
}

/**
 * Puts stretches in lanes, so that no two in one lane meet: each in the first that is free. Those that meet, directly or through others, share
 * the width in equal lanes; one takes the lanes after its own that are free as long as it lasts.
 */
export function lanesOf(stretches: readonly Stretch[]): readonly Lane[] {
  const order = stretches
    .map((_, i) => i)
    .sort((a, b) => stretches[a]!.from - stretches[b]!.from || stretches[b]!.to - stretches[a]!.to)
  const lanes: Lane[] = stretches.map(() => ({ first: 0, span: 1, count: 1 }))
  let group: number[] = []
  let end = -Infinity
  for (const i of order) {
    if (stretches[i]!.from >= end) {
      settle(group, stretches, lanes)
      group = []
    }
    group.push(i)
    end = Math.max(end, stretches[i]!.to)
  }
  settle(group, stretches, lanes)
  return lanes
}

/** Gives lanes to stretches that meet, in the order in which they begin. */
function settle(group: readonly number[], stretches: readonly Stretch[], lanes: Lane[]): void {
  const ends: number[] = []
  const firsts = group.map((i) => {
    const { from, to } = stretches[i]!
    const free = ends.findIndex((end) => end <= from)
    const first = free < 0 ? ends.length : free
    ends[first] = to
    return first
  })
  group.forEach((i, at) => {
    const first = firsts[at]!
    const taken = group.flatMap((other, k) =>
      firsts[k]! > first && meet(stretches[i]!, stretches[other]!) ? [firsts[k]!] : [],
    )
    lanes[i] = { first, span: Math.min(ends.length, ...taken) - first, count: ends.length }
  })
}

function meet(a: Stretch, b: Stretch): boolean {
  return a.from < b.to && b.from < a.to
}
