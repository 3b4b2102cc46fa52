import type { SandboxTools, SentBody } from "platen/sdk/sources"
import { parsed } from "./parse.js"
import type { ParsedFeed } from "./parse.js"
import { cut } from "./plain-text.js"

/** Characters of what leaves the child process: more than any page shows. */
const [MAX_TITLE, MAX_SUMMARY, MAX_LINK] = [1_000, 2_000, 2_000]

/** An order to the child process. `bytes`: the body of the feed. `url`: where it came from. */
export interface ReadFeedCall extends SentBody {
  readonly url: string
}

/** Entry point of the child process: the feed, with its texts cut; null for what is no feed. */
export async function run(input: unknown, { textOf }: SandboxTools): Promise<ParsedFeed | null> {
  const { bytes, contentType, url } = input as ReadFeedCall
  const feed = parsed(textOf(bytes, contentType), url)
  if (!feed) return null
  return {
    title: cut(feed.title, MAX_TITLE),
    site: feed.site.slice(0, MAX_LINK),
    items: feed.items.map(({ title, summary, author, at, link }) => ({
      title: cut(title, MAX_TITLE),
      summary: cut(summary, MAX_SUMMARY),
      author: cut(author, MAX_TITLE),
      at,
      link: link.length > MAX_LINK ? "" : link,
    })),
  }
}
