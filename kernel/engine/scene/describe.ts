import type { SceneNode } from "platen/sdk/mode"
import { NodeKinds } from "./node-kinds.js"

const NONE = new NodeKinds()

/**
 * The page as plain text: a line for each row of words, in reading order. For screen readers, tests and search.
 * Decoration (`spoken: false`), rules, unlabelled icons and pictures are left out.
 */
export function describe(scene: SceneNode, kinds: NodeKinds = NONE): string {
  return lines(scene, kinds)
    .filter((line) => line.trim() !== "")
    .join("\n")
}

function lines(node: SceneNode, kinds: NodeKinds): string[] {
  const inner = (child: SceneNode): string[] => lines(child, kinds)
  if ("spoken" in node && node.spoken === false) return []
  switch (node.type) {
    case "text":
      return node.text.replaceAll("\u00ad", "").split("\n")
    case "icon":
    case "image":
      return node.label ? [node.label] : []
    case "progress":
      return [`${node.label ? `${node.label}: ` : ""}${Math.round(Math.min(1, Math.max(0, node.value)) * 100)}%`]
    case "row": {
      const parts = node.children.map((child) => inner(child).filter((line) => line.trim() !== ""))
      // Columns are read one after the other.
      return parts.some((part) => part.length > 1) ? parts.flat() : [parts.flat().join("  ")]
    }
    case "grid":
      return rows(
        node.children.map((child) => inner(child).join(" ")),
        node.columns,
      )
    case "column":
    case "stack":
      return node.children.flatMap(inner)
    case "rule":
    case "spacer":
      return []
    default:
      return described(node, kinds)
  }
}

function described(node: SceneNode, kinds: NodeKinds): string[] {
  const words = kinds.of(node)?.describe?.(node as never)
  return words ? words.split("\n") : []
}

function rows(cells: readonly string[], columns: number): string[] {
  const result: string[] = []
  for (let i = 0; i < cells.length; i += columns)
    result.push(
      cells
        .slice(i, i + columns)
        .join("  ")
        .trimEnd(),
    )
  return result
}
