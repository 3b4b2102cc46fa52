import type { DrawRequest, Palette, SceneNode } from "platen/sdk"
import { checkPhotos } from "./pictures.js"
import type { Gallery } from "./pictures.js"
import type { SceneEnv } from "./scene/env.js"
import { imagesOf } from "./scene/images.js"
import { layout } from "./scene/layout.js"

interface Needs {
  readonly palette: Palette
  readonly env: SceneEnv
  readonly pictures: Pick<Gallery, "inked">
}

/**
 * The pictures of a page's image nodes, as large as the boxes that they get, in a palette's inks; undefined for a page without any. Rejects with
 * Unauthenticated for photographs that are too large for whoever asks, and with NotFound for a picture that is not there.
 */
export async function picturesOn(
  page: SceneNode,
  request: Pick<DrawRequest, "width" | "height" | "turn" | "stranger">,
  { palette, env, pictures }: Needs,
): Promise<SceneEnv["pictures"]> {
  if (imagesOf(page).length === 0) return undefined
  checkPhotos(request)
  const shown = layout(page, request.width, request.height, env).flatMap(({ node, width: w, height: h }) =>
    node.type === "image" && w > 0 && h > 0 ? [{ node, w, h }] : [],
  )
  const inked = shown.map(
    async ({ node, w, h }) => [node, await pictures.inked(node, w, h, palette, request.turn)] as const,
  )
  return new Map(await Promise.all(inked))
}
