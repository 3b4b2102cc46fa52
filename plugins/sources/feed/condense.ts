import { behind, localName, skipped, tagAt } from "./markup.js"
import type { Tag } from "./markup.js"

/** Items that are kept of the beginning, and as many of the end: some feeds begin with the oldest. */
const KEPT_ITEMS = 30
/** Weight of one element within an item, of an item, and of all that is kept. One character weighs 1. All of it takes the parser some 30 ms at most. */
const ELEMENT_WEIGHT = 5_000
const ITEM_WEIGHT = 20_000
const TOTAL_WEIGHT = 450_000
/** Weight of a summary from which on the whole text of the item is not needed. */
const SUMMARY_WEIGHT = 1_500
/** What a tag, and each of its attributes, weighs beside its characters: the parser spends about a microsecond on each. */
const TAG_WEIGHT = 64
/** Pieces of markup in a document, of whatever kind: the rest is not looked at. 2 MiB of a usual feed have 100,000. */
const MAX_STEPS = 150_000
const MAX_DEPTH = 200
/** Characters of a tag, with its attributes; a longer one loses them. */
const MAX_TAG = 3_000

const ROOTS = new Set(["rss", "feed", "rdf"])
const ITEMS = new Set(["item", "entry"])
/** Elements of a feed and of an item that say something which is shown. `group`: of Media RSS, with a description in it. */
const KEPT = new Set(
  "title link description summary subtitle content encoded group guid id pubdate published updated issued modified created date author creator enclosure".split(
    " ",
  ),
)
/** The whole text of an item, and the elements that may make it unnecessary. */
const WHOLE = new Set(["content", "encoded"])
const SUMMARIES = new Set(["description", "summary"])
const KEPT_OF_FEED = new Set(["title", "link", "id", "author", "creator"])

/** A feed in XML, cut down to what is shown of it. `text`: well-formed, without a document type. */
export interface Condensed {
  readonly root: "rss" | "feed" | "rdf"
  readonly text: string
}

/**
 * Cuts a feed down before it is parsed: to a bounded number of items, of these to the elements that are shown, and of those to a bounded weight. Markup
 * that is not well-formed is closed, and a text that ends in the middle ends there. Takes time in proportion to the text. Undefined for a text that is no feed in XML.
 */
export function condense(text: string): Condensed | undefined {
  const cutter = new Cutter()
  let at = text.indexOf("<")
  for (let steps = 0; at >= 0 && !cutter.isDone && steps < MAX_STEPS; steps++) {
    let end: number
    if (text.startsWith("<![CDATA[", at)) {
      end = behind(text, "]]>", at + 9)
      cutter.cdata(text.slice(at + 9, text.startsWith("]]>", end - 3) ? end - 3 : end))
    } else if (text.startsWith("<!DOCTYPE", at)) end = behindDoctype(text, at)
    else {
      const other = skipped(text, at)
      const tag = other === undefined ? tagAt(text, at) : undefined
      if (tag === null) break
      if (tag) cutter.tag(tag, text)
      else if (other === undefined) cutter.text("&lt;")
      end = other ?? tag?.end ?? at + 1
    }
    at = text.indexOf("<", end)
    if (at > end) cutter.text(text, end, at)
  }
  return cutter.finish()
}

/** Behind a document type, with the declarations in its brackets. */
function behindDoctype(text: string, start: number): number {
  const end = behind(text, ">", start)
  const bracket = text.slice(start, end).indexOf("[")
  return bracket < 0 ? end : behind(text, ">", behind(text, "]", start + bracket))
}

/** The item that is read. `whole`: its whole text, which may not be needed; `weight` is without it. `summary`: what its summaries weigh. */
interface OpenItem {
  text: string
  weight: number
  whole: string
  summary: number
  readonly depth: number
}

/** Writes what is kept of a feed, tag by tag. */
class Cutter {
  isDone = false
  #root: Condensed["root"] | undefined
  /** Start tags of the root and of the channel of RSS. */
  #rootTag = ""
  #channelTag = ""
  #head = ""
  #headWeight = 0
  readonly #items: { readonly text: string; readonly weight: number }[] = []
  readonly #stack: string[] = []
  /** How often each name stands in the stack. */
  readonly #open = new Map<string, number>()
  #item: OpenItem | undefined
  /** The element that is copied. `written`: elements of the stack whose start tag is in it. */
  #element: { text: string; weight: number; readonly name: string; readonly depth: number; written: number } | undefined

  tag(tag: Tag, text: string): void {
    if (tag.isEnd) this.#close(tag.name)
    else {
      this.#start(tag, text)
      if (tag.isEmpty && !this.isDone) this.#close(tag.name)
    }
  }

  text(text: string, from = 0, to = text.length): void {
    const element = this.#element
    if (!element) return
    const room = ELEMENT_WEIGHT - element.weight
    if (room <= 0) return
    const piece = text.slice(from, Math.min(to, from + room))
    element.text += piece
    element.weight += piece.length
  }

  cdata(text: string): void {
    const element = this.#element
    if (!element) return
    const room = ELEMENT_WEIGHT - element.weight
    if (room <= 0) return
    element.text += `<![CDATA[${text.slice(0, room)}]]>`
    element.weight += Math.min(text.length, room) + TAG_WEIGHT
  }

  finish(): Condensed | undefined {
    while (this.#stack.length > 0) this.#pop()
    const root = this.#root
    if (!root) return undefined
    const items = this.#keptItems().join("")
    const channel = this.#channelTag === "" ? "" : `</${nameOf(this.#channelTag)}>`
    const close = `</${nameOf(this.#rootTag)}>`
    // Items of RDF stand behind the channel, those of RSS in it; readers accept both.
    const body = root === "rdf" ? `${this.#head}${channel}${items}` : `${this.#head}${items}${channel}`
    return { root, text: `${this.#rootTag}${this.#channelTag}${body}${close}` }
  }

  /** The first and the last items, in their order; where they weigh too much, those in the middle of these are left out. */
  #keptItems(): readonly string[] {
    const all = this.#items
    const kept = all.length > 2 * KEPT_ITEMS ? [...all.slice(0, KEPT_ITEMS), ...all.slice(-KEPT_ITEMS)] : all
    let weight = this.#headWeight
    const fits = new Set(fromBothEnds(kept).filter((item) => (weight += item.weight) <= TOTAL_WEIGHT))
    return kept.filter((item) => fits.has(item)).map(({ text }) => text)
  }

  #start(tag: Tag, text: string): void {
    const depth = this.#stack.length
    const local = localName(tag.name)
    if (depth === 0) this.#begin(tag, text, local)
    else if (this.#element) this.#copy(tag, text)
    else if (ITEMS.has(local) && (depth <= 2 || depth - 1 === this.#item?.depth)) this.#startItem(tag, text)
    else if (this.#item) {
      if (depth === this.#item.depth + 1 && KEPT.has(local) && this.#item.weight < ITEM_WEIGHT)
        this.#startElement(tag, text)
    } else if (local === "channel" && depth === 1 && this.#channelTag === "") this.#channelTag = started(tag, text)
    else if (KEPT_OF_FEED.has(local) && this.#isInFeed(depth) && this.#headWeight < ITEM_WEIGHT)
      this.#startElement(tag, text)
    if (this.isDone) return
    this.#stack.push(tag.name)
    this.#open.set(tag.name, (this.#open.get(tag.name) ?? 0) + 1)
    if (this.#stack.length > MAX_DEPTH) this.isDone = true
  }

  /** The root. Anything but a feed ends the reading. */
  #begin(tag: Tag, text: string, local: string): void {
    if (this.#root === undefined && ROOTS.has(local)) {
      this.#root = local as Condensed["root"]
      this.#rootTag = started(tag, text)
    } else this.isDone = true
  }

  #isInFeed(depth: number): boolean {
    return this.#root === "feed" ? depth === 1 : depth === 2 && localName(this.#stack[1]!) === "channel"
  }

  #startItem(tag: Tag, text: string): void {
    // One that was not closed ends where the next begins.
    while (this.#item && this.#stack.length > this.#item.depth) this.#pop()
    const own = started(tag, text)
    this.#item = { text: own, weight: own.length + TAG_WEIGHT, whole: "", summary: 0, depth: this.#stack.length }
  }

  #startElement(tag: Tag, text: string): void {
    const depth = this.#stack.length
    this.#element = { text: "", weight: 0, name: localName(tag.name), depth, written: depth }
    this.#copy(tag, text)
  }

  #copy(tag: Tag, text: string): void {
    const element = this.#element!
    if (element.weight >= ELEMENT_WEIGHT || element.written < this.#stack.length) return
    element.text += started(tag, text)
    element.weight += Math.min(MAX_TAG, tag.end - tag.start) + TAG_WEIGHT * (1 + tag.attributes)
    element.written = this.#stack.length + 1
  }

  #close(name: string): void {
    if (!this.#open.get(name)) return
    while (this.#pop() !== name);
  }

  #pop(): string {
    const name = this.#stack.pop()!
    const depth = this.#stack.length
    this.#open.set(name, this.#open.get(name)! - 1)
    const element = this.#element
    if (element) {
      if (element.written > depth) {
        element.text += `</${name}>`
        element.written = depth
      }
      if (depth === element.depth) this.#keep(element)
    } else if (this.#item && depth === this.#item.depth) this.#endItem(this.#item, name)
    return name
  }

  #endItem({ text, weight, whole, summary }: OpenItem, name: string): void {
    this.#item = undefined
    const isNeeded = summary < SUMMARY_WEIGHT
    this.#items.push({
      text: `${text}${isNeeded ? whole : ""}</${name}>`,
      weight: weight + (isNeeded ? whole.length : 0),
    })
    // Of a long feed, the middle goes.
    if (this.#items.length > 20 * KEPT_ITEMS) this.#items.splice(KEPT_ITEMS, 18 * KEPT_ITEMS)
  }

  #keep({ text, weight, name }: { readonly text: string; readonly weight: number; readonly name: string }): void {
    this.#element = undefined
    const item = this.#item
    if (!item) {
      this.#head += text
      this.#headWeight += weight
    } else if (WHOLE.has(name)) {
      if (item.whole.length < ELEMENT_WEIGHT) item.whole += text
    } else {
      item.text += text
      item.weight += weight
      if (SUMMARIES.has(name)) item.summary += weight
    }
  }
}

/** A start tag as it stands, never one that is empty; without its attributes where they are long. */
function started(tag: Tag, text: string): string {
  if (tag.end - tag.start > MAX_TAG || tag.attributes > MAX_TAG / TAG_WEIGHT) return `<${tag.name}>`
  const whole = text.slice(tag.start, tag.end)
  return tag.isEmpty ? `${whole.slice(0, whole.lastIndexOf("/")).trimEnd()}>` : whole
}

function nameOf(tag: string): string {
  return /^<([^\s/>]+)/.exec(tag)![1]!
}

/** The first, the last, the second, the last but one, and so on. */
function fromBothEnds<T>(all: readonly T[]): readonly T[] {
  return all.map((_, i) => all[i % 2 === 0 ? i / 2 : all.length - (i + 1) / 2]!)
}
