import { PALETTES } from "platen/sdk/drawing"
import type { Bitmap, Finding } from "platen/sdk/drawing"
import { DRAW, MODES } from "platen/sdk/mode"
import type { DISTANCES, DrawRequest, Mode, SceneNode } from "platen/sdk/mode"

import { requestFor } from "platen/testing"
import type { Stage } from "platen/testing"
import { layout } from "../../kernel/engine/scene/layout.js"
import type { Placement } from "../../kernel/engine/scene/layout.js"
import { lintPlacements } from "../../kernel/lint/lint.js"
import { paintPlacements } from "../../kernel/engine/scene/paint.js"
import { envOf } from "../preview.js"

/** The place of pages that need one. */
export const BERLIN = { name: "Berlin", latitude: 52.52, longitude: 13.4 }

export interface Screen {
  readonly width: number
  readonly height: number
  readonly palette: string
  readonly language: string
  /** Default "desk". */
  readonly distance?: keyof typeof DISTANCES
}

/** One page of the atlas. Its scene, its boxes and its pixels are made once, and handed to every check. */
export interface AtlasPage extends Screen {
  /** "AGENDA 400x300 en bw". */
  readonly name: string
  readonly mode: string
  readonly scene: SceneNode
  readonly placements: readonly Placement[]
  findings(): readonly Finding[]
  bitmap(): Promise<Bitmap>
}

/** Draws a page of a mode. `more`: fields of the request, such as settings and data. `like`: a page of this size and language, whose boxes it has when their scenes are the same. */
export async function atlasPage(
  { app }: Pick<Stage, "app">,
  mode: Mode,
  screen: Screen,
  more: Partial<DrawRequest> = {},
  like?: AtlasPage,
): Promise<AtlasPage> {
  const { width, height, palette, language, distance = "desk" } = screen
  const request = { ...requestFor(app, mode.id, screen, language), distance, place: BERLIN, ...more }
  const { page } = (await app.get(DRAW).page(mode, request))!
  const env = app.engine.rasterizer.env(request)
  const inks = app.get(PALETTES).get(palette)!
  const isSame = like !== undefined && JSON.stringify(like.scene) === JSON.stringify(page)
  // Its nodes, too: pictures go by node.
  const scene = isSame ? like.scene : page
  const placements = isSame ? like.placements : layout(scene, width, height, env)
  let bitmap: Promise<Bitmap> | undefined
  const painted = async (): Promise<Bitmap> =>
    paintPlacements(placements, width, height, inks, await envOf(app, scene, request))
  return {
    ...screen,
    name: `${mode.id} ${width}x${height} ${language} ${palette}`,
    mode: mode.id,
    scene,
    placements,
    findings: () => lintPlacements(placements, width, height, inks, env),
    bitmap: () => (bitmap ??= painted()),
  }
}

/** The modes whose pages are drawn: all, or those that PLATEN_TEST_MODES names, such as "AIR,MOON". */
export function modesDrawn({ app }: Pick<Stage, "app">): readonly Mode[] {
  return numberedModes({ app }).map(([, mode]) => mode)
}

/** The same, each with its number in the list of all: so it has the same dates when it is drawn alone. */
export function numberedModes({ app }: Pick<Stage, "app">): readonly (readonly [number, Mode])[] {
  const named = process.env.PLATEN_TEST_MODES?.split(",")
  return [...app.get(MODES).list().entries()].filter(([, { id }]) => !named || named.includes(id))
}
