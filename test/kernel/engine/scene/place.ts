import type { SceneNode } from "platen/sdk/mode"
import { layout } from "../../../../kernel/engine/scene/layout.js"
import type { Placement } from "../../../../kernel/engine/scene/layout.js"
import { sceneEnv } from "../../../setting.js"

/** Where the nodes of a scene are, in painting order. */
export async function placed(scene: SceneNode, width = 400, height = 300, language = "en"): Promise<Placement[]> {
  return layout(scene, width, height, await sceneEnv(width, height, language))
}

/** Left, top, width and height of one node. */
export function box(placements: readonly Placement[], node: SceneNode): number[] {
  const { left, top, width, height } = placements.find((each) => each.node === node)!
  return [left, top, width, height]
}

/** The row of the page on which a text's first line stands. */
export function baseline(placements: readonly Placement[], node: SceneNode): number {
  const { top, block } = placements.find((each) => each.node === node)!
  return top + block!.baseline
}
