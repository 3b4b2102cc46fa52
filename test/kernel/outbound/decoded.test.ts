import { suite } from "uvu"
import * as assert from "uvu/assert"
import { decoded } from "../../../kernel/outbound/decoded.js"
import { feedFile } from "../../plugins/sources/feed/feeds.js"

const test = suite("outbound: character sets")

for (const [name, type, holds] of [
  ["vestnik-1251.xml", "text/xml", "Лёд на реке"],
  ["vestnik-1251.xml", undefined, "Лёд на реке"],
  ["vestnik-koi8.xml", "application/rss+xml", "Северный вестник"],
  ["vestnik-undeclared-1251.xml", "text/xml; charset=windows-1251", "Лёд на реке"],
  ["vestnik-undeclared-1251.xml", 'text/xml;CHARSET = "cp1251"', "Лёд на реке"],
  ["chenbao-gbk.xml", "text/xml", "大桥今晨通车，全程八公里"],
  ["minato-sjis.xml", "application/rdf+xml", "能登の能力表。"],
  ["nerds-rdf.xml", "text/xml", "Crème brûlée"],
  ["kun-utf16le.xml", "text/xml", "Příliš žluťoučký"],
  ["kun-utf16be.xml", "text/xml", "Příliš žluťoučký"],
  ["kun-utf16be-unmarked.xml", "text/xml", "Příliš žluťoučký"],
  ["blog-atom.xml", "application/atom+xml", "On carpentry"],
] as const)
  test(`reads ${name} sent as ${type ?? "nothing"}`, () => {
    assert.ok(decoded(feedFile(name), type).includes(holds))
  })

test("trusts a byte order mark before the header, the header before the declaration", () => {
  const russian = feedFile("vestnik-1251.xml")
  assert.not.ok(decoded(russian, "text/xml; charset=koi8-r").includes("Лёд"), "the header wins")
  const marked = Buffer.from('\ufeff<?xml version="1.0" encoding="koi8-r"?><rss>Лёд</rss>')
  assert.ok(decoded(marked, "text/xml; charset=windows-1251").includes("<rss>Лёд"), "the mark wins")
})

test("drops the byte order mark", () => {
  assert.is(decoded(feedFile("kun-utf16le.xml"), undefined)[0], "<")
})

test("reads a character set that it does not know as the next one that is named, else as UTF-8", () => {
  assert.ok(decoded(feedFile("vestnik-1251.xml"), "text/xml; charset=klingon").includes("Лёд"))
  for (const label of ["klingon", "utf-7", "x-user-defined", "utf-16", "UCS-2"])
    assert.is(
      decoded(Buffer.from(`<?xml version="1.0" encoding="${label}"?><a>é</a>`), undefined).slice(-8),
      "<a>é</a>",
      label,
    )
})

test("reads ISO 8859-1 as windows-1252, as everybody does", () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?>\x93it\x92s\x94 \x96 \x80 \xe9', "latin1")
  for (const type of [undefined, "text/xml; charset=windows-1252"])
    assert.is(decoded(bytes, type).slice(-13), "“it’s” – € é".padStart(13, ">"), type)
})

test("reads bytes of no named set that are not UTF-8 as windows-1252", () => {
  assert.is(decoded(Buffer.from("M\xfcll \x96 Stra\xdfe \x80", "latin1"), undefined), "Müll – Straße €")
  assert.is(decoded(Buffer.from("Müll – Straße €"), "text/calendar"), "Müll – Straße €")
  assert.is(decoded(Buffer.from("M\xfcll", "latin1"), "text/calendar; charset=ISO-8859-1"), "Müll")
})

test("replaces bytes that are not of the set, and takes no bytes at all", () => {
  assert.is(decoded(Uint8Array.of(0x3c, 0xff, 0x3e), "text/xml; charset=utf-8"), "<\ufffd>")
  assert.is(decoded(new Uint8Array(0), "text/xml"), "")
})

test.run()
