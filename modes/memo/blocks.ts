/** A paragraph, heading or list item of a memo; "more": how many items are left out. */
export interface Block {
  readonly kind: "heading" | "plain" | "bullet" | "open" | "done" | "more"
  /** The text; lines of a plain block are separated by "\n". */
  readonly text: string
  /** Blank lines before the block: 0 to 2 in a tidied text, 0 for the first block. */
  readonly blank: number
}

const HEADING = /^#\s+(\S.*)$/
const BOX = /^\s*(?:[-*•]\s+)?\[([ xX])\]\s+(\S.*)$/
const BULLET = /^\s*[-*•]\s+(\S.*)$/

/** A visible character: neither white space nor a control character. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** A letter with more than two combining marks, more than any language of these scripts uses: they would cover the lines above. */
const PILES = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}]\p{M}{2})\p{M}+/gu

/** The tidied text: line ends are "\n", no white space at the ends of the text and of lines, at most two blank lines in a row; "" when nothing is visible. */
export function tidied(text: string): string {
  if (!VISIBLE.test(text)) return ""
  const lines = text
    .normalize("NFC")
    .replace(PILES, "$1")
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd())
  return lines
    .join("\n")
    .replace(/\n{4,}/g, "\n\n\n")
    .trim()
}

/** The blocks of a tidied text: each item and heading is one, and so are other consecutive lines. */
export function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = []
  let blank = 0
  let open = false
  for (const [i, line] of text.split("\n").entries()) {
    if (line === "") {
      blank++
      continue
    }
    const block = blockOf(line, i === 0)
    const last = blocks.at(-1)
    if (block.kind === "plain" && open && blank === 0 && last)
      blocks[blocks.length - 1] = { ...last, text: `${last.text}\n${block.text}` }
    else blocks.push({ ...block, blank: last ? blank : 0 })
    open = block.kind === "plain"
    blank = 0
  }
  return blocks
}

/** The blocks of notes one below the other, each under its title as a heading. Titles have one line. */
export function blocksOfNotes(notes: readonly { readonly title: string; readonly text: string }[]): readonly Block[] {
  return notes.flatMap(({ title, text }, i) => {
    const heading: readonly Block[] = title === "" ? [] : [{ kind: "heading", text: title, blank: 0 }]
    const [first, ...rest] = [...heading, ...(text === "" ? [] : blocksOf(text))]
    return first ? [{ ...first, blank: i === 0 ? 0 : 2 }, ...rest] : []
  })
}

function blockOf(line: string, first: boolean): Pick<Block, "kind" | "text"> {
  const heading = first ? HEADING.exec(line) : null
  if (heading) return { kind: "heading", text: heading[1]! }
  const box = BOX.exec(line)
  if (box) return { kind: box[1] === " " ? "open" : "done", text: box[2]! }
  const bullet = BULLET.exec(line)
  return bullet ? { kind: "bullet", text: bullet[1]! } : { kind: "plain", text: line }
}

/** Lines that are parted from each other at most, and their characters at most: notes one below the other, not a page of text. */
const NOTES = 6
const NOTE_LENGTH = 60

/** The blocks with a gap between the lines of a few short notes, so that a note that takes two lines does not look like two. */
export function parted(blocks: readonly Block[]): readonly Block[] {
  return blocks.flatMap((block) => {
    const lines = block.text.split("\n")
    const isNotes = lines.length <= NOTES && lines.every((line) => line.length <= NOTE_LENGTH)
    if (block.kind !== "plain" || !isNotes) return [block]
    return lines.map((line, i) => ({ ...block, text: line, blank: i === 0 ? block.blank : Math.max(1, block.blank) }))
  })
}
