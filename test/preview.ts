import { PALETTES, PANELS, PICTURES } from "platen/sdk/drawing"
import type { PageScreen } from "platen/sdk/drawing"
import { imagesOf } from "platen/sdk/kit"
import { mmPerPixelOf } from "platen/sdk/mode"
import type { Reading, SceneNode } from "platen/sdk/mode"
import type { Stage } from "platen/testing"
import type { SceneEnv } from "../kernel/engine/scene/env.js"

type App = Stage["app"]

/** A screen of a size, with the pixels of the panels that have it. */
export function screenOf<T extends { readonly width: number; readonly height: number }>(
  app: App,
  size: T,
): T & Reading {
  return { ...size, mmPerPixel: mmPerPixelOf(app.get(PANELS), size.width, size.height) }
}

/** What laying a page out needs, with the page's pictures. */
export async function envOf(app: App, page: SceneNode, shape: PageScreen): Promise<SceneEnv> {
  const { rasterizer } = app.engine
  if (imagesOf(page).length === 0) return rasterizer.env(shape)
  const palette = app.get(PALETTES).get(shape.palette)!
  const images = await Promise.all(
    rasterizer
      .boxes(page, shape)
      .map(
        async ({ image, width, height }) =>
          [image, await app.get(PICTURES).dithered(image, width, height, palette)] as const,
      ),
  )
  return rasterizer.env(shape, new Map(images))
}
