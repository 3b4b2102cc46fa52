import { parseAtomFeed, parseJsonFeed, parseRdfFeed, parseRssFeed } from "feedsmith"
import type { AtomFeed, JsonFeed, RdfFeed, RssFeed } from "feedsmith"
import { condenseJson } from "./condense-json.js"
import { condense } from "./condense.js"
import type { Condensed } from "./condense.js"
import { timeOf } from "./date.js"
import { absolute } from "./link.js"
import { clean, textOfHtml, textOfTitle } from "./plain-text.js"

const MAX_AUTHORS = 3

/** An item as its feed has it: texts without markup, not yet cut. `at`: milliseconds since 1970 in UTC. `link`: "" where there is none. */
export interface ParsedItem {
  readonly title: string
  readonly summary: string
  readonly author: string
  readonly at: number | null
  readonly link: string
}

/** A feed. `site`: the page that it belongs to, "" where it names none. */
export interface ParsedFeed {
  readonly title: string
  readonly site: string
  readonly items: readonly ParsedItem[]
}

/** The feed of a text that came from `url`. Undefined for one that is no feed. */
export function parsed(text: string, url: string): ParsedFeed | undefined {
  const isJson = /^[\s\ufeff]{0,100}\{/.test(text)
  const condensed = isJson ? condenseJson(text) : condense(text)
  if (!condensed) return undefined
  try {
    return isJson ? json(condensed, url) : xml(condensed as Condensed, url)
  } catch {
    // The parser says of what is no feed only that it is none.
    return undefined
  }
}

function xml({ root, text }: Condensed, url: string): ParsedFeed {
  if (root === "feed") return atom(parseAtomFeed(text), url)
  return root === "rss" ? rss(parseRssFeed(text), url) : rss(parseRdfFeed(text), url)
}

/** Of RSS 0.91 to 2.0, or of RSS 0.90 and 1.0, which are RDF. */
function rss(feed: RssFeed.Feed<string> | RdfFeed.Feed<string>, url: string): ParsedFeed {
  const site = absolute(feed.link ?? feed.atom?.links?.find(isPage)?.href, feed.xml?.base, url)
  const base = site || url
  return {
    title: textOfTitle(feed.title ?? feed.dc?.titles?.[0] ?? ""),
    site,
    items: (feed.items ?? []).map((item: RssFeed.Item<string> & RdfFeed.Item<string>) => ({
      title: textOfTitle(first(item.title, item.dc?.titles?.[0], item.itunes?.title, item.media?.title?.value)),
      summary: firstText(
        item.description,
        item.content?.encoded,
        item.itunes?.summary,
        item.itunes?.subtitle,
        item.media?.description?.value ?? item.media?.groups?.[0]?.description?.value,
        item.dc?.descriptions?.[0],
      ),
      author: names(item.dc?.creators ?? item.authors?.map(({ name }) => name) ?? [item.itunes?.author]),
      at: firstTime(
        item.pubDate,
        item.dc?.dates?.[0],
        item.dcterms?.issued?.[0] ?? item.dcterms?.created?.[0],
        item.atom?.published,
        item.atom?.updated,
      ),
      link: rssLink(item, [item.xml?.base, feed.xml?.base, base]),
    })),
  }
}

/** The link, else the guid that is one, else the page in atom:link, else the file of an episode. */
function rssLink(item: RssFeed.Item<string> & RdfFeed.Item<string>, bases: readonly (string | undefined)[]): string {
  const { guid } = item
  const isLink = guid !== undefined && guid.isPermaLink !== false && /^https?:\/\//i.test(guid.value ?? "")
  for (const link of [
    item.link,
    isLink ? guid.value : undefined,
    item.atom?.links?.find(isPage)?.href,
    item.rdf?.about,
    item.enclosures?.[0]?.url,
  ]) {
    const found = absolute(link, ...bases)
    if (found !== "") return found
  }
  return ""
}

function atom(feed: AtomFeed.Feed<string>, url: string): ParsedFeed {
  const base = feed.xml?.base
  return {
    title: atomText(feed.title, textOfTitle),
    site: absolute(feed.links?.find(isPage)?.href, base, url),
    items: (feed.entries ?? []).map((entry) => ({
      title: atomText(entry.title, textOfTitle),
      summary:
        atomText(entry.summary, textOfHtml) ||
        atomText(entry.content, textOfHtml) ||
        clean(entry.media?.groups?.[0]?.description?.value ?? entry.media?.description?.value ?? ""),
      author: names(
        (entry.authors ?? entry.source?.authors ?? feed.authors)?.map(({ name }) => name) ?? entry.dc?.creators,
      ),
      at: firstTime(entry.published, entry.updated, entry.dc?.dates?.[0]),
      link: absolute(entry.links?.find(isPage)?.href ?? permanent(entry.id), entry.xml?.base, base, url),
    })),
  }
}

/** Text of Atom. Without a type, Atom 1.0 has plain text, but feeds of 0.3 and careless ones have HTML. */
function atomText(
  given: { readonly value?: string | undefined; readonly type?: string | undefined } | undefined,
  ofHtml: (html: string) => string,
): string {
  const value = given?.value ?? ""
  const type = given?.type?.toLowerCase() ?? ""
  if (type === "text" || type === "text/plain") return clean(value)
  return type.startsWith("image/") || type.startsWith("audio/") || type.startsWith("video/") ? "" : ofHtml(value)
}

function json(given: unknown, url: string): ParsedFeed {
  const feed: JsonFeed.Feed<string> = parseJsonFeed(given)
  const site = absolute(feed.home_page_url, url)
  return {
    title: clean(feed.title ?? ""),
    site,
    items: (feed.items ?? []).map((item) => ({
      title: clean(item.title ?? ""),
      summary: clean(item.summary ?? "") || clean(item.content_text ?? "") || textOfHtml(item.content_html ?? ""),
      author: names((item.authors ?? feed.authors)?.map(({ name }) => name)),
      at: firstTime(item.date_published, item.date_modified),
      link: absolute(item.url ?? item.external_url ?? permanent(item.id), site || url),
    })),
  }
}

interface Link {
  readonly href?: string | undefined
  readonly rel?: string | undefined
  readonly type?: string | undefined
}

/** Whether a link of Atom leads to the page itself. */
function isPage({ href, rel = "alternate", type = "text/html" }: Link): boolean {
  return href !== undefined && rel === "alternate" && /html|^text\/plain/.test(type)
}

/** An id that is an address, too. */
function permanent(id: string | undefined): string | undefined {
  return id !== undefined && /^https?:\/\//i.test(id) ? id : undefined
}

function first(...texts: readonly (string | undefined)[]): string {
  return texts.find((text) => text !== undefined && text !== "") ?? ""
}

/** The first HTML that has any text in it. */
function firstText(...all: readonly (string | undefined)[]): string {
  for (const html of all) {
    const text = html === undefined ? "" : textOfHtml(html)
    if (text !== "") return text
  }
  return ""
}

function firstTime(...dates: readonly (string | undefined)[]): number | null {
  for (const date of dates) {
    const at = timeOf(date)
    if (at !== null) return at
  }
  return null
}

/** Names of people, without those that are only a mail address. */
function names(people: readonly (string | undefined)[] = []): string {
  return people
    .map((name) => textOfTitle(name ?? ""))
    .filter((name) => name !== "" && !/^\S+@\S+$/.test(name))
    .slice(0, MAX_AUTHORS)
    .join(", ")
}
