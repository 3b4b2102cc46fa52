import { PlatenError, Upstream, z } from "platen/sdk"
import { withTimeout } from "platen/sdk/kit"
import { defineSource } from "platen/sdk/mode"
import type { Clock } from "platen/sdk"
import type { Source, SourceFetch } from "platen/sdk/mode"
import { plainTitle } from "./title.js"

/** A list has at most 500 ids; an item may have the ids of a thousand comments. */
const MAX_BYTES = 128 << 10
const MAX_LIST = 600
/** Milliseconds of one try, and for which a list waits for its items: all together less than a read may take. */
const TRY_MS = 4_000
const PATIENCE_MS = 9_000
/** Items that are asked for in place of those that are missing. */
const MAX_MORE = 6
/** Seconds after which a list from which stories are missing is asked for again. */
const MISSING_S = 120
const [MAX_TITLE, MAX_NAME, MAX_LINK] = [300, 100, 2_000]

const ids = z.array(z.number().int().positive()).max(MAX_LIST)
const count = z.number().int().min(0).max(1_000_000).catch(0)
/** An item; null for an id that there is none of. Source: https://github.com/HackerNews/API */
const item = z
  .object({
    id: z.number().int().positive(),
    type: z.enum(["story", "job", "poll"]).optional(),
    deleted: z.boolean().default(false),
    dead: z.boolean().default(false),
    title: z.string().default(""),
    url: z.string().optional(),
    by: z.string().default(""),
    time: z.number().int().min(0).max(99_999_999_999),
    score: count,
    descendants: count,
  })
  .nullable()
type Item = NonNullable<z.output<typeof item>>

const parameters = z.strictObject({
  list: z.enum(["top", "new", "best", "ask", "show"]).default("top").describe("The list, as the site has it."),
  items: z.number().int().min(1).max(20).default(5),
})

const story = z.strictObject({
  title: z.string().max(MAX_TITLE),
  host: z
    .string()
    .max(MAX_NAME)
    .describe('Where its link leads, such as "example.org"; "" for a text on the site itself.'),
  points: z.number().int().min(0),
  comments: z.number().int().min(0),
  by: z.string().max(MAX_NAME).describe("User name."),
  at: z.number().int().describe("When it was submitted, milliseconds since 1970 in UTC, never in the future."),
  link: z.string().max(MAX_LINK).describe("Its link, or its discussion where it has none."),
})
type Story = z.output<typeof story>

/** The source "hacker-news". */
export function hackerNewsSource(endpoint: string, clock: Clock): Source {
  const base = endpoint.replace(/\/+$/, "")
  return defineSource({
    name: "hacker-news",
    description: "Stories of Hacker News: the top ones, the newest, the best, questions, or work that is shown.",
    parameters,
    result: z.strictObject({ items: z.array(story).max(20).describe("In the order of the list.") }),
    cacheFor: 900,
    dependsOn: [],
    read: async ({ list, items: wanted }, { fetch, now, askAgainIn }) => {
      const all = await asked(fetch, `${base}/${list}stories.json`, ids)
      const read = (some: readonly number[]): Promise<Stories> => storiesOf(some, { fetch, base, now, clock })
      const first = await read(all.slice(0, wanted))
      const missing = wanted - first.stories.length
      const more =
        missing === 0 || first.isLate ? NONE : await read(all.slice(wanted, wanted + Math.min(MAX_MORE, missing + 3)))
      const stories = [...first.stories, ...more.stories].slice(0, wanted)
      if (stories.length === 0) throw first.error ?? more.error ?? failed(base, undefined)
      if (stories.length < wanted && (first.error ?? more.error)) askAgainIn(MISSING_S)
      return { items: stories }
    },
  })
}

/** Items of a list. `isLate`: at least one was not there in time. */
interface Stories {
  readonly stories: readonly Story[]
  readonly isLate: boolean
  readonly error: Error | undefined
}
const NONE: Stories = { stories: [], isLate: false, error: undefined }

interface Reading {
  readonly fetch: SourceFetch
  readonly base: string
  readonly now: number
  readonly clock: Clock
}

/** The items that can be shown, in the order of their ids. One that fails is left out. */
async function storiesOf(some: readonly number[], { fetch, base, now, clock }: Reading): Promise<Stories> {
  const late = failed(base, undefined)
  const answers = await Promise.allSettled(
    some.map((id) => withTimeout(clock, asked(fetch, `${base}/item/${id}.json`, item), PATIENCE_MS, () => late)),
  )
  return {
    stories: answers.flatMap((each) => (each.status === "fulfilled" ? storyOf(each.value, now) : [])),
    isLate: answers.some((each) => each.status === "rejected" && each.reason === late),
    error: answers.find((each) => each.status === "rejected")?.reason as Error | undefined,
  }
}

async function asked<T>(fetch: SourceFetch, url: string, shape: z.ZodType<T>): Promise<T> {
  try {
    const { json } = await fetch(url, {
      headers: { accept: "application/json" },
      maxBytes: MAX_BYTES,
      timeout: TRY_MS,
      connection: { origin: new URL(url).origin },
    })
    return shape.parse(json())
  } catch (cause) {
    throw failed(url, cause)
  }
}

/** None for an item that was deleted, or has nothing to show. */
function storyOf(given: Item | null, now: number): readonly Story[] {
  const title = given ? plainTitle(given.title, MAX_TITLE) : ""
  if (!given || given.deleted || given.dead || title === "") return []
  const link = linkOf(given.url)
  return [
    {
      title,
      host: link ? link.hostname.replace(/^www\./, "").slice(0, MAX_NAME) : "",
      points: given.score,
      comments: given.descendants,
      by: plainTitle(given.by, MAX_NAME),
      at: Math.min(given.time * 1000, now),
      link: link?.href ?? `https://news.ycombinator.com/item?id=${given.id}`,
    },
  ]
}

function linkOf(given: string | undefined): URL | undefined {
  if (given === undefined || given.length > MAX_LINK || !URL.canParse(given)) return undefined
  const url = new URL(given)
  return /^https?:$/.test(url.protocol) && url.href.length <= MAX_LINK ? url : undefined
}

/** The error of a call that gives no story, whatever the reason. */
function failed(url: string, cause: unknown): Upstream {
  const { retryAfter } = cause instanceof PlatenError ? cause : {}
  return new Upstream(`${new URL(url).hostname} has no stories now: try again later.`, {
    ...(cause !== undefined && { cause }),
    ...(retryAfter !== undefined && { retryAfter }),
  })
}
