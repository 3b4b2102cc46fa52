import type { Names } from "./names.js"
import type { Report } from "./report.js"
import type { Origin, Versions } from "./sizes.js"

/** A node of a view. */
export type Node = Readonly<Record<string, unknown>>

/** What the blocks of one body share. */
export interface Context {
  readonly names: Names
  readonly report: Report
  readonly looks: Looks
  /** The screen that the body is written for. */
  readonly origin: Origin
  /** Pixels that a line of text is wide, on a screen of 296 pixels. */
  readonly line: number
  /** Whether the block is the only one of its body: it may fill the page. */
  readonly isAlone: boolean
  /** Pixels above the block on a screen of 296 x 128. */
  readonly start: number
  /** How many blocks the view may still have. */
  readonly budget: { blocks: number }
  /** Levels of blocks above. */
  readonly depth: number
  /** Converts the blocks of a list within a block. `at`: their path. */
  inner(blocks: readonly unknown[], at: string, within: Partial<Context>): readonly Placed[]
}

/** A node, and how high it is, roughly, on a screen of 296 x 128 pixels. */
export interface Placed {
  readonly node: Node
  readonly height: number
  /** Pixels of a line without which it stands for nothing. */
  readonly below?: number
}

/** A block: its versions for the sizes, where it stands, what it becomes. Nothing: it is left out. */
export type Block = (v: Versions, at: string, context: Context) => Placed | undefined

/** Named looks of texts: those of the same look share a style. */
export class Looks {
  readonly #names = new Map<string, string>()

  /** The fields that give a text this look. */
  of(look: Node): Node {
    const key = JSON.stringify(look)
    const before = this.#names.get(key)
    if (before !== undefined) return { style: before }
    if (this.#names.size >= 60) return look
    const name = `look${this.#names.size + 1}`
    this.#names.set(key, name)
    return { style: name }
  }

  styles(): Record<string, Node> {
    return Object.fromEntries([...this.#names].map(([key, name]) => [name, JSON.parse(key) as Node]))
  }
}

export const INKS: ReadonlySet<unknown> = new Set(["black", "white", "red", "yellow"])

/** A column without a look of its own. */
export const column = (children: readonly Node[], more: Node = {}): Node => ({ type: "column", ...more, children })
