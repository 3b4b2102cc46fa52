import type { Scene, SceneNode } from "platen/sdk/mode"
import type { Catalogs } from "./read.js"

/** The scene without icons that there are not: a template may give any name. */
export function withKnownIcons(scene: Scene, { hasIcon }: Pick<Catalogs, "hasIcon">): Scene {
  return hasUnknown(scene.body, hasIcon) ? { ...scene, body: without(scene.body, hasIcon) } : scene
}

function isUnknown(node: SceneNode, hasIcon: Catalogs["hasIcon"]): boolean {
  return node.type === "icon" && !hasIcon(node.name)
}

function childrenOf(node: SceneNode): readonly SceneNode[] {
  return "children" in node ? (node.children as readonly SceneNode[]) : []
}

function hasUnknown(node: SceneNode, hasIcon: Catalogs["hasIcon"]): boolean {
  return isUnknown(node, hasIcon) || childrenOf(node).some((child) => hasUnknown(child, hasIcon))
}

function without(node: SceneNode, hasIcon: Catalogs["hasIcon"]): SceneNode {
  if (isUnknown(node, hasIcon)) return { type: "spacer", grow: 0 }
  return "children" in node
    ? ({ ...node, children: childrenOf(node).map((child) => without(child, hasIcon)) } as SceneNode)
    : node
}
