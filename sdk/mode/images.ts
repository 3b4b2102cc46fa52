import type { Image, SceneNode } from "./scene.js"

/** The images of a page, in the order in which they are painted. */
export function imagesOf(node: SceneNode): Image[] {
  if (node.type === "image") return [node]
  return "children" in node ? node.children.flatMap(imagesOf) : []
}
