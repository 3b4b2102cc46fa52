import { suite } from "uvu"
import * as assert from "uvu/assert"
import { decoded } from "../../../../kernel/outbound/decoded.js"
import { parsed } from "../../../../plugins/sources/feed/parse.js"
import type { ParsedFeed, ParsedItem } from "../../../../plugins/sources/feed/parse.js"
import { feedFile, rssOf } from "./feeds.js"

const test = suite("source-feed: feeds as they are published")
const parse = (text: string, url = "https://feeds.example/f.xml"): ParsedFeed | undefined => parsed(text, url)
const file = async (name: string, url?: string): Promise<ParsedFeed> =>
  (await parse(decoded(feedFile(name), undefined), url))!
const at = (iso: string): number => Date.parse(iso)
const items = async (text: string): Promise<readonly ParsedItem[]> => (await parse(text))!.items

test("reads a newspaper's RSS 2.0 with CDATA, escaped HTML and content:encoded", async () => {
  assert.equal(await file("newspaper.xml"), {
    title: "The Harbour Courier & Gazette",
    site: "https://courier.example/",
    items: [
      {
        title: "Ferry to the islands runs again, after nine weeks",
        summary: "The morning boat left on time. Tickets cost 4 £ & are sold on board.",
        author: "Maren Holt",
        at: at("2026-11-21T08:15:00Z"),
        link: "https://courier.example/news/ferry?utm_source=rss&id=7",
      },
      {
        title: "AT&T rings; a <T> stays <T>",
        summary: "Bells one two",
        author: "Jon Reed",
        at: at("2026-11-21T03:00:00Z"),
        link: "https://courier.example/news/bell",
      },
      {
        title: "Only an address writes here",
        summary: "Escaped & short.",
        author: "",
        at: at("2026-11-19T06:00:00Z"),
        link: "https://courier.example/news/guid",
      },
    ],
  })
})

test("reads a blog's Atom with xhtml, xml:base, authors and typed texts", async () => {
  assert.equal(await file("blog-atom.xml"), {
    title: "Notes & <Nails>",
    site: "https://blog.example/en/",
    items: [
      {
        title: "A dovetail in ½ an hour",
        summary: "Saw first, chisel later: 3 < 4. Then glue.",
        author: "Ida Brandt",
        at: at("2026-11-20T08:30:00Z"),
        link: "https://blog.example/en/dovetail",
      },
      {
        title: "Plain 3 < 4 & so on",
        summary: "Use <b> sparingly.",
        author: "Guest One, Guest Two",
        at: at("2026-11-19T15:30:00Z"),
        link: "https://archive.blog.example/plane",
      },
    ],
  })
})

test("reads Atom 0.3", async () => {
  const feed = await file("old-atom.xml")
  assert.equal(feed.items, [
    {
      title: "First frost",
      summary: "Minus two at dawn.",
      author: "",
      at: at("2026-11-01T05:00:00Z"),
      link: "http://log.example/frost",
    },
  ])
})

test("reads RSS 1.0, which is RDF", async () => {
  const feed = await file("nerds-rdf.xml")
  assert.equal([feed.title, feed.site], ["Nerds' Café", "https://nerds.example/"])
  assert.equal(
    feed.items.map(({ title, author, at: time, link }) => [title, author, time, link]),
    [
      ["A kernel for toasters", "roland", at("2026-11-21T07:30:00Z"), "https://nerds.example/1?from=rss"],
      ["Crème brûlée as a service", "élise", at("2026-11-20T07:30:00Z"), "https://nerds.example/2"],
    ],
  )
})

for (const [name, title, first] of [
  ["netscape-090.xml", "Portal", "Modems get faster"],
  ["rss-091.xml", "Ninety-one", "First"],
  ["vestnik-1251.xml", "Северный вестник", "Лёд на реке встал раньше срока"],
  ["chenbao-gbk.xml", "江城晨报", "大桥今晨通车，全程八公里"],
  ["minato-sjis.xml", "みなと新聞", "灯台の表示が新しくなる"],
  ["kun-utf16le.xml", "Žluťoučký kůň", "Příliš žluťoučký"],
  ["kun-utf16be.xml", "Žluťoučký kůň", "Příliš žluťoučký"],
] as const)
  test(`reads ${name}`, async () => {
    const feed = await file(name)
    assert.equal([feed.title, feed.items[0]!.title], [title, first])
  })

test("reads an episode of a podcast that has no page", async () => {
  assert.equal((await file("podcast.xml")).items, [
    {
      title: "12: The summit pound",
      summary: "Water for both sides.",
      author: "Pia Sund",
      at: at("2026-11-18T10:00:00Z"),
      link: "https://locks.example/12.mp3",
    },
  ])
})

test("reads the description of a video within media:group", async () => {
  const [video] = (await file("video-atom.xml")).items
  assert.equal([video!.summary, video!.link], ["Two hours, no talking.", "https://video.example/watch?v=a"])
})

test("reads JSON Feed: texts as they are, authors of the feed where an item has none", async () => {
  const feed = await file("microblog.json")
  assert.equal([feed.title, feed.site, feed.items.length], ["Ann, in short", "https://ann.example/", 3])
  const [heron, rain] = feed.items
  assert.ok(heron!.title === "" && heron!.summary.startsWith("Saw a heron at the weir — it"))
  assert.equal([heron!.author, heron!.link, heron!.at], ["Ann Lee", "https://ann.example/2", at("2026-11-21T06:00Z")])
  assert.equal(
    [rain!.title, rain!.summary, rain!.author, rain!.link],
    ["Rain & tea", "All <day>.", "Bo", "https://ann.example/1"],
  )
})

test("resolves links against xml:base, else the page of the channel, else the feed's own address", async () => {
  assert.equal(
    (await file("undated.xml")).items.map(({ link }) => link),
    ["https://shop.example/news/spring.html", "https://shop.example/hours", "https://shop.example/untitled", ""],
  )
  for (const [text, link] of [
    [rssOf(["<title>a</title><link>/a</link>"], "<title>x</title>"), "https://feeds.example/a"],
    [rssOf(["<title>a</title><link>a</link>"], "<link>/site/</link>"), "https://feeds.example/site/a"],
    [
      rssOf(["<title>a</title><link>a</link>"]).replace("<rss", '<rss xml:base="https://base.example/b/"'),
      "https://base.example/b/a",
    ],
    [
      rssOf(["<title>a</title><link>a</link>"]).replace("<item", '<item xml:base="https://base.example/b/"'),
      "https://base.example/b/a",
    ],
    [rssOf(["<title>a</title><link>//cdn.example/a</link>"]), "https://cdn.example/a"],
    [rssOf(["<title>a</title><guid>not a link</guid>"]), ""],
    [rssOf(["<title>a</title><guid isPermaLink='false'>https://made.example/no</guid>"]), ""],
    [
      rssOf(["<title>a</title><link>data:text/html,x</link><guid>https://made.example/g</guid>"]),
      "https://made.example/g",
    ],
    [rssOf([`<title>a</title><link>https://made.example/${"x".repeat(2_000)}</link>`]), ""],
  ] as const)
    assert.is((await items(text))[0]!.link, link, text)
})

test("replaces character references once more than XML does, and no further", async () => {
  const [item] = await items(
    rssOf(["<title>a &amp;amp;amp; b</title><description>&amp;lt;p&amp;gt; &amp;amp;lt;</description>"]),
  )
  assert.equal([item!.title, item!.summary], ["a &amp; b", "<p> &lt;"])
})

test("expands no entities that a feed declares", async () => {
  const lol = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join("")
  const text = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY l0 "ha">${lol}<!ENTITY x SYSTEM "file:///etc/passwd">]>`
  const feed = await parse(text + rssOf(["<title>&l9; &x; end</title>", "<title>&l0;</title>"]))
  assert.equal(
    feed!.items.map(({ title }) => title),
    ["&l9; &x; end", "&l0;"],
  )
})

test("keeps a feed within Atom that quotes another in its text", async () => {
  const feed = await parse(
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>a</title><entry><title>b</title><content type="html"><![CDATA[ <rss version="2.0"><channel><item><title>no</title></item></channel></rss>]]></content></entry></feed>',
  )
  assert.equal([feed!.title, feed!.items.length, feed!.items[0]!.title], ["a", 1, "b"])
})

test("reads a feed without items, and one under another prefix", async () => {
  assert.equal(await parse(rssOf([])), { title: "Made", site: "https://made.example/", items: [] })
  const feed = await parse(
    '<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>t</a:title><a:entry><a:title>b</a:title><a:link href="https://made.example/b"/></a:entry></a:feed>',
  )
  assert.equal([feed!.title, feed!.items[0]!.title, feed!.items[0]!.link], ["t", "b", "https://made.example/b"])
})

test("knows what is no feed", async () => {
  for (const text of [
    "",
    "hello",
    "<!doctype html><title>Maintenance</title>",
    "<html><body><rss></body></html>",
    "<opml><body/></opml>",
    "<rss></rss>",
    "{}",
    "[]",
    "null",
    '{"error":true}',
    '{"items":{}}',
    '{"title":"x"}',
    "<rss version='2.0'>",
  ])
    assert.is(await parse(text), undefined, text)
})

test("ends for a feed that is cut off anywhere", async () => {
  for (const name of ["newspaper.xml", "blog-atom.xml", "nerds-rdf.xml", "microblog.json"]) {
    const text = decoded(feedFile(name), undefined)
    const whole = (await parse(text))!.items
    for (let end = 0; end < text.length; end += 13) {
      const feed = await parse(text.slice(0, end))
      assert.ok((feed?.items ?? []).length <= whole.length, `${name} ${end}`)
    }
  }
})

test.run()
