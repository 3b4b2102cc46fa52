import type { ServerResponse } from "node:http"
import { Forbidden, Invalid, Upstream } from "platen/sdk"
import { SANDBOX, SOURCE_READS, SOURCES } from "platen/sdk/mode"
import type { OutboundFetch } from "platen/sdk"
import type { Source, SourceContext } from "platen/sdk/mode"
import type { SandboxTools } from "platen/sdk/sources"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../../kernel/outbound/fetch.js"
import { feedSource } from "../../../../plugins/sources/feed/feed-source.js"
import type { Answer } from "../../../../plugins/sources/feed/parameters.js"
import { run } from "../../../../plugins/sources/feed/read-feed.js"
import type { ReadFeedCall } from "../../../../plugins/sources/feed/read-feed.js"
import { calm, pulseOf } from "../../../hostile/pulse.js"
import { checkSource, fakeClock, fakeFetch, openStage } from "../../../testing/index.js"
import type { Stage } from "../../../testing/index.js"
import { misbehaviour, startWorld } from "../../../world/server.js"
import type { Answers, World } from "../../../world/server.js"
import { refused } from "../../../refused.js"
import { feedFile, rssOf } from "./feeds.js"
import { expire, quiet } from "../../../until.js"
import { TOOLS } from "../../../sandbox-tools.js"

const test = suite("source-feed")
const READER = new URL("../../../../plugins/sources/feed/read-feed.js", import.meta.url)
const NOW = "2026-11-21T09:30:00Z"
/** Large enough that a thousand of it are too much. */
const GOOD = {
  ...(JSON.parse(Buffer.from(feedFile("microblog.json")).toString()) as object),
  description: "An account of small things. ".repeat(100),
}
const sent =
  (name: string, type: string): Answers =>
  (_, response) =>
    response.setHeader("content-type", type).end(feedFile(name))

interface Scene {
  readonly world: World
  readonly stage: Stage
  readonly clock: ReturnType<typeof fakeClock>
  /** What the source answers for paths of the world; "!" for a host that there is not. */
  read(paths: readonly string[], items?: number): Promise<{ readonly data: Answer; readonly isOld: boolean }>
}

const clock = fakeClock(NOW)
let world: World
let stage: Stage
test.before(async () => {
  world = await startWorld()
  const guarded = guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} })
  // The world of this test stands on this machine.
  const fetch: OutboundFetch = (url, options) => guarded(url, { ...options, publicOnly: false })
  stage = await openStage({ clock, random: () => 0, fetch })
})
test.after(async () => {
  await stage.close()
  await world.close()
})

/** Runs a test in the one world that there is, days after the last, so that nothing is kept of that. */
async function withWorld(
  paths: Readonly<Record<string, Answers>>,
  run: (scene: Scene) => Promise<void>,
): Promise<void> {
  await quiet(clock)
  clock.advance(3 * 86_400_000)
  for (const [path, answers] of Object.entries(paths)) world.set(path, answers)
  const where = { language: "en", timeZone: "UTC", day: { year: 2026, month: 11, day: 21, weekday: 6 } }
  const read: Scene["read"] = async (names, items) => {
    const urls = names.map((name) => (name === "!" ? "http://127.0.0.1:1/gone" : `${world.origin}${name}`))
    const parameters = { urls, ...(items !== undefined && { items }) }
    return (await stage.app.get(SOURCE_READS).read("feed", parameters, where, { caller: "test" })) as never
  }
  await run({ world, stage, clock, read })
}

const accounts = {
  get: async (username: string) => ({ id: username, username, role: "user" as const, createdAt: 0 }),
}
const home = { home: { origin: "http://192.168.1.7:8080", headers: {}, users: ["anna"] } }

/** The source, which reads in this process. */
function feedHere(): Source {
  const call = async (module: URL, input: unknown): Promise<unknown> =>
    ((await import(module.href)) as { run(input: unknown, tools: SandboxTools): unknown }).run(input, TOOLS)
  return feedSource({ clock, sandbox: { call }, accounts, connections: home })
}

/** What it answers in a world of these addresses. */
async function asked(
  world: Parameters<typeof fakeFetch>[0],
  parameters: object,
  context: Partial<SourceContext> = {},
): Promise<Answer> {
  return (await checkSource(feedHere(), parameters, { fetch: fakeFetch(world), ...context })) as Answer
}

test("merges feeds of all kinds over HTTP, each in its own character set", () =>
  withWorld(
    {
      "/courier": sent("newspaper.xml", "application/rss+xml"),
      "/blog": sent("blog-atom.xml", "application/atom+xml"),
      "/vestnik": sent("vestnik-undeclared-1251.xml", "text/xml; charset=windows-1251"),
      "/chenbao": sent("chenbao-gbk.xml", "text/xml"),
      "/ann": sent("microblog.json", "application/feed+json"),
      "/shop": sent("undated.xml", "text/xml"),
    },
    async ({ read }) => {
      const { data } = await read(["/courier", "/blog", "/vestnik", "/chenbao", "/ann", "/shop"], 30)
      assert.equal(
        data.feeds.map(({ title, ok }) => [title, ok]),
        [
          ["The Harbour Courier & Gazette", true],
          ["Notes & <Nails>", true],
          ["Северный вестник", true],
          ["江城晨报", true],
          ["Ann, in short", true],
          ["Shop news", true],
        ],
      )
      assert.equal(
        data.items.map(({ title, source }) => [title.slice(0, 20), source]),
        [
          ["Ferry to the islands", "The Harbour Courier & Gazette"],
          ["大桥今晨通车，全程八公里", "江城晨报"],
          ["Лёд на реке встал ра", "Северный вестник"],
          ["Saw a heron at the w", "Ann, in short"],
          ["AT&T rings; a <T> st", "The Harbour Courier & Gazette"],
          ["A dovetail in ½ an h", "Notes & <Nails>"],
          ["Rain & tea", "Ann, in short"],
          ["Plain 3 < 4 & so on", "Notes & <Nails>"],
          ["Only an address writ", "The Harbour Courier & Gazette"],
          ["Spring list", "Shop news"],
          ["Opening hours", "Shop news"],
          ["No title, one senten", "Shop news"],
          ["A script link", "Shop news"],
        ],
      )
    },
  ))

for (const [what, answers] of Object.entries(misbehaviour(GOOD))) {
  test(`fails for ${what}, naming the host, and answers once the feed is back`, () =>
    withWorld({ "/f": answers }, async ({ read, world, clock }) => {
      const error = await refused(() => read(["/f"]), "127.0.0.1")
      assert.instance(error, Upstream)
      world.set("/f", GOOD)
      clock.advance(20 * 60_000)
      assert.is((await read(["/f"])).data.items.length, 2)
    }))

  test(`keeps the last answer for ${what}`, () =>
    withWorld({ "/f": GOOD }, async ({ read, world, clock }) => {
      const good = await read(["/f"])
      world.set("/f", answers)
      for (const minutes of [31, 120]) {
        clock.advance(minutes * 60_000)
        const later = await read(["/f"])
        assert.equal([later.isOld, later.data], [true, good.data])
      }
    }))

  test(`reads the other feeds for ${what} of one`, () =>
    withWorld({ "/f": answers, "/good": sent("newspaper.xml", "text/xml") }, async ({ read }) => {
      const { data } = await read(["/f", "/good"])
      assert.equal(
        data.feeds.map(({ title, ok }) => [title, ok]),
        [
          ["127.0.0.1", false],
          ["The Harbour Courier & Gazette", true],
        ],
      )
      assert.is(data.items.length, 3)
    }))
}

test("waits no longer for a feed that hangs than others can wait", async () => {
  const fetch: SourceContext["fetch"] = (url) =>
    String(url).includes("hangs")
      ? new Promise(() => {})
      : fakeFetch({ "https://good.example/": rssOf(["<title>a</title>"]) })(url)
  const urls = ["https://hangs.example/", "https://good.example/"]
  const waits: number[] = []
  const askAgainIn = (seconds: number): void => void waits.push(seconds)
  const both = checkSource(feedHere(), { urls }, { fetch, askAgainIn })
  await expire(clock, 15_000)
  const answer = (await both) as Answer
  assert.equal(waits, [300], "it is asked again in five minutes")
  assert.equal(
    answer.feeds.map(({ ok }) => ok),
    [false, true],
  )
  const one = refused(
    () => checkSource(feedHere(), { urls: urls.slice(0, 1) }, { fetch }),
    "hangs.example",
    "does not respond",
  )
  await expire(clock, 15_000)
  await one
})

test("asks all feeds at once, each once, for at most 2 MiB", async () => {
  const world = { "https://a.example/": rssOf(["<title>a</title>"]), "https://b.example/": rssOf(["<title>b</title>"]) }
  const fetch = fakeFetch(world)
  const { feeds } = await asked(
    {},
    { urls: ["feed:https://a.example", "feed://b.example/", "https://a.example/"] },
    { fetch },
  )
  assert.equal(
    fetch.calls.map(({ url, options }) => [url, options.maxBytes]),
    [
      ["https://a.example/", 2 << 20],
      ["https://b.example/", 2 << 20],
    ],
  )
  assert.match(fetch.calls[0]!.options.headers!.accept!, "application/rss+xml")
  assert.is(feeds.length, 2)
})

test("bounds and cleans every text, and no date lies in the future", async () => {
  const long = "word ".repeat(2_000)
  const url = "https://a.example/"
  const { feeds, items } = await asked(
    {
      [url]: rssOf(
        [
          `<title>${long}</title><description>${long}</description><dc:creator>${long}</dc:creator><pubDate>Sat, 21 Nov 2099 08:00:00 GMT</pubDate>`,
          `<title>Same</title><description>Same</description>`,
          `<description>${long}</description>`,
          `<title>\u202e\u0007 </title>`,
        ],
        `<title>${long}</title>`,
      ),
    },
    { urls: [url] },
  )
  const [first, same, untitled] = items
  assert.is(items.length, 3, "one has nothing in it")
  assert.is(first!.at, Date.UTC(2026, 10, 21, 9, 30), "now")
  for (const [text, max] of [
    [first!.title, 300],
    [first!.summary, 600],
    [first!.author, 200],
    [first!.source, 200],
    [feeds[0]!.title, 200],
    [untitled!.title, 120],
  ] as const)
    assert.ok(text.length <= max && text.length > max - 10 && text.endsWith("word…"), `${max}: ${text.length}`)
  assert.is(same!.summary, "", "not twice the same")
})

test("gives a feed without a title the name of its host", async () => {
  const url = "https://a.example/"
  const { feeds, items } = await asked({ [url]: rssOf(["<title>x</title>"], "<link>y</link>") }, { urls: [url] })
  assert.equal([feeds[0]!.title, items[0]!.source], ["a.example", "a.example"])
})

test("reads the newest of a feed that begins with the oldest", async () => {
  const day = (i: number): string => new Date(Date.UTC(2020, 0, 1 + i)).toUTCString()
  const all = Array.from({ length: 900 }, (_, i) => `<title>${i}</title><pubDate>${day(i)}</pubDate>`)
  const url = "https://a.example/"
  const { items } = await asked({ [url]: rssOf(all) }, { urls: [url], items: 3 })
  assert.equal(
    items.map(({ title }) => title),
    ["899", "898", "897"],
  )
})

test("gives one answer for every feed that cannot be reached, so that nobody learns which hosts there are", async () => {
  const url = "https://nas.example/"
  const messages = new Set<string>()
  for (const error of [
    new Forbidden("nas.example is not on the public internet.", { code: "host-not-public" }),
    new Upstream("nas.example cannot be reached (ECONNREFUSED)."),
    new Upstream("The response is larger than 2097152 bytes."),
    new Upstream("nas.example answers with status 500: try again later."),
  ]) {
    const failure = await refused(() => asked({ [url]: error }, { urls: [url] }), "nas.example")
    assert.equal([failure.code, failure.status, failure.cause], ["upstream", 502, error])
    messages.add(failure.message)
  }
  assert.is(messages.size, 1)
})

test("names the hosts when no feed can be read, and asks again when the first of them allows it", async () => {
  const busy = (retryAfter: number): Upstream => new Upstream("Busy.", { retryAfter })
  const world = { "https://a.example/": busy(300), "https://b.example/": busy(120) }
  const urls = Object.keys(world)
  assert.is((await refused(() => asked(world, { urls }), "a.example, b.example")).retryAfter, 120)
  assert.is((await refused(() => asked(world, { urls: [...urls, "https://c.example/"] }))).retryAfter, undefined)
  const many = ["a", "b", "c", "d", "e"].map((host) => `https://${host}.example/`)
  await refused(() => asked({}, { urls: many }), "a.example, b.example, c.example and 2 more")
  await refused(() => asked({ "https://a.example/": "<html>" }, { urls: ["https://a.example/"] }), "something else")
})

/** What a feed of two megabytes may be made of, so that a reader that looks back or ahead at each takes many seconds. */
const WORST = [
  "<!DOCTYPE>",
  "<!DOCTYPE x [",
  "<!DOCTYPE x ]>",
  "<![CDATA[",
  "<![CDATA[]]>",
  "<!--",
  "<!-->",
  "<?x",
  "<?>",
  "<!",
  "<item/>",
  `<item${" ".repeat(2_900)}x/>`,
  `<item${" ".repeat(2_900)}/>`,
  `<item${" /".repeat(1_400)}/>`,
  `<item a="${"/ ".repeat(1_400)}"/>`,
  "<item>",
  "</item>",
  "<item></rss>",
  "<item><title>",
  "&#38;",
  "]]>",
  "<item><title><![CDATA[&lt;p]]>",
]

test("reads two megabytes of anything within the processor time of its child", async () => {
  for (const piece of WORST)
    for (const head of ["", "<rss><channel>", "<rss><channel><item><title>"]) {
      const text = head + piece.repeat((2 << 20) / piece.length)
      const call: ReadFeedCall = { bytes: Buffer.from(text), contentType: undefined, url: "https://a.example/" }
      // The child is killed after two seconds of processor time.
      await stage.app.get(SANDBOX).call(READER, call, { caller: "test" })
    }
})

test("has its orders wait one after the other, so that others have room in the queue", async () => {
  let [running, most] = [0, 0]
  const call = async (_: URL, input: unknown): Promise<unknown> => {
    most = Math.max(most, ++running)
    await quiet(clock)
    running--
    return run(input, TOOLS)
  }
  const urls = Array.from({ length: 8 }, (_, i) => `https://a${i}.example/`)
  const fetch = fakeFetch(Object.fromEntries(urls.map((url) => [url, feedFile("newspaper.xml")])))
  const { feeds } = (await checkSource(
    feedSource({ clock, sandbox: { call }, accounts, connections: {} }),
    { urls },
    { fetch },
  )) as Answer
  assert.equal([feeds.length, most], [8, 1])
})

test("leaves a feed alone that takes too long to read, and reads those beside it", async () => {
  const call = async (_: URL, input: unknown): Promise<unknown> => {
    const { url } = input as ReadFeedCall
    if (url.startsWith("https://slow.")) throw new Invalid("It takes more than 2 seconds.", { code: "budget-time" })
    return run(input, TOOLS)
  }
  const waits: number[] = []
  const source = feedSource({ clock, sandbox: { call }, accounts, connections: {} })
  const fetch = fakeFetch({
    "https://slow.example/": feedFile("newspaper.xml"),
    "https://a.example/": feedFile("newspaper.xml"),
  })
  const answer = (await checkSource(
    source,
    { urls: ["https://slow.example/", "https://a.example/"] },
    { fetch, askAgainIn: (seconds) => waits.push(seconds) },
  )) as Answer
  assert.equal(
    answer.feeds.map(({ ok }) => ok),
    [false, true],
  )
  assert.equal(waits, [900])
  const error = await refused(
    () => checkSource(source, { urls: ["https://slow.example/"] }, { fetch }),
    "takes too long",
  )
  assert.is(error.retryAfter, 900)
})

test("cuts what leaves the child process", async () => {
  const long = rssOf([`<title>${"x".repeat(5_000)}</title><link>https://a.example/${"y".repeat(2_900)}</link>`])
  const feed = await run({ bytes: Buffer.from(long), contentType: undefined, url: "https://a.example/" }, TOOLS)
  assert.is(feed!.items[0]!.title.length, 1_000)
  assert.is(feed!.items[0]!.link, "")
})

test("reads eight of the worst feeds while others are answered", () =>
  withWorld(
    Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [
        `/worst${i}`,
        (_request: unknown, response: ServerResponse) =>
          response.end(`<rss><channel><item><title>${"<a>x</a>&amp;".repeat(150_000)}`),
      ]),
    ),
    async ({ read, stage }) => {
      const pulse = pulseOf(await stage.app.listen())
      const { data } = await read(Array.from({ length: 8 }, (_, i) => `/worst${i}`))
      assert.is(data.feeds.length, 8)
      await calm(pulse)
    },
  ))

test("reads feeds at home over a connection that was granted, and no others", async () => {
  const fetch = fakeFetch({
    "http://192.168.1.7:8080/news.xml": feedFile("newspaper.xml"),
    "https://a.example/": feedFile("newspaper.xml"),
  })
  const urls = ["/news.xml", "https://a.example/"]
  const { feeds } = await asked({}, { urls, connection: "home" }, { fetch, user: "anna" })
  assert.is(feeds.length, 2)
  const connectionOf = ({ options }: (typeof fetch.calls)[number]): unknown =>
    (options as { connection?: unknown }).connection
  assert.equal(fetch.calls.map(connectionOf), [home.home, undefined])
  for (const [user, connection] of [
    ["ben", "home"],
    [undefined, "home"],
    ["anna", "house"],
  ] as const)
    assert.is(
      (await refused(() => asked({}, { urls, connection }, { fetch, ...(user && { user }) }))).code,
      "connection-not-granted",
    )
  assert.is(fetch.calls.length, 2)
})

test("checks its parameters", () => {
  const { parameters, cacheFor, fetchesUserUrls, dependsOn } = feedHere()
  const url = "https://a.example/feed"
  const isGood = (value: unknown): boolean => parameters.safeParse(value).success
  for (const value of [
    { urls: [url] },
    { urls: Array.from({ length: 8 }, (_, i) => url + i), items: 30 },
    { urls: ["feed://a.example/x", "feed:https://a.example/x", "FEED:http://a.example/x", ` ${url} `], items: 1 },
  ])
    assert.ok(isGood(value), JSON.stringify(value))
  for (const value of [
    {},
    { urls: [] },
    { urls: url },
    { urls: Array.from({ length: 9 }, (_, i) => url + i) },
    { urls: [url], items: 0 },
    { urls: [url], items: 31 },
    { urls: [url], items: 1.5 },
    { urls: [url], other: 1 },
    { urls: [url + "x".repeat(2_000)] },
    { urls: ["a.example/feed"] },
    { urls: ["file:///etc/passwd"] },
    { urls: ["feed:file:///etc/passwd"] },
    { urls: ["ftp://a.example/"] },
    { urls: ["https://anna:word@a.example/"] },
    { urls: ["feed:"] },
    { urls: [""] },
  ])
    assert.not.ok(isGood(value), JSON.stringify(value).slice(0, 80))
  assert.equal([cacheFor, fetchesUserUrls, dependsOn], [1_800, true, ["user"]])
})

test("is contributed, and says what it takes and answers", () =>
  withWorld({}, async ({ stage }) => {
    assert.is(stage.app.get(SOURCES).get("feed")?.name, "feed")
    const { sources } = (await stage.call("/api/sources")).json() as {
      sources: { name: string; user_modes: boolean }[]
    }
    assert.is(sources.find(({ name }) => name === "feed")?.user_modes, false)
  }))

test.run()
