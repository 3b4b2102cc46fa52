import { fileURLToPath } from "node:url"
import type { Plugin } from "platen/sdk"
import { FONTS, ICONS, NODES } from "platen/sdk/drawing"
import { screenClass } from "platen/sdk/mode"
import type { Bitmap, Font, Palette } from "platen/sdk/drawing"
import type { SceneNode } from "platen/sdk/mode"
import { describe } from "../kernel/engine/scene/describe.js"
import type { SceneEnv } from "../kernel/engine/scene/env.js"
import { NodeKinds } from "../kernel/engine/scene/node-kinds.js"
import { paint } from "../kernel/engine/scene/paint.js"
import { Typesetter } from "../kernel/engine/text/block.js"
import { files } from "../kernel/files.js"
import { FontBook } from "../kernel/engine/text/fonts.js"
import { temporaryFolder, UnpackedFonts, UNPACKING } from "../kernel/font-files/unpacked-fonts.js"
import { Workers } from "../kernel/work/workers.js"
import { builtInPlugins, findPlugins } from "../kernel/plugins/find.js"
import { fakeClock, fakeLog } from "./testing/fakes.js"
import { setUp } from "./set-up.js"
import lineDrawings from "../plugins/pages/line-drawings/index.js"
import nodes from "../plugins/pages/nodes/index.js"
import { BW } from "../plugins/pages/panels/palettes.js"

/** The built-in kinds of nodes. */
export const KINDS = new NodeKinds([
  ...(await setUp(nodes, {}, {})).to(NODES),
  ...(await setUp(lineDrawings, {}, {})).to(NODES),
])

/** A scene as plain text, with the built-in kinds of nodes. */
export const described = (scene: SceneNode): string => describe(scene, KINDS)

let typesetter: Promise<Typesetter> | undefined
let world: Promise<Typesetter> | undefined
/** The package of fonts that few pages need, as platen.yaml names it by its folder. */
export const FONTS_WORLD = {
  plugins: { "./packages/fonts-world": {} },
  folder: fileURLToPath(new URL("../../", import.meta.url)),
}

async function unpacked(fonts: readonly Font[]): Promise<UnpackedFonts> {
  const workers = new Workers({ log: fakeLog(), clock: fakeClock(), nice: 0 })
  const folder = process.env.PLATEN_FONTS ?? temporaryFolder()
  const all = new UnpackedFonts({ folder, spare: folder, worker: () => workers.start(UNPACKING) })
  await all.unpack(fonts.map(({ file }) => file))
  return all
}

async function typesetterOf(plugins: readonly Plugin[]): Promise<Typesetter> {
  const given = await Promise.all(
    plugins.filter(({ id }) => id.startsWith("fonts-") || id === "icons").map((plugin) => setUp(plugin, { files }, {})),
  )
  const fonts = given.flatMap((each) => each.to(FONTS))
  const icons = given.flatMap((each) => each.to(ICONS))
  return new Typesetter(await FontBook.create(fonts, icons, await unpacked(fonts)))
}

/** One typesetter with the built-in fonts and pictograms, shared by all tests. */
export function sharedTypesetter(): Promise<Typesetter> {
  return (typesetter ??= builtInPlugins().then(typesetterOf))
}

/** The same with the fonts of packages/fonts-world. */
export function worldTypesetter(): Promise<Typesetter> {
  return (world ??= findPlugins(FONTS_WORLD).then((found) => typesetterOf(found.map(({ plugin }) => plugin))))
}

export async function sceneEnv(
  width = 400,
  height = 300,
  language = "en",
  fonts: Promise<Typesetter> = sharedTypesetter(),
): Promise<SceneEnv> {
  return {
    typesetter: await fonts,
    screen: screenClass(width, height),
    kinds: KINDS,
    language,
  }
}

/** A scene painted with the built-in fonts, unless others are given. */
export async function painted(
  scene: SceneNode,
  {
    width = 400,
    height = 300,
    language = "en",
    palette = BW,
    fonts,
  }: { width?: number; height?: number; language?: string; palette?: Palette; fonts?: Promise<Typesetter> } = {},
): Promise<Bitmap> {
  return paint(scene, width, height, palette, await sceneEnv(width, height, language, fonts))
}

/** The page as rows of one character a pixel: "#" black, "." paper, "y" yellow, "r" red. */
export function picture(bitmap: Bitmap): string[] {
  return Array.from({ length: bitmap.height }, (_, y) =>
    Array.from({ length: bitmap.width }, (__, x) => "#.yr"[pixel(bitmap, x, y)]).join(""),
  )
}

/** The palette index of one pixel. */
export function pixel({ stride, bits, data }: Bitmap, x: number, y: number): number {
  const at = x * bits
  return (data[y * stride + (at >> 3)]! >> (8 - bits - (at & 7))) & ((1 << bits) - 1)
}

/** Left, top, right and bottom of everything that is not paper; undefined for an empty page. */
export function inkBox(bitmap: Bitmap): { left: number; top: number; right: number; bottom: number } | undefined {
  let box: { left: number; top: number; right: number; bottom: number } | undefined
  for (let y = 0; y < bitmap.height; y++) {
    for (let x = 0; x < bitmap.width; x++) {
      if (pixel(bitmap, x, y) === 1) continue
      box = box
        ? {
            left: Math.min(box.left, x),
            top: Math.min(box.top, y),
            right: Math.max(box.right, x + 1),
            bottom: Math.max(box.bottom, y + 1),
          }
        : { left: x, top: y, right: x + 1, bottom: y + 1 }
    }
  }
  return box
}
