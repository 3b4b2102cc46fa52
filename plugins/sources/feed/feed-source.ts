import { PlatenError, Upstream } from "platen/sdk"
import { addressOver, granted, oneByOne, withTimeout } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import { bodyOf } from "platen/sdk/sources"
import type { Clock, OutboundAnswer } from "platen/sdk"
import type { Accounts } from "platen/sdk/http"
import type { Connection } from "platen/sdk/kit"
import type { Sandbox, Source, SourceContext } from "platen/sdk/mode"
import { merged } from "./merge.js"
import type { FeedItems } from "./merge.js"
import { addressOf, isPath, parameters, result } from "./parameters.js"
import type { Answer } from "./parameters.js"
import type { ParsedFeed } from "./parse.js"
import { cut } from "./plain-text.js"
import type { ReadFeedCall } from "./read-feed.js"

const CHILD = new URL("./read-feed.js", import.meta.url)
const MAX_BYTES = 2 << 20
/** Milliseconds of one try, and for which the others wait for a feed: less than a read may take. */
const TRY_MS = 6_000
const PATIENCE_MS = 15_000
/** Seconds after which a feed that is missing among others is asked again, unless its server names more. */
const MISSING_S = 300
/** Seconds for which a feed that took too long to read is left alone. */
const REST_S = 900
const [MAX_TITLE, MAX_SUMMARY, MAX_NAME] = [300, 600, 200]
/** Characters of a title that is made of a text. */
const MADE_TITLE = 120
const ACCEPT =
  "application/rss+xml, application/atom+xml, application/feed+json, application/rdf+xml, application/xml;q=0.9, text/xml;q=0.9, application/json;q=0.8, */*;q=0.5"

/** A feed that was asked for, and how that went. */
interface Asked {
  readonly url: URL
  readonly feed: ParsedFeed | undefined
  readonly error: unknown
}

/** Where a feed is. */
interface Place {
  readonly url: URL
  readonly connection?: Connection
}

interface Needs {
  readonly clock: Clock
  readonly accounts: Pick<Accounts, "get">
  readonly connections: Readonly<Record<string, Connection>>
  readonly sandbox: Pick<Sandbox, "call">
}

/** The source "feed". */
export function feedSource(needs: Needs): Source {
  return defineSource({
    name: "feed",
    description: "The newest items of RSS, Atom and JSON feeds.",
    parameters,
    result,
    cacheFor: 1_800,
    dependsOn: ["user"],
    fetchesUserUrls: true,
    read: async ({ urls, items, connection: name }, context) => {
      const needsOne = urls.some((given) => isPath(given))
      const connection = needsOne ? await granted(needs.connections, name, context.user, needs.accounts) : undefined
      const all = await asked(placesOf(urls, connection), context, needs)
      const missing = all.filter(({ feed }) => feed === undefined)
      if (missing.length === all.length) throw unread(all)
      if (missing.length > 0) context.askAgainIn(Math.max(MISSING_S, soonest(missing)))
      const lists = all.flatMap(({ url, feed }) => (feed ? [itemsOf(feed, url, context.now)] : []))
      const answer: Answer = {
        feeds: all.map(({ url, feed }) => ({ title: nameOf(feed, url), ok: feed !== undefined })),
        items: [...merged(lists, items)],
      }
      return answer
    },
  })
}

/** Fetches all feeds at once, and reads them one after the other as they come: the child process has a queue, and others wait there, too. */
function asked(places: readonly Place[], context: SourceContext, needs: Needs): Promise<readonly Asked[]> {
  const inTurn = oneByOne()
  const ask = async (place: Place): Promise<Asked> => {
    const { url } = place
    try {
      const answer = await reached(place, context, needs.clock)
      const read = inTurn(() => readFrom(answer, context, needs))
      return { url, feed: await read.finally(() => context.release(answer)), error: undefined }
    } catch (error) {
      return { url, feed: undefined, error }
    }
  }
  return Promise.all(places.map(ask))
}

/** The feed of an answer; undefined for what is no feed. It is read in a child process: what the world sends may take any time. */
async function readFrom(
  answer: OutboundAnswer,
  { turn = { caller: "" } }: SourceContext,
  { sandbox }: Needs,
): Promise<ParsedFeed | undefined> {
  const call: ReadFeedCall = { ...bodyOf(answer), url: answer.url }
  try {
    return ((await sandbox.call(CHILD, call, turn)) as ParsedFeed | null) ?? undefined
  } catch (cause) {
    if (!(cause instanceof PlatenError && cause.code.startsWith("budget-"))) throw cause
    throw new Upstream("The feed takes too long to read.", { cause, retryAfter: REST_S })
  }
}

/** The places of feeds, each once. */
function placesOf(urls: readonly string[], connection: Connection | undefined): readonly Place[] {
  const all = new Map<string, Place>()
  for (const given of urls) {
    const own = isPath(given) ? connection : undefined
    const url = own ? addressOver(given, own)! : addressOf(given)!
    all.set(url.href, { url, ...(own && { connection: own }) })
  }
  return [...all.values()]
}

async function reached({ url, connection }: Place, { fetch }: SourceContext, clock: Clock): Promise<OutboundAnswer> {
  const options = {
    headers: { accept: ACCEPT },
    maxBytes: MAX_BYTES,
    timeout: TRY_MS,
    ...(connection && { connection }),
  }
  return withTimeout(clock, fetch(url, options), PATIENCE_MS, () => new Upstream("The feed did not answer in time."))
}

function itemsOf(feed: ParsedFeed, url: URL, now: number): FeedItems {
  const source = nameOf(feed, url)
  return {
    site: feed.site,
    items: feed.items.flatMap((item) => {
      const title = cut(item.title || cut(item.summary, MADE_TITLE), MAX_TITLE)
      if (title === "") return []
      // A text that is wholly in the title, or says the same, is not repeated.
      const summary = item.summary === title || item.summary === item.title ? "" : cut(item.summary, MAX_SUMMARY)
      const at = item.at === null ? null : Math.min(item.at, now)
      return [{ title, summary, author: cut(item.author, MAX_NAME), source, at, link: item.link }]
    }),
  }
}

function nameOf(feed: ParsedFeed | undefined, url: URL): string {
  return cut(feed?.title || url.hostname, MAX_NAME)
}

/**
 * The error when no feed could be read. All network failures give the same sentence, so that callers cannot probe the operator's network. Asks
 * again as soon as one of the servers allows it.
 */
function unread(all: readonly Asked[]): Upstream {
  const hosts = [...new Set(all.map(({ url }) => url.hostname))]
  const named = hosts.slice(0, 3).join(", ") + (hosts.length > 3 ? ` and ${hosts.length - 3} more` : "")
  const retryAfter = soonest(all)
  const options = { cause: all.find(({ error }) => error !== undefined)?.error, ...(retryAfter > 0 && { retryAfter }) }
  return all.every(({ error }) => error === undefined)
    ? new Upstream(`${named}: no feed is there, but something else: correct the URL, or try again later.`, options)
    : new Upstream(
        `${named}: no feed can be read there, because it cannot be reached, does not respond, has more than ${MAX_BYTES >> 20} MB or takes too long to read: correct the URL, or try again later.`,
        options,
      )
}

/** Seconds after which the first of the servers may be asked again; 0 without their word. */
function soonest(all: readonly Asked[]): number {
  return Math.min(...all.map(({ error }) => (error instanceof PlatenError ? error.retryAfter : undefined) ?? 0))
}
