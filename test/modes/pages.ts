import { DRAW, MODES } from "platen/sdk/mode"
import type { DISTANCES, SceneNode } from "platen/sdk/mode"
import { requestFor } from "platen/testing"
import type { SceneEnv } from "../../kernel/engine/scene/env.js"
import type { Stage } from "../testing/index.js"

/** Width and height in pixels. */
export type Size = readonly [number, number]

/** A page of a mode as it is read from a distance, what lays it out, and its words. `more`: settings and data of the request. */
export async function pageAt(
  { app }: Stage,
  id: string,
  more: object,
  [width, height]: Size,
  distance: keyof typeof DISTANCES = "desk",
  language = "en",
): Promise<{ readonly page: SceneNode; readonly env: SceneEnv; readonly words: string }> {
  const request = { ...requestFor(app, id, { width, height, palette: "bw" }, language), distance, ...more }
  const { page } = (await app.get(DRAW).page(app.get(MODES).get(id)!, request))!
  const { rasterizer } = app.engine
  return { page, env: rasterizer.env(request), words: rasterizer.describe(page) }
}
