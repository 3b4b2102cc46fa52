import type { ParsedItem } from "./parse.js"

/** An item and the feed that it is from. */
export interface FeedItem extends ParsedItem {
  readonly source: string
}

/** The items of one feed, in its order. `site`: the page that the feed belongs to. */
export interface FeedItems {
  readonly site: string
  readonly items: readonly FeedItem[]
}

/**
 * The items of all feeds: newest first, behind them those without a date, one of each feed in turn. Of items with the same link or the same title, the first.
 * A link to the page of the feed itself is no sign: some feeds link every item there.
 */
export function merged(feeds: readonly FeedItems[], count: number): readonly FeedItem[] {
  const all = feeds.flatMap(({ items }) => items)
  // Sorting keeps the order of equal dates: that of the feeds.
  const dated = all.filter(({ at }) => at !== null).toSorted((a, b) => b.at! - a.at!)
  const undated = inTurn(feeds.map(({ items }) => items.filter(({ at }) => at === null)))
  const sites = new Set(feeds.map(({ site }) => keyOfLink(site)))
  const seen = new Set<string>()
  const kept: FeedItem[] = []
  for (const item of [...dated, ...undated]) {
    const link = keyOfLink(item.link)
    const keys = [`title ${item.title.toLowerCase()}`, ...(link === "" || sites.has(link) ? [] : [`link ${link}`])]
    if (!keys.some((key) => seen.has(key))) kept.push(item)
    for (const key of keys) seen.add(key)
    if (kept.length === count) break
  }
  return kept
}

function inTurn(lists: readonly (readonly FeedItem[])[]): readonly FeedItem[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat()
}

/** A link without what does not matter: http or https, "www.", a last slash, parameters that only count visits. */
function keyOfLink(link: string): string {
  if (link === "") return ""
  const url = new URL(link)
  const parameters = new URLSearchParams([...url.searchParams].filter(([name]) => !/^utm_/i.test(name)))
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}?${parameters}${url.hash}`
}
