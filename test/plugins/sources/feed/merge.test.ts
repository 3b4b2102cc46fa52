import { suite } from "uvu"
import * as assert from "uvu/assert"
import { merged } from "../../../../plugins/sources/feed/merge.js"
import type { FeedItem } from "../../../../plugins/sources/feed/merge.js"

const test = suite("source-feed: items of several feeds")
const item = (title: string, at: number | null, link = `https://${title}.example/`): FeedItem => ({
  title,
  at,
  link,
  summary: "",
  author: "",
  source: "",
})
const titles = (feeds: readonly (readonly FeedItem[])[], count = 30, site = ""): string =>
  merged(
    feeds.map((items) => ({ items, site })),
    count,
  )
    .map(({ title }) => title)
    .join(" ")

test("puts the newest first, and those of the same time in the order of their feeds", () => {
  assert.is(titles([[item("a", 1), item("b", 9)], [item("c", 5), item("d", 9)], [item("e", 1)]]), "b d c a e")
})

test("puts those without a date last, one of each feed in turn", () => {
  const feeds = [
    [item("a", null), item("b", null), item("c", null)],
    [item("d", null), item("e", 3)],
    [item("f", null), item("g", null)],
  ]
  assert.is(titles(feeds), "e a d f b g c")
  assert.is(titles(feeds, 3), "e a d")
})

test("shows the same link once, however it is written", () => {
  const same = (link: string): string => titles([[item("a", 2, "https://x.example/p?id=1")], [item("b", 1, link)]])
  for (const link of [
    "http://x.example/p?id=1",
    "https://www.x.example/p/?id=1",
    "https://x.example/p?id=1&utm_source=rss&UTM_medium=feed",
  ])
    assert.is(same(link), "a", link)
  for (const link of ["https://x.example/p?id=2", "https://x.example/p?id=1#two", "https://y.example/p?id=1", ""])
    assert.is(same(link), "a b", link)
})

test("shows the same title once, in whatever case", () => {
  assert.is(titles([[item("Snow", 1, "https://a.example/")], [item("SNOW", 2, "https://b.example/")]]), "SNOW")
})

test("shows the items of one feed with one title and links of their own: a daily column", () => {
  const column = [3, 2, 1].map((at) => item("Sketch", at, `https://x.example/${at}`))
  assert.is(titles([column]), "Sketch Sketch Sketch")
  assert.is(titles([[column[0]!, { ...column[1]!, link: column[0]!.link }]]), "Sketch", "one link is one item")
  assert.is(titles([[column[0]!, { ...column[1]!, link: "" }]]), "Sketch", "without a link nothing tells them apart")
  assert.is(
    titles([column, [item("SKETCH", 0, "https://y.example/1")]]),
    "Sketch Sketch Sketch",
    "another feed repeats it",
  )
  assert.is(
    titles([
      [item("a", 2, "https://x.example/1")],
      [item("b", 1, "https://x.example/1"), item("b", 0, "https://y.example/2")],
    ]),
    "a b",
  )
})

test("shows all items that link to the page of their feed, or nowhere", () => {
  const items = [
    item("a", 3, "https://x.example/"),
    item("b", 2, "https://x.example/"),
    item("c", 1, ""),
    item("d", 1, ""),
  ]
  assert.is(titles([items], 30, "http://x.example"), "a b c d")
  assert.is(titles([items]), "a c d")
})

test.run()
