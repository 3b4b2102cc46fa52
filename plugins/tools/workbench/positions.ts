import { isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml"
import type { Node, Pair } from "yaml"

/** Position in a text, counted from 1; columns in UTF-16 code units. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Positions of the parts of a JSON text. */
export interface Positions {
  /** Start of the value at a dotted path, or of the nearest enclosing value. */
  value(path: string): Position
  /** Start of a key in the object at a path; undefined when either does not exist. */
  key(path: string, key: string): Position | undefined
}

/** Positions in a JSON text, parsed as YAML. In a text nested deeper than MAX_LEVELS, every position is its start. */
export function positionsIn(text: string): Positions {
  const lines = new LineCounter()
  const root = parsed(text, lines)
  const at = (node: Node | null | undefined): Position => {
    if (!node?.range) return { line: 1, column: 1 }
    const { line, col } = lines.linePos(node.range[0])
    return { line, column: col }
  }
  return {
    value: (path) => at(walk(root, path).node),
    key: (path, key) => {
      const { node, whole } = walk(root, path)
      const pair = whole ? pairOf(node, key) : undefined
      return pair && at(pair.key as Node)
    },
  }
}

/** Maximum nesting: the parser recurses, and this stays far below the stack limit. */
const MAX_LEVELS = 200

function parsed(text: string, lineCounter: LineCounter): Node | null {
  if (levelsOf(text) > MAX_LEVELS) return null
  return parseDocument(text, { lineCounter, schema: "json", strict: false, uniqueKeys: false, logLevel: "silent" })
    .contents
}

function levelsOf(text: string): number {
  let [open, most] = [0, 0]
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (token === "{" || token === "[") most = Math.max(most, ++open)
    else if (token === "}" || token === "]") open--
  }
  return most
}

/** The node at a path, or the last one on the way (`whole`: false). */
function walk(root: Node | null, path: string): { readonly node: Node | null; readonly whole: boolean } {
  let node = root
  for (const key of path === "" ? [] : path.split(".")) {
    const next = isSeq(node) ? node.items[Number(key)] : pairOf(node, key)?.value
    if (next === undefined || next === null) return { node, whole: false }
    node = next as Node
  }
  return { node, whole: true }
}

/** The pair of a key; the last of duplicates, like JSON.parse. */
function pairOf(node: Node | null, key: string): Pair | undefined {
  return isMap(node) ? node.items.findLast((pair) => isScalar(pair.key) && pair.key.value === key) : undefined
}
