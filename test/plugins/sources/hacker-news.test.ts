import { Upstream } from "platen/sdk"
import { SOURCE_READS } from "platen/sdk/mode"
import type { SourceContext } from "platen/sdk/mode"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { hackerNewsSource } from "../../../plugins/sources/hacker-news/hacker-news.js"
import { refused } from "../../refused.js"
import { checkSource, fakeClock, fakeFetch, openStage } from "../../testing/index.js"
import type { Stage } from "../../testing/index.js"
import { misbehaviour, startWorld } from "../../world/server.js"
import type { Answers, World } from "../../world/server.js"
import { expire, quiet } from "../../until.js"

const test = suite("source-hacker-news")
const AT = 1_795_250_000
const BASE = "https://news.example/v0"

interface Answer {
  readonly items: readonly {
    readonly title: string
    readonly host: string
    readonly points: number
    readonly comments: number
    readonly by: string
    readonly at: number
    readonly link: string
  }[]
}

/** A story in the documented shape. */
const story = (id: number, change: object = {}): object => ({
  by: "ann",
  descendants: 71,
  id,
  kids: [id + 1, id + 2],
  score: 111,
  time: AT - id,
  title: `Story ${id}`,
  type: "story",
  url: `https://www.site${id}.example/a`,
  ...change,
})

/** The paths of a list and its items. */
function site(ids: readonly number[], changed: Readonly<Record<number, Answers>> = {}): Record<string, Answers> {
  return {
    "/v0/topstories.json": ids,
    ...Object.fromEntries(ids.map((id) => [`/v0/item/${id}.json`, changed[id] ?? story(id)])),
  }
}

interface Scene {
  readonly world: World
  readonly clock: ReturnType<typeof fakeClock>
  read(parameters?: object): Promise<{ readonly data: Answer; readonly isOld: boolean }>
}

const clock = fakeClock("2026-11-21T09:30:00Z")
let world: World
let stage: Stage
test.before(async () => {
  world = await startWorld()
  stage = await openStage({
    clock,
    random: () => 0,
    config: { "source-hacker-news": { endpoint: `${world.origin}/v0/` } },
    fetch: guardedFetch({ lanHosts: [world.host], clock, ticks: clock.now, onCall: () => {} }),
  })
})
test.after(async () => {
  await stage.close()
  await world.close()
})

/** Runs a test in the one world that there is, days after the last, so that nothing is kept of that. */
async function withWorld(paths: Record<string, Answers>, run: (scene: Scene) => Promise<void>): Promise<void> {
  await quiet(clock)
  clock.advance(3 * 86_400_000)
  for (const [path, answers] of Object.entries(paths)) world.set(path, answers)
  const where = { language: "en", timeZone: "UTC", day: { year: 2026, month: 11, day: 21, weekday: 6 } }
  const read: Scene["read"] = async (parameters = {}) =>
    (await stage.app.get(SOURCE_READS).read("hacker-news", parameters, where, { caller: "test" })) as never
  await run({ world, clock, read })
}

/** What it answers for stories, by id, in a world without a network. */
async function asked(stories: Readonly<Record<number, unknown>>, parameters: object = {}): Promise<Answer> {
  const world = Object.fromEntries(
    Object.entries(stories).map(([id, given]) => [`${BASE}/item/${id}.json`, JSON.stringify(given)]),
  )
  const ids = JSON.stringify(Object.keys(stories).map(Number))
  const fetch = fakeFetch({ ...world, [`${BASE}/topstories.json`]: ids })
  return (await checkSource(hackerNewsSource(BASE, clock), parameters, { fetch })) as Answer
}
const titles = ({ items }: Answer): readonly string[] => items.map(({ title }) => title)

test("reads the stories of a list in its order", () =>
  withWorld(site([9, 3, 7, 1, 5, 2, 8]), async ({ read, world }) => {
    const { data } = await read()
    assert.equal(titles(data), ["Story 9", "Story 3", "Story 7", "Story 1", "Story 5"])
    assert.equal(data.items[0], {
      title: "Story 9",
      host: "site9.example",
      points: 111,
      comments: 71,
      by: "ann",
      at: (AT - 9) * 1000,
      link: "https://www.site9.example/a",
    })
    assert.equal([...world.calls].sort(), [
      "/v0/item/1.json",
      "/v0/item/3.json",
      "/v0/item/5.json",
      "/v0/item/7.json",
      "/v0/item/9.json",
      "/v0/topstories.json",
    ])
  }))

for (const list of ["top", "new", "best", "ask", "show"])
  test(`reads the list "${list}"`, () =>
    withWorld({ ...site([1]), [`/v0/${list}stories.json`]: [2], "/v0/item/2.json": story(2) }, async ({ read }) => {
      assert.equal(titles((await read({ list, items: 1 })).data), ["Story 2"])
    }))

test("shows others in place of stories that are deleted, dead, gone or without a title", async () => {
  const given = {
    1: story(1, { deleted: true }),
    2: story(2, { dead: true }),
    3: null,
    4: story(4, { title: " " }),
    5: story(5),
    6: story(6),
    7: story(7),
    8: story(8),
    9: story(9),
  }
  assert.equal(titles(await asked(given)), ["Story 5", "Story 6", "Story 7", "Story 8", "Story 9"])
  assert.equal(titles(await asked(given, { items: 1 })), ["Story 5"])
})

test("links a question to its discussion, and shows what is missing as nothing", async () => {
  const { items } = await asked({
    1: { id: 1, type: "story", by: "bo", time: AT, title: "Ask HN: Which lathe?", text: "<p>Mine broke", score: 3 },
    2: { id: 2, type: "job", time: AT, title: "A job", url: "https://jobs.example/" },
    3: story(3, { url: "javascript:alert(1)", score: -1, descendants: "many" }),
    4: story(4, { url: `https://long.example/${"x".repeat(3_000)}` }),
  })
  assert.equal(
    items.map(({ host, points, comments, by, link }) => [host, points, comments, by, link]),
    [
      ["", 3, 0, "bo", "https://news.ycombinator.com/item?id=1"],
      ["jobs.example", 0, 0, "", "https://jobs.example/"],
      ["", 0, 0, "ann", "https://news.ycombinator.com/item?id=3"],
      ["", 111, 71, "ann", "https://news.ycombinator.com/item?id=4"],
    ],
  )
})

test("bounds and cleans the texts, and no story is from the future", async () => {
  const { items } = await asked({
    1: story(1, { title: "R&amp;D: 1 &lt; 2 &amp;lt; &#x27;a&#x2F;b&#39; \u202e\u0000&#8238;x", time: 99_999_999_999 }),
    2: story(2, { title: "word ".repeat(500), by: "y".repeat(500) }),
    3: story(3, { title: "&".repeat(100_000) }),
  })
  assert.is(items[0]!.title, "R&D: 1 < 2 &lt; 'a/b' x")
  assert.is(items[0]!.at, Date.UTC(2026, 10, 21, 9, 30))
  assert.ok(items[1]!.title.length <= 300 && items[1]!.title.endsWith("word…") && items[1]!.by.length <= 100)
  assert.is(items[2]!.title.length, 300)
})

for (const [what, answers] of Object.entries(misbehaviour(Array.from({ length: 500 }, (_, i) => 40_000_000 + i)))) {
  test(`fails for ${what} in place of the list, and answers once it is back`, () =>
    withWorld({ ...site([1]), "/v0/topstories.json": answers }, async ({ read, world, clock }) => {
      assert.instance(await refused(() => read(), "127.0.0.1"), Upstream)
      world.set("/v0/topstories.json", [1])
      clock.advance(20 * 60_000)
      assert.equal(titles((await read()).data), ["Story 1"])
    }))

  test(`keeps the last list for ${what}`, () =>
    withWorld(site([1, 2]), async ({ read, world, clock }) => {
      const good = await read()
      world.set("/v0/topstories.json", answers)
      for (const minutes of [16, 120]) {
        clock.advance(minutes * 60_000)
        const later = await read()
        assert.equal([later.isOld, later.data], [true, good.data])
      }
    }))
}

for (const [what, answers] of Object.entries(
  misbehaviour(story(2, { kids: Array.from({ length: 900 }, (_, i) => i) })),
)) {
  test(`leaves out a story for ${what}`, () =>
    withWorld(site([1, 2, 3, 4], { 2: answers }), async ({ read }) => {
      assert.equal(titles((await read({ items: 3 })).data), ["Story 1", "Story 3", "Story 4"])
    }))

  test(`fails for ${what} in place of every story`, () =>
    withWorld(site([1, 2], { 1: answers, 2: answers }), async ({ read }) => {
      assert.instance(await refused(() => read(), "127.0.0.1"), Upstream)
    }))
}

test("waits no longer for a story that hangs than the list can wait", async () => {
  const known = fakeFetch({
    [`${BASE}/topstories.json`]: "[1,2,3]",
    [`${BASE}/item/1.json`]: JSON.stringify(story(1)),
    [`${BASE}/item/3.json`]: JSON.stringify(story(3)),
  })
  const fetch: SourceContext["fetch"] = (url) => (String(url).includes("/2.json") ? new Promise(() => {}) : known(url))
  const waits: number[] = []
  const askAgainIn = (seconds: number): void => void waits.push(seconds)
  const shown = async (items: number): Promise<readonly string[]> => {
    const answer = checkSource(hackerNewsSource(BASE, clock), { items }, { fetch, askAgainIn })
    await expire(clock, 9_000)
    return titles((await answer) as Answer)
  }
  assert.equal(await shown(2), ["Story 1"])
  assert.equal(waits, [120], "it is asked again in two minutes")
  assert.equal(await shown(3), ["Story 1", "Story 3"])
})

test("fails for an empty list, one without a story to show, and ids that are none", async () => {
  await refused(() => asked({}), "news.example", "has no stories")
  await refused(() => asked({ 1: null, 2: story(2, { dead: true }) }), "has no stories")
  for (const list of ['["1"]', "[-1]", "[1.5]", JSON.stringify(Array.from({ length: 601 }, (_, i) => i + 1))])
    await refused(
      () => checkSource(hackerNewsSource(BASE, clock), {}, { fetch: fakeFetch({ [`${BASE}/topstories.json`]: list }) }),
      "has no stories",
    )
})

test("checks its parameters", () => {
  const { parameters, cacheFor, fetchesUserUrls, dependsOn } = hackerNewsSource(BASE, clock)
  const isGood = (value: unknown): boolean => parameters.safeParse(value).success
  assert.equal(
    [{}, { list: "ask", items: 20 }, { list: "jobs" }, { items: 0 }, { items: 21 }, { items: "5" }, { other: 1 }].map(
      isGood,
    ),
    [true, true, false, false, false, false, false],
  )
  assert.equal([cacheFor, fetchesUserUrls, dependsOn], [900, undefined, []])
})

test.run()
