import type { Instance, Shown } from "./series.js"

/**
 * At most so many instances of all series. Where there are more, no series has many while others have few: each has its first ones, as many as
 * each may have. `cut`: how many series are not whole.
 */
export function fairly(
  all: readonly Pick<Shown, "instances">[],
  most: number,
): { readonly kept: readonly Instance[]; readonly cut: number } {
  const series = all
    .map(({ instances }) => instances.toSorted((a, b) => a.at - b.at))
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.length - b.length || a[0]!.at - b[0]!.at)
  const kept: Instance[] = []
  let cut = 0
  series.forEach((instances, i) => {
    // What those before have left is shared by all that come.
    const share = Math.ceil((most - kept.length) / (series.length - i))
    kept.push(...instances.slice(0, share))
    if (instances.length > share) cut++
  })
  return { kept, cut }
}
