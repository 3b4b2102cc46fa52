import type { SceneNode } from "platen/sdk/mode"

/**
 * The page as plain text: a line for each row of words, in reading order. For screen readers, tests and search.
 * Decoration (`spoken: false`), rules, unlabelled icons and pictures are left out.
 */
export function describe(scene: SceneNode): string {
  return lines(scene)
    .filter((line) => line.trim() !== "")
    .join("\n")
}

function lines(node: SceneNode): string[] {
  if ("spoken" in node && node.spoken === false) return []
  switch (node.type) {
    case "text":
      return node.text.split("\n")
    case "icon":
    case "image":
      return node.label ? [node.label] : []
    case "progress":
      return [`${node.label ? `${node.label}: ` : ""}${Math.round(Math.min(1, Math.max(0, node.value)) * 100)}%`]
    case "row":
      return [node.children.flatMap(lines).filter(Boolean).join("  ")]
    case "grid":
      return rows(
        node.children.map((child) => lines(child).join(" ")),
        node.columns,
      )
    case "column":
    case "stack":
      return node.children.flatMap(lines)
    default:
      return []
  }
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
