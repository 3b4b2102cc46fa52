import { suite } from "uvu"
import * as assert from "uvu/assert"
import { clean, cut, textOfHtml, textOfTitle } from "../../../../plugins/sources/feed/plain-text.js"

const test = suite("source-feed: plain text")

for (const [what, html, text] of [
  [
    "drops tags within words and parts words at blocks",
    "in<b>li</b>ne<p>one</p><p>two</p>three<br>four",
    "inline one two three four",
  ],
  [
    "replaces character references once",
    "&amp;lt;b&amp;gt; &lt;i&gt; &eacute;&Eacute;&hellip;&#8364;&#x1F600;&euro;",
    "&lt;b&gt; <i> éÉ…€😀€",
  ],
  ["reads numbers 128 to 159 as windows-1252", "it&#146;s &#151; &#x80;", "it’s — €"],
  ["leaves names that it does not know", "AT&T &nosuch; R&D; &copy", "AT&T &nosuch; R&D; &copy"],
  ["replaces code points that there are not", "a&#0;b&#xD800;c&#x110000;", "a\ufffdb\ufffdc\ufffd"],
  [
    "drops the content of scripts and styles",
    "a<script>if (1 < 2) x('</p>')</script>b<STYLE>p{}</style >c<script>never ends",
    "a b c",
  ],
  ["drops comments, declarations and instructions", "a<!-- <p>b -->c<!DOCTYPE html><?php x ?>d", "acd"],
  ["keeps what CDATA holds", "a<![CDATA[ <b> & ]]>c", "a <b> & c"],
  ["does not end a tag within a quoted value", `<a title="1 > 0" href='x>y'>link</a>`, "link"],
  ["keeps a < that begins no tag", "3 < 4 <5 <- x", "3 < 4 <5 <- x"],
  ["drops a tag that does not end", "text <a href=", "text"],
  ["makes each run of white space one space", " a\n\t b&nbsp;&nbsp;c\u3000d ", "a b c d"],
  [
    "drops control characters and those that turn the direction",
    "a\u0000b\u202ec\u2066d\u0007e\ufefff\ud800g",
    "abcdefg",
  ],
  ["drops those that are written as references, too", "a&#8238;b&#7;c&#x2067;d", "abcd"],
  ["keeps the marks of right-to-left text", "a\u200f\u05d0\u200eb", "a\u200f\u05d0\u200eb"],
] as const)
  test(what, () => assert.is(textOfHtml(html), text))

for (const [title, text] of [
  ["Why <table> is back", "Why <table> is back"],
  ["Vec<T> and Map<K, V>", "Vec<T> and Map<K, V>"],
  ["<b>Bold</b> words", "Bold words"],
  ["Line<br/>two", "Line two"],
  ["Fish &amp; chips", "Fish & chips"],
] as const)
  test(`reads the title ${title}`, () => assert.is(textOfTitle(title), text))

test("cuts behind a word, with an ellipsis", () => {
  assert.is(cut("short", 5), "short")
  assert.is(cut("one two, three four", 12), "one two…")
  assert.is(cut("one two three", 8), "one two…")
  assert.is(cut("大桥今晨通车全程八公里", 6), "大桥今晨通…")
  assert.is(cut("x".repeat(50), 10), `${"x".repeat(9)}…`)
})

test("cuts neither a character nor its marks in two", () => {
  assert.is(cut("😀😀😀", 4), "😀…")
  assert.is(cut("aaae\u0301bbbb", 5), "aaa…")
  assert.is(cut("ab👩\u200d🚀cd", 6), "ab…")
})

const MEGABYTE = 1 << 20
for (const piece of [
  "<",
  "&amp",
  "&amp;",
  "&#",
  "<a",
  '<a "',
  '<a x="',
  "</",
  "<!--",
  "<![CDATA[",
  "<script>",
  "<script></script>",
  "<p>",
  " ",
  "\u202e",
  "e\u0301",
  ", ",
])
  // A reader that looks at such a text again for each of its characters would take hours.
  test(`ends with a megabyte of ${JSON.stringify(piece)}`, () => {
    const text = piece.repeat(MEGABYTE / piece.length)
    for (const read of [textOfHtml, textOfTitle, clean]) assert.ok(cut(read(text), 600).length <= 600)
  })

test.run()
