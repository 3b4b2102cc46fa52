import { Document, isMap, isScalar, isSeq } from "yaml"
import type { Node, YAMLMap, YAMLSeq } from "yaml"
import type { FileEntry } from "platen/sdk/screens-file"
import { VERSION } from "./sections.js"
import type { Section } from "./sections.js"

/** Characters of a short list or object, which stands in one line. */
const MAX_LINE = 60

const HEAD = ` yaml-language-server: $schema=node_modules/platen/docs/screens-file.schema.json
 What people have set up on a Platen server, without secrets, as platen export writes it.
 platen apply FILE --dry-run says what a changed file would change, and platen apply FILE does it.
 What is not in the file stays as it is on the server. null takes a field back to what it is at first.
 { set: true, of: ... } keeps a secret of the server. { secret: NAME } is one that platen.yaml names in
 "plugins: { screens-file: { secrets: ... } }".`

/** The text of the file. `entries`: by section, in order. */
export function fileText(sections: readonly Section[], entries: ReadonlyMap<Section, readonly FileEntry[]>): string {
  const value = Object.fromEntries(sections.map((section) => [section.name, entries.get(section) ?? []]))
  const document = new Document({ version: VERSION, ...value }, { compat: "yaml-1.1", aliasDuplicateObjects: false })
  const root = document.contents as unknown as YAMLMap<Node, Node>
  for (const { key, value: section } of root.items) {
    const about = sections.find(({ name }) => isScalar(key) && key.value === name)?.about
    if (about === undefined) continue
    key.spaceBefore = true
    key.commentBefore = ` ${about}`
    if (!isSeq(section)) continue
    const { items } = section as YAMLSeq<Node>
    // Entries of more than a line or two stand apart.
    const isApart = items.some((entry) => JSON.stringify(entry).length > MAX_LINE)
    for (const [i, entry] of items.entries()) {
      entry.spaceBefore = isApart && i > 0
      shorten(entry)
    }
  }
  return `${HEAD.replaceAll(/^/gm, "#")}\n${document.toString({ lineWidth: 0 })}`
}

/** Sets short lists of values, and short objects that are values of a key, in one line. */
function shorten(node: Node): void {
  if (isSeq(node)) {
    for (const item of node.items) shorten(item as Node)
    if (node.items.every(isScalar)) node.flow = isShort(node)
  }
  if (!isMap(node)) return
  for (const { value } of node.items) {
    shorten(value as Node)
    if (isMap(value) && value.items.every((pair) => isScalar(pair.value))) value.flow = isShort(value)
  }
}

function isShort(node: Node): boolean {
  const text = JSON.stringify(node)
  return text.length <= MAX_LINE && !text.includes(String.raw`\n`)
}
