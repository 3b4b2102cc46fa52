import type { SceneNode } from "platen/sdk/mode"
import { NodeKinds } from "./node-kinds.js"

const NONE = new NodeKinds()

/**
 * The page as plain text: a line for each row of words, in reading order. For screen readers, tests and search.
 * Decoration (`spoken: false`), rules, unlabelled icons and pictures are left out.
 */
export function describe(scene: SceneNode, kinds: NodeKinds = NONE): string {
  const said: string[] = []
  say(scene, kinds, said)
  return said.join("\n")
}

/** Adds the lines of a node that are not blank. */
function say(node: SceneNode, kinds: NodeKinds, said: string[]): void {
  if ("spoken" in node && node.spoken === false) return
  if (node.type === "row") return sayRow(node.children, kinds, said)
  if (node.type === "grid") return sayGrid(node.children, node.columns, kinds, said)
  if (node.type === "column" || node.type === "stack") return node.children.forEach((child) => say(child, kinds, said))
  for (const line of wordsOf(node, kinds).split("\n")) if (line.trim() !== "") said.push(line)
}

function wordsOf(node: SceneNode, kinds: NodeKinds): string {
  if (node.type === "text") return node.text.replaceAll("\u00ad", "")
  if (node.type === "icon" || node.type === "image") return node.label ?? ""
  if (node.type !== "progress") return kinds.drawn(node)?.describe?.(node as never) ?? ""
  return `${node.label ? `${node.label}: ` : ""}${Math.round(Math.min(1, Math.max(0, node.value)) * 100)}%`
}

/** One line of all, unless one of them has several: columns are read one after the other. */
function sayRow(children: readonly SceneNode[], kinds: NodeKinds, said: string[]): void {
  const start = said.length
  let isOfColumns = false
  for (const child of children) {
    const before = said.length
    say(child, kinds, said)
    isOfColumns ||= said.length > before + 1
  }
  if (!isOfColumns && said.length > start + 1) said.push(said.splice(start).join("  "))
}

function sayGrid(cells: readonly SceneNode[], columns: number, kinds: NodeKinds, said: string[]): void {
  const words = cells.map((cell) => {
    const lines: string[] = []
    say(cell, kinds, lines)
    return lines.join(" ")
  })
  for (let i = 0; i < words.length; i += columns) {
    const line = words
      .slice(i, i + columns)
      .join("  ")
      .trimEnd()
    if (line !== "") said.push(line)
  }
}
