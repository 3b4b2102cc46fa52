import { Invalid } from "platen/sdk"
import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, visit } from "yaml"
import type { Document, Node, Pair, YAMLError } from "yaml"

/** A YAML text as a value, with the places of its parts. */
export interface YamlText {
  readonly value: unknown
  /** "7:3", the line and column of the value at a dotted path, or of the nearest that encloses it. `key`: of that key in the value. */
  placeOf(path: string, key?: string): string
}

/** Reads a YAML text, version 1.2, with anchors and merge keys. `name`: of the file. Throws Invalid with line, column and remedy. */
export function yamlText(text: string, name: string): YamlText {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${line}:${col}`
  }
  const [error] = [...document.errors, ...document.warnings]
  const fault = error ? { offset: error.pos[0], message: sentenceOf(error) } : faultIn(document)
  if (fault) throw new Invalid(`${name}:${place(fault.offset)}: ${fault.message}.`)
  return {
    value: valueOf(document, name),
    placeOf: (path, key) => {
      const { node, offset } = walk(document, path)
      const pair = key === undefined ? undefined : pairOf(node, key)
      return place((pair?.key as Node | undefined)?.range?.[0] ?? offset)
    },
  }
}

function sentenceOf({ code, message }: YAMLError): string {
  if (code === "MULTIPLE_DOCS") return "the file has a second document: write all into one, without ---"
  return message.replace(/\.$/, "")
}

/** What the parser takes and nobody means in such a file: an alias of nothing, a tag, a directive. */
function faultIn(document: Document): { readonly offset: number; readonly message: string } | undefined {
  if (document.directives?.yaml.explicit === true)
    return { offset: 0, message: "a directive has no place here: remove it" }
  let found: ReturnType<typeof faultIn>
  visit(document, {
    Node: (_, node) => {
      const offset = node.range?.[0] ?? 0
      if (isAlias(node) && !node.resolve(document))
        found ??= {
          offset,
          message: `there is no anchor "${node.source}" before this: write &${node.source} at its value`,
        }
      else if (node.tag !== undefined) found ??= { offset, message: `the tag ${node.tag} has no place here: remove it` }
    },
  })
  return found
}

function valueOf(document: Document, name: string): unknown {
  try {
    return document.toJS() as unknown
  } catch (cause) {
    throw new Invalid(`${name}: its anchors are repeated too often: write some of the values again.`, { cause })
  }
}

/** The node at a path, or the last one on the way, and where its text begins. */
function walk(document: Document, path: string): { readonly node: unknown; readonly offset: number } {
  let node: unknown = document.contents
  let offset = (node as Node | null)?.range?.[0] ?? 0
  for (const key of path === "" ? [] : path.split(".")) {
    const pair = pairOf(node, key)
    const next = isSeq(node) ? node.items[Number(key)] : pair?.value
    if (next === undefined) break
    // A value that is left out stands where its key does; an alias stands where it is used.
    offset = (next as Node | null)?.range?.[0] ?? (pair?.key as Node | undefined)?.range?.[0] ?? offset
    node = isAlias(next) ? next.resolve(document) : next
  }
  return { node, offset }
}

function pairOf(node: unknown, key: string): Pair | undefined {
  return isMap(node) ? node.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === key) : undefined
}
