import { PALETTES } from "platen/sdk/drawing"
import { MODES, DRAW } from "platen/sdk/mode"
import type { DrawRequest, SceneNode } from "platen/sdk/mode"
import { layout } from "../../../kernel/engine/scene/layout.js"
import type { Placement } from "../../../kernel/engine/scene/layout.js"
import { lintPlacements } from "../../../kernel/lint/lint.js"
import { paintPlacements } from "../../../kernel/engine/scene/paint.js"
import type { Stage } from "../../testing/index.js"
import { pixel } from "../../setting.js"
import { requestFor } from "platen/testing"
import { screenOf } from "../../preview.js"

export type Size = readonly [number, number]

export const SIZES: readonly Size[] = [
  [200, 150],
  [200, 200],
  [212, 104],
  [250, 122],
  [264, 176],
  [128, 296],
  [296, 128],
  [400, 300],
  [480, 800],
  [640, 384],
  [648, 480],
  [800, 480],
  [1200, 825],
  [1600, 1200],
  [1872, 1404],
  [1200, 1600],
]

/** A mode's page with its frame. `parts`: fields of the request. */
export async function pageOf(
  { app }: Stage,
  id: string,
  settings: unknown,
  [width, height]: Size,
  language: string,
  parts: Partial<DrawRequest> = {},
): Promise<SceneNode> {
  const request = {
    ...requestFor(app, id, { width, height, palette: "bw" }, language),
    battery: { percent: 87 },
    settings: { [id]: settings },
    ...parts,
  }
  return (await app.get(DRAW).page(app.get(MODES).get(id)!, request))!.page
}

export function placed({ app }: Stage, page: SceneNode, [width, height]: Size, language: string): Placement[] {
  return layout(page, width, height, app.engine.rasterizer.env(screenOf(app, { width, height, language })))
}

/** What leaves its place on a page: text that reaches out of its box, or is not there at all, and ink that touches the rules of the masthead. Text that ends in an ellipsis is in its place. */
export function strays(stage: Stage, page: SceneNode, size: Size, language: string): string[] {
  const { app } = stage
  const [width, height] = size
  const palette = app.get(PALETTES).get("bw")!
  const env = app.engine.rasterizer.env(screenOf(app, { width, height, language }))
  const placements = placed(stage, page, size, language)
  const found = lintPlacements(placements, width, height, palette, env).filter(
    ({ rule, message }) =>
      rule !== "missing-glyph" &&
      !message.includes("does not fit its box") &&
      !message.startsWith("A cell of the table is cut"),
  )
  const gone = placements.filter(({ node, block }) => node.type === "text" && node.text.trim() !== "" && !block)
  return [
    ...found.map(({ message }) => message),
    ...gone.map(({ node }) => `"${node.type === "text" ? node.text.slice(0, 40) : ""}" is not drawn`),
    ...touching(placements, paintPlacements(placements, width, height, palette, env)),
  ]
}

/** Ink beside the two rules of the masthead. */
function touching(placements: readonly Placement[], bitmap: ReturnType<typeof paintPlacements>): string[] {
  return placements
    .filter(({ node }) => node.type === "rule")
    .slice(0, 2)
    .flatMap(({ left, top, width, height }) =>
      [top - 1, top + height].flatMap((y) => {
        const columns = y < 0 ? [] : Array.from({ length: width }, (_, x) => left + x)
        const inked = columns.find((x) => pixel(bitmap, x, y) !== 1)
        return inked === undefined ? [] : [`ink at ${inked}, ${y} touches the rule at ${top}`]
      }),
    )
}

/** Texts that are hard to set. */
export const HOSTILE: readonly string[] = [
  "x",
  "a".repeat(60),
  "😀".repeat(30),
  "👨‍👩‍👧‍👦 ❤️‍🔥 🏳️‍🌈 🇨🇳",
  "שלום עולם, זה תזכורת",
  "مرحبا بالعالم ‏في يوم جميل",
  "\u200b\u200d\u2060x\u200b",
  "Z̴̧̢̛͇̮͓̈́͒̀͘a̷̡̛̩̦̿͋l̶̢͓̈́g̸̱̈́o̴̢̦͒͒",
  "很".repeat(40),
  "\ud800 alone \udfff",
  "MAIL@WWW.MMMMM.EXAMPLE/WWWWWW%WWWWWW",
  "ภาษาไทยไม่มีช่องว่างระหว่างคำเลย",
  "हिन्दी में एक नोट",
  "\u202Ereversed\u202C text",
  "tab\there\u0007bell",
  "-",
  "# ",
  "{{ settings }} {name} $& \\1",
]
