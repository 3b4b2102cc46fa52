import type { Ink, NodeKind, Painter, Words } from "platen/sdk/drawing"
import type { SceneNode, Tint } from "platen/sdk/mode"
import type { Block } from "../../../../kernel/engine/text/block.js"
import { typeOf } from "../../../../kernel/engine/scene/words.js"
import { sceneEnv } from "../../../setting.js"

/** A rectangle in pixels; `right` and `bottom` are exclusive. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** What a node has painted. */
export interface Recorded {
  readonly fills: readonly (Area & { readonly fill: Ink | Tint })[]
  /** The ink of words: of their glyphs, not of their lines. */
  readonly words: readonly (Area & { readonly ink: Ink })[]
}

/** A size in pixels, the language of the page, and the screen, which says how large the units are. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly language?: string
  readonly screen?: readonly [number, number]
  readonly ink?: Ink
  readonly boxInk?: Ink
}

/** Paints nodes and records the calls. Throws for a coordinate that is no whole number. */
export async function recorder(language = "en"): Promise<(kind: NodeKind, node: SceneNode, sheet: Sheet) => Recorded> {
  const small = await sceneEnv(400, 300, language)
  const large = await sceneEnv(1600, 1200, language)
  return (kind, node, { width, height, screen, ink, boxInk = "black" }) => {
    const fills: (Area & { fill: Ink | Tint })[] = []
    const words: (Area & { ink: Ink })[] = []
    const own = ink ?? ("ink" in node ? node.ink : undefined) ?? boxInk
    const painter: Painter = {
      ...typeOf(screen?.[0] === 1600 ? large : small),
      width,
      height,
      ink: own,
      boxInk,
      fill: (left, top, right, bottom, fill = own) => {
        if (![left, top, right, bottom].every(Number.isInteger))
          throw new Error(`fill ${[left, top, right, bottom].join(" ")}`)
        if (right > left && bottom > top) fills.push({ left, top, right, bottom, fill })
      },
      write: (given, x, y, written = own) => {
        if (![x, y].every(Number.isInteger)) throw new Error(`write at ${x} ${y}`)
        const area = inkOf(given, x, y)
        if (area) words.push({ ...area, ink: written })
      },
    }
    kind.paint(node as never, painter)
    return { fills, words }
  }
}

function inkOf(words: Words, x: number, y: number): Area | undefined {
  const { glyphs } = words as Block
  if (glyphs.length === 0) return undefined
  return {
    left: x + Math.min(...glyphs.map((each) => each.x)),
    top: y + Math.min(...glyphs.map((each) => each.y)),
    right: x + Math.max(...glyphs.map((each) => each.x + each.glyph.width)),
    bottom: y + Math.max(...glyphs.map((each) => each.y + each.glyph.height)),
  }
}

/** Whether two areas have a pixel in common. */
export function meet(a: Area, b: Area): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
