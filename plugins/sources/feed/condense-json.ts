/** Items that are kept of the beginning, and as many of the end. */
const KEPT_ITEMS = 30
/** Characters of an item, and of any other member of the feed; strings and brackets in them. What has more is left out. */
const MAX_ITEM = 200_000
const MAX_MEMBER = 8_000
const MAX_TOKENS = 2_000
/** Strings and brackets of a text: the rest is not looked at. */
const MAX_ALL_TOKENS = 400_000
const KEYS_OF_ITEM = new Set(
  "id url external_url title content_html content_text summary date_published date_modified authors author".split(" "),
)

type Fields = Readonly<Record<string, unknown>>

/**
 * A feed in JSON, cut down before it is parsed: to a bounded number of items, each of a bounded size. A text that ends in the middle ends there. Undefined
 * for a text that is no object.
 */
export function condenseJson(text: string): Fields | undefined {
  const reader = new Reader(text)
  for (let tokens = 0; tokens < MAX_ALL_TOKENS && reader.step(); tokens++);
  const feed = { ...reader.members }
  const items: unknown[] = []
  for (const each of reader.items) {
    const item = valueOf(each)
    if (typeof item === "object" && item !== null)
      items.push(Object.fromEntries(Object.entries(item).filter(([key]) => KEYS_OF_ITEM.has(key))))
  }
  return reader.isObject ? { ...feed, ...(reader.hasItems && { items }) } : undefined
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Finds the members of a feed and its items, without parsing them. */
class Reader {
  readonly members: Record<string, unknown> = {}
  readonly items: string[] = []
  isObject = false
  hasItems = false
  readonly #text: string
  readonly #token = /["{}[\]]/g
  #depth = 0
  #key = ""
  /** Where the value of the member, or the item, that is being read begins, and the tokens in it. */
  #start = -1
  #tokens = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Reads one string or bracket. False at the end. */
  step(): boolean {
    const found = this.#token.exec(this.#text)
    if (!found) return false
    const { index } = found
    this.#tokens++
    if (found[0] === '"') this.#string(index)
    else if (found[0] === "{" || found[0] === "[") this.#opens(index, found[0])
    else this.#closes(index)
    return this.#depth > 0
  }

  get #isInItems(): boolean {
    return this.#key === "items"
  }

  #string(start: number): void {
    const end = endOfString(this.#text, start)
    this.#token.lastIndex = end
    if (this.#depth !== 1) return
    if (/^\s{0,99}:/.test(this.#text.slice(end, end + 100)))
      this.#key = this.#text.slice(start + 1, Math.min(end - 1, start + 30))
    else if (this.#start < 0) this.#member(start, end)
  }

  #opens(index: number, bracket: string): void {
    if (this.#depth === 0) this.isObject = bracket === "{"
    if (this.#depth === 1 && this.#isInItems && bracket === "[") this.hasItems = true
    if (this.#depth === (this.#isInItems ? 2 : 1)) {
      this.#start = index
      this.#tokens = 0
    }
    this.#depth++
  }

  #closes(index: number): void {
    this.#depth--
    if (this.#start < 0 || this.#depth !== (this.#isInItems ? 2 : 1)) return
    const [start, end] = [this.#start, index + 1]
    this.#start = -1
    if (this.#tokens > MAX_TOKENS) return
    if (!this.#isInItems) this.#member(start, end)
    else if (end - start <= MAX_ITEM) {
      this.items.push(this.#text.slice(start, end))
      // Of a long feed, the middle goes.
      if (this.items.length > 2 * KEPT_ITEMS) this.items.splice(KEPT_ITEMS, 1)
    }
  }

  #member(start: number, end: number): void {
    if (end - start <= MAX_MEMBER && Object.keys(this.members).length < 50)
      this.members[this.#key] = valueOf(this.#text.slice(start, end))
  }
}

/** Behind the quote that ends a string; the length of the text where there is none. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0
    while (text[at - 1 - slashes] === "\\") slashes++
    if (slashes % 2 === 0) return at + 1
  }
  return text.length
}
