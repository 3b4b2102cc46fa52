/** The words of a page by key, as views get them. */
type Words = (key: string) => string
/** The same words, with parameters filled in. */
type FilledWords = (key: string, parameters?: Readonly<Record<string, string | number>>) => string

/** A text with its European digits replaced by those of the page's language: "٠٨:٠٥" for "08:05" in Arabic. `words`: those of the view. */
export function localDigits(text: string, words: Words): string {
  const digits = [...words("number.digits")]
  if (digits.length !== 10 || digits[0] === "0") return text
  return text.replace(/[0-9]/g, (digit) => digits[Number(digit)]!)
}

/** A number with the digits and separators of the page's language: "36,500" in English, "36.500" in German. `words`: those of the view. */
export function localNumber(value: number, words: Words): string {
  const { decimal, group, last, others, least } = formatOf(words)
  const [short, long] = [String(Math.abs(value)), { useGrouping: false, maximumSignificantDigits: 15 }]
  const [whole = "", fraction] = (short.includes("e") ? Math.abs(value).toLocaleString("en", long) : short).split(".")
  const groups = whole.length < last + least ? [whole] : grouped(whole, last, others)
  const sign = value < 0 ? "−" : ""
  return localDigits(sign + groups.join(group) + (fraction === undefined ? "" : decimal + fraction), words)
}

/** A whole number of percent as the page's language writes it: "89%" in English, "89 %" in German. `words`: those of the view. */
export function localPercent(percent: number, words: FilledWords): string {
  return words("number.percent", { number: localDigits(String(percent), words) })
}

interface NumberFormat {
  /** Between the whole number and its fraction, and between groups of digits. */
  readonly decimal: string
  readonly group: string
  /** Digits of the last group, and of those before it. */
  readonly last: number
  readonly others: number
  /** Digits before the first separator: a shorter number has none. */
  readonly least: number
}

function formatOf(words: Words): NumberFormat {
  const parts = words("number.format").split("|")
  const [decimal = "", group = "", ...sizes] = parts.length === 5 ? parts : [".", ",", "3", "3", "1"]
  const [last = 3, others = 3, least = 1] = sizes.map(Number)
  return { decimal, group, last, others, least }
}

function grouped(digits: string, last: number, others: number): readonly string[] {
  const cut = digits.length - last
  return cut <= 0 ? [digits] : [...grouped(digits.slice(0, cut), others, others), digits.slice(cut)]
}

/** A list as the page's language writes it: "A, B and C". `words`: those of the view. */
export function localList(items: readonly string[], words: Words): string {
  const [first = "", second, ...rest] = items
  if (second === undefined) return first
  if (rest.length === 0)
    return words("list.pair").replace(/\{([ab])\}/g, (_, name: string) => (name === "a" ? first : second))
  return [first, second, ...rest.slice(0, -1)].join(words("list.separator")) + words("list.last") + rest.at(-1)!
}
