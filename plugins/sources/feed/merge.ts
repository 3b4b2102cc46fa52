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
 * The items of all feeds: newest first, behind them those without a date, one of each feed in turn. Of items with the same link, the first; of items with
 * the same title, too, unless one feed gives each a link of its own, as those of a daily column. A link to the page of the feed itself is no sign: some
 * feeds link every item there.
 */
export function merged(feeds: readonly FeedItems[], count: number): readonly FeedItem[] {
  const all = feeds.flatMap(({ items }, feed) => items.map((item) => ({ item, feed })))
  // Sorting keeps the order of equal dates: that of the feeds.
  const dated = all.filter(({ item }) => item.at !== null).toSorted((a, b) => b.item.at! - a.item.at!)
  const undated = inTurn(feeds.map((_, feed) => all.filter((each) => each.feed === feed && each.item.at === null)))
  const sites = new Set(feeds.map(({ site }) => keyOfLink(site)))
  const links = new Set<string>()
  /** By title: the one feed that has it, or "many". */
  const titles = new Map<string, number | "many">()
  const kept: FeedItem[] = []
  for (const { item, feed } of [...dated, ...undated]) {
    const link = keyOfLink(item.link)
    const isOwn = link !== "" && !sites.has(link)
    const title = item.title.toLowerCase()
    const before = titles.get(title)
    titles.set(title, before === undefined || before === feed ? feed : "many")
    const isKnown = isOwn && before === feed ? links.has(link) : before !== undefined || (isOwn && links.has(link))
    if (isOwn) links.add(link)
    if (!isKnown) kept.push(item)
    if (kept.length === count) break
  }
  return kept
}

function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
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
