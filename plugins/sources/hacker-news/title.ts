/** Character references that the site writes. */
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|nbsp));/gi
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " }
/** Control characters, surrogates without their other half, non-characters, and those that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/gu
const MAX_READ = 2_000

/** A title of the site as plain text: its character references replaced once, cut behind a word to `max` characters. */
export function plainTitle(html: string, max: number): string {
  const text = html
    .slice(0, MAX_READ)
    .replaceAll(REFERENCE, (_, decimal?: string, hexadecimal?: string, name?: string) =>
      name === undefined
        ? character(decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal))
        : NAMED[name.toLowerCase()]!,
    )
    .replaceAll(/\s+/g, " ")
    .replaceAll(UNSEEN, "")
    .trim()
  if (text.length <= max) return text
  const head = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, "")
  const space = head.lastIndexOf(" ")
  return `${space > max / 2 ? head.slice(0, space) : head}…`
}

function character(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)
  return isNone ? "\ufffd" : String.fromCodePoint(code)
}
