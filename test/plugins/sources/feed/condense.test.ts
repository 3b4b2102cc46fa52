import { suite } from "uvu"
import * as assert from "uvu/assert"
import { condenseJson } from "../../../../plugins/sources/feed/condense-json.js"
import { condense } from "../../../../plugins/sources/feed/condense.js"
import { feedFile, rssOf } from "./feeds.js"

const test = suite("source-feed: cutting down")
const cut = async (text: string): Promise<string> => condense(text)!.text
const titles = (text: string): readonly string[] => [...text.matchAll(/<title>([^<]*)/g)].map(([, title]) => title!)
const numbered = (count: number, more = ""): readonly string[] =>
  Array.from({ length: count }, (_, i) => `<title>${i + 1}</title>${more}`)

test("keeps what is shown, and drops the rest", async () => {
  const text = await cut(
    rssOf([
      "<title>a</title><category>no</category><dc:creator>b</dc:creator><media:thumbnail url='no'/><link>c</link><comments>no</comments>",
    ]),
  )
  assert.is(
    text,
    '<rss version="2.0"><channel><title>Made</title><link>https://made.example/</link><item><title>a</title><dc:creator>b</dc:creator><link>c</link></item></channel></rss>',
  )
})

test("keeps the first thirty items and the last thirty, and what stands behind them", async () => {
  for (const count of [3, 60, 61, 2_000, 10_000]) {
    const [feed, ...items] = titles(
      await cut(rssOf(numbered(count)).replace("</channel>", "<link>behind</link></channel>")),
    )
    assert.is(feed, "Made")
    const wanted = Array.from({ length: count }, (_, i) => String(i + 1))
    assert.equal(items, count <= 60 ? wanted : [...wanted.slice(0, 30), ...wanted.slice(-30)], String(count))
  }
  assert.match(await cut(rssOf(numbered(100)).replace("</channel>", "<link>behind</link></channel>")), "behind")
})

test("bounds the text that is parsed, whatever the feed holds", async () => {
  const long = "&lt;p&gt;word ".repeat(20_000)
  for (const [what, text] of [
    ["long texts", rssOf(numbered(40, `<description>${long.slice(0, 40_000)}</description>`))],
    [
      "texts of each kind",
      rssOf(
        numbered(
          60,
          `<description>${long.slice(0, 9_000)}</description><content:encoded>${long.slice(0, 9_000)}</content:encoded><itunes:summary>${long.slice(0, 9_000)}</itunes:summary>`,
        ),
      ),
    ],
    ["many elements", rssOf(numbered(60, "<author>x</author>".repeat(1_500)))],
    ["tags within an element", rssOf(numbered(60, `<group>${"<a/>".repeat(9_000)}</group>`))],
    ["attributes", rssOf(numbered(60, `<link ${'a="1" '.repeat(5_000)}/>`))],
    ["a long head", rssOf([], `<title>x</title>${"<link>y</link>".repeat(100_000)}`)],
    ["items alone", `<rss version="2.0"><channel>${"<item/>".repeat(250_000)}`],
    ["brackets", rssOf([`<description>${"<".repeat(2 << 20)}</description>`])],
    ["end tags", `<rss><channel><item><title>${"</x>".repeat(500_000)}`],
    ["depth", `<rss><channel><item><title>${"<x>".repeat(600_000)}`],
    ["an open quote", `<rss><channel><item><title>x</title>${'<a b="'.repeat(300_000)}`],
  ] as const) {
    const condensed = condense(text)
    assert.ok(condensed!.text.length < 500_000, `${what}: ${condensed!.text.length}`)
    assert.ok((condensed!.text.match(/[<=]/g) ?? []).length < 16_000, `${what}: tags and attributes`)
  }
})

test("leaves out the whole text of an item that has a summary of some length", async () => {
  const whole = "<content:encoded>whole</content:encoded>"
  assert.match(await cut(rssOf([`<description>short</description>${whole}`])), "whole")
  assert.not.match(await cut(rssOf([`${whole}<description>${"long ".repeat(400)}</description>`])), "whole")
})

test("drops the document type with its entities, comments and instructions", async () => {
  const text = await cut(
    `<?xml version="1.0"?><!DOCTYPE rss [ <!ENTITY a "ha"> <!ENTITY b "&a;&a;"> ]><?x y?><!-- <rss> -->${rssOf(["<title>&b;<!-- <item> --></title>"])}`,
  )
  assert.match(text, "<item><title>&b;</title></item>")
  assert.not.match(text, /ENTITY|<!|<\?/)
})

test("takes no tag in CDATA for one, and cuts CDATA where it is long", async () => {
  const text = await cut(
    rssOf([
      `<title><![CDATA[</title></item><item>]]></title><description><![CDATA[${"<i>".repeat(9_000)}]]></description>`,
    ]),
  )
  assert.is(text.match(/<item>/g)!.length, 2, "one, and one in a text")
  assert.match(text, "]]></description></item></channel></rss>")
})

for (const [what, given, wanted] of [
  [
    "ends in the middle of a tag",
    "<rss><channel><item><title>a</title><li",
    "<item><title>a</title></item></channel></rss>",
  ],
  ["ends in the middle of CDATA", "<rss><channel><item><title><![CDATA[a", "<title><![CDATA[a]]></title></item>"],
  [
    "closes no items",
    "<rss><channel><item><title>a</title><item><title>b</title>",
    "<item><title>a</title></item><item><title>b</title></item>",
  ],
  [
    "closes what it did not open",
    "<rss><channel><item></b></channel2><title>a</i></title></item>",
    "<item><title>a</title></item>",
  ],
  [
    "closes in another order",
    "<rss><channel><item><description><p><b>a</p></b>c</description><title>d</title></item>",
    "<p><b>a</b></p>c</description><title>d</title></item>",
  ],
  ["has brackets in its text", "<rss><channel><item><title>3 < 4 <5></title></item>", "<title>3 &lt; 4 &lt;5></title>"],
  [
    "has items behind the channel",
    "<rdf:RDF><channel><title>a</title></channel><item><title>b</title></item></rdf:RDF>",
    "<rdf:RDF><channel><title>a</title></channel><item><title>b</title></item></rdf:RDF>",
  ],
  [
    "is written in capitals",
    "<RSS><CHANNEL><ITEM><TITLE>a</TITLE></ITEM></CHANNEL></RSS>",
    "<ITEM><TITLE>a</TITLE></ITEM></CHANNEL></RSS>",
  ],
  [
    "has empty elements",
    "<feed><entry><link href='a/'/><title/></entry></feed>",
    "<entry><link href='a/'></link><title></title></entry>",
  ],
] as const)
  test(`repairs a feed that ${what}`, async () => assert.match(await cut(given), wanted))

test("knows what is no feed", async () => {
  for (const text of [
    "",
    "text",
    "<",
    "<html><item/></html>",
    "<!doctype html><p>",
    "<svg></svg><rss></rss>",
    "&lt;rss&gt;",
  ])
    assert.is(condense(text), undefined, text)
})

interface Json {
  readonly title: string
  readonly items: readonly { readonly id: string }[]
}
const feedOf = (count: number, item: object = {}): object => ({
  before: { items: ["no"] },
  title: 'T "} ]\\',
  items: Array.from({ length: count }, (_, i) => ({ id: `${i + 1}`, ...item })),
  home_page_url: "behind",
})

test("keeps as many items of JSON, and its short members", async () => {
  for (const count of [0, 3, 60, 61, 10_000])
    for (const space of [0, 2]) {
      const { items, ...feed } = condenseJson(JSON.stringify(feedOf(count), null, space))! as unknown as Json
      const all = Array.from({ length: count }, (_, i) => `${i + 1}`)
      assert.equal(
        items.map(({ id }) => id),
        count <= 60 ? all : [...all.slice(0, 30), ...all.slice(-30)],
      )
      assert.equal(feed, { before: { items: ["no"] }, title: 'T "} ]\\', home_page_url: "behind" })
    }
})

test("leaves out of JSON what is too large, too deep or not asked for", async () => {
  const read = async (item: object): Promise<readonly object[]> =>
    condenseJson(JSON.stringify(feedOf(1, item)))!.items as readonly object[]
  assert.equal(await read({ tags: ["a"], x: { y: 1 }, title: "b" }), [{ id: "1", title: "b" }])
  assert.equal(await read({ content_html: "x".repeat(300_000) }), [])
  assert.equal(await read({ x: Array.from({ length: 3_000 }, () => ({})) }), [])
  const { title } = condenseJson(JSON.stringify({ title: "x".repeat(20_000) }))!
  assert.is(title, undefined)
})

test("ends with JSON that is cut off, made of brackets, quotes or backslashes", async () => {
  const text = feedFile("microblog.json").toString()
  for (let end = 0; end < text.length; end += 7) condenseJson(text.slice(0, end))
  for (const piece of ["[", "{", "]", '"', "\\", '\\"', "{}", '"",'])
    for (const head of ["{", '{"items":[', '{"a":"']) condenseJson(head + piece.repeat((1 << 20) / piece.length))
  assert.is(condenseJson("[]"), undefined)
})

test.run()
