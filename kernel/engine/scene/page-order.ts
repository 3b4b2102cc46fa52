import { imagesOf } from "platen/sdk/kit"
import { screenClass } from "platen/sdk/mode"
import type { Bitmap, DitheredImage, Palette } from "platen/sdk/drawing"
import type { Reading, SceneNode } from "platen/sdk/mode"
import type { Typesetter } from "../text/block.js"
import { PageBudget } from "./budget.js"
import type { SceneEnv } from "./env.js"
import { layout } from "./layout.js"
import type { NodeKinds } from "./node-kinds.js"
import { paintPlacements } from "./paint.js"

/** An order to lay out and paint a page in another process. */
export interface PageOrder extends Reading {
  readonly page: SceneNode
  readonly width: number
  readonly height: number
  readonly language: string
  readonly palette: Palette
  /** Dithered images of the page, in order; undefined for an image without a box. Absent until the server knows the sizes of the boxes. */
  readonly pictures?: readonly (DitheredImage | undefined)[]
}

/** Size of an image's box, by the index of the image. */
export interface IndexedBox {
  readonly index: number
  readonly width: number
  readonly height: number
}

export type PageAnswer = { readonly bitmap: Omit<Bitmap, "palette"> } | { readonly boxes: readonly IndexedBox[] }

/** Paints a page; while its pictures are absent, returns the boxes of its images instead, if it has any. */
export function pageOrdered(
  { page, width, height, language, palette, pictures, ...reading }: PageOrder,
  typesetter: Typesetter,
  kinds: NodeKinds,
): PageAnswer {
  const images = imagesOf(page)
  const env: SceneEnv = {
    typesetter,
    screen: screenClass(width, height, reading),
    kinds,
    language,
    budget: new PageBudget(),
    pictures: new Map(images.flatMap((image, i) => (pictures?.[i] ? [[image, pictures[i]]] : []))),
  }
  const placements = layout(page, width, height, env)
  if (images.length > 0 && !pictures) {
    const boxes = placements.flatMap(({ node, width: w, height: h }) =>
      node.type === "image" && w > 0 && h > 0 ? [{ index: images.indexOf(node), width: w, height: h }] : [],
    )
    return { boxes }
  }
  const { palette: _palette, ...bitmap } = paintPlacements(placements, width, height, palette, env)
  return { bitmap }
}
