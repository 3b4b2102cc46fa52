import type { Finding, Ink, Palette } from "platen/sdk/drawing"
import type { SceneNode, Text } from "platen/sdk/mode"
import type { SceneEnv } from "../engine/scene/env.js"
import { unshapedScripts } from "../engine/text/shaping-scripts.js"
import { adapts, fit, fitting, paragraphAt } from "../engine/scene/fit.js"
import { blockLeft, blockTop, layout } from "../engine/scene/layout.js"
import type { Rect } from "../engine/bitmap/canvas.js"
import type { Block } from "../engine/text/block.js"
import type { Placement } from "../engine/scene/layout.js"
import { scriptOf } from "../engine/text/type-scale.js"
import type { Script } from "../engine/text/type-scale.js"
import { typeOf } from "../engine/scene/words.js"
import { lostInk } from "./ink.js"

/** Smallest size in pixels that is legible at arm's length. */
const LEGIBLE = 10
const HAN = /\p{Script=Han}/u
const WORLD = /^(?:Gurmukhi|Gujarati|Oriya|Telugu|Kannada|Malayalam|Sinhala|Lao|Myanmar|Khmer|Han)$/
/** Names the package of fonts that few pages need, where it has the script. */
const inWorld = (script: string): string => (WORLD.test(script) ? ", such as platen-fonts-world" : "")

/** Finds the faults of a scene at one size, or of one that is laid out. `palette`: the inks of the panel. */
export function lint(scene: SceneNode, width: number, height: number, palette: Palette, env: SceneEnv): Finding[] {
  return lintPlacements(layout(scene, width, height, env), width, height, palette, env)
}

export function lintPlacements(
  placements: readonly Placement[],
  width: number,
  height: number,
  palette: Palette,
  env: SceneEnv,
): Finding[] {
  // Ink is painted once more, which the page does not pay for.
  env.budget?.begin()
  return [
    ...placements.flatMap((placement) => {
      const found = textFindings(placement, env)
      // What is cut is named once.
      return found.some(({ rule }) => rule === "clipped") ? found : [...found, ...lostFindings(placement, env)]
    }),
    ...shortFindings(placements, env),
    ...groupFindings(placements),
    ...hierarchyFindings(placements),
    ...placements.flatMap(({ node }) => iconFindings(node, env)),
    ...placements.flatMap((placement) => kindFindings(placement, env)),
    ...overlaps(placements),
    ...clockFindings(placements, width, height),
    ...colourOnly(placements, palette),
  ]
}

function textFindings({ node, block, px, width, top, clip, ...box }: Placement, env: SceneEnv): Finding[] {
  if (node.type !== "text" || node.text.trim() === "") return []
  const name = quoted(node.text)
  const findings: Finding[] = []
  const find = (rule: Finding["rule"], message: string): unknown => findings.push({ rule, message: `${message}.` })
  const height = Math.max(0, Math.min(box.height, clip.bottom - top))
  if (!block || block.clipped) {
    const lacking = `of ${width} x ${height} pixels${lacks(node, px, width, height, env)}`
    const remedy = node.fit === "shrink" ? "room or fewer words" : 'room, fewer words, or `fit: "shrink"`'
    find("clipped", `${name} does not fit its box ${lacking}: give it ${remedy}`)
  } else {
    const by = block.glyphs.length === 0 ? 0 : block.width - clip.right + clip.left
    // Rounding may make it a pixel narrower; ink that is lost by that is found below.
    if (by > 1) find("clipped", `${name} reaches out of the box round it by ${pixels(by)}: give that box room`)
  }
  for (const missing of block?.missing ?? []) {
    const remedy = `add a font plugin that covers it${inWorld(HAN.test(missing) ? "Han" : "")}, or leave it out`
    find("missing-glyph", `No font has "${missing}" (${codes(missing)}) of ${name}: ${remedy}`)
  }
  for (const script of px === undefined ? [] : unshapedScripts(paragraphAt(node, px, env))) {
    const remedy = `add a font plugin that shapes ${script}${inWorld(script)}`
    find("no-shaping-font", `No font shapes the ${script} of ${name}, so its letters stand apart: ${remedy}`)
  }
  const size = px ?? node.px
  if (size !== undefined && size < LEGIBLE)
    find("illegible", `${name} is set at ${size} pixels: nothing below ${LEGIBLE} can be read`)
  return findings
}

/** What a text needs that its box has not: lines, height or width. `px`: its size; undefined where not even one line was set. */
function lacks(node: Text, px: number | undefined, width: number, height: number, env: SceneEnv): string {
  const { lines: most = Infinity, turn, ...free } = node
  const how = fitting(free, env)
  const size = px ?? (adapts(node) ? how.least : how.wanted)
  const set = (wide: number, trim = node.trim ?? "line"): Block =>
    fit({ node: { ...how.node, trim }, script: how.script, wanted: size, least: size }, wide, Infinity, env).block
  const [along, across] = turn === undefined ? [width, height] : [height, width]
  const { lineCount, height: high } = set(along)
  if (lineCount > most) return `: it has ${lineCount} lines, and may have ${most}`
  const by = [high - across, set(Infinity).width - along, set(along, "line").height - across]
  // Where none of them is, rounding took the pixel of height that it lacks.
  const found = by.findIndex((pixels) => pixels > 0)
  const at = Math.max(0, found)
  return `: it is ${found < 0 ? pixels(1) : pixels(by[at]!)} too ${(at % 2 !== 0) === (turn === undefined) ? "wide" : "high"}`
}

/** Finds ink that is cut off at an edge of its box, of a box round it, or of the page. */
function lostFindings(placement: Placement, env: SceneEnv): Finding[] {
  const { node } = placement
  if (node.type === "icon" && !env.typesetter.book.hasIcon(node.name)) return []
  const lost = lostInk(placement, env)
  if (!lost) return []
  const [edge, by] = Object.entries(lost).reduce((most, each) => (each[1] > most[1] ? each : most))
  const message = `The ink of ${nameOf(node)} is cut off at its ${EDGES[edge as keyof Rect]} by ${pixels(by)}: give it, or the box round it, room.`
  return [{ rule: "clipped", message }]
}

const EDGES: Readonly<Record<keyof Rect, string>> = { left: "left", top: "head", right: "right", bottom: "foot" }

/** Letters of a word before an ellipsis at least, on screens that have room for them. */
const MIN_LETTERS = 6
const CUT_WORD = /^([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}\p{P}\p{S}\p{M}\s]*?)(?:…|\.\.\.)$/u

/** Finds words of which an ellipsis leaves a few letters. Words of other scripts may be short. */
function shortFindings(placements: readonly Placement[], { screen }: SceneEnv): Finding[] {
  if (screen.id === "xs") return []
  return placements.flatMap(({ node, block }): Finding[] => {
    if (node.type !== "text" || !block || block.glyphs.length === 0) return []
    const [, left = ""] = CUT_WORD.exec(node.text) ?? []
    const letters = [...left.matchAll(/[\p{L}\p{N}]/gu)].length
    // An ellipsis that stands apart follows a whole word.
    if (letters === 0 || letters >= MIN_LETTERS || left.endsWith(" ")) return []
    return [{ rule: "clipped", message: `${quoted(node.text)} says little: give it room, wrap it, or leave it out.` }]
  })
}

/** Finds groups whose texts of one script have several sizes. */
function groupFindings(placements: readonly Placement[]): Finding[] {
  const sizes = new Map<string, Set<number>>()
  for (const { node, px } of placements) {
    if (node.type !== "text" || node.group === undefined || px === undefined) continue
    const key = `${node.group} ${scriptOf(node.text)}`
    sizes.set(key, (sizes.get(key) ?? new Set()).add(px))
  }
  return [...sizes].flatMap(([key, all]): Finding[] =>
    all.size < 2
      ? []
      : [
          {
            rule: "hierarchy",
            message: `The group "${key.split(" ")[0]}" is set in ${[...all].join(" and ")} pixels.`,
          },
        ],
  )
}

/** Share of the size of captions below which a text that fills its box is no longer the larger one. */
const SMALLER = 0.7

/** The script in which a text begins: ideographs have other sizes. */
const beginning = (text: string): Script => scriptOf(/\p{L}/u.exec(text)?.[0] ?? "")

/** A word that is wider than most boxes at any size. */
const ENDLESS = /\S{30}/u

/** Finds a text that fills its box, and is set smaller than the captions of its script on the page. Labels, which are in the sans, may be. */
function hierarchyFindings(placements: readonly Placement[]): Finding[] {
  const captions = { alphabet: 0, ideograph: 0 }
  for (const { node, px = 0 } of placements) {
    if (node.type !== "text" || node.role !== "caption" || !/\p{L}/u.test(node.text)) continue
    const script = beginning(node.text)
    captions[script] = Math.max(captions[script], px)
  }
  return placements.flatMap(({ node, px = Infinity }): Finding[] => {
    if (node.type !== "text" || node.fit !== "fill" || node.family === "sans") return []
    if (node.text.trim() === "" || ENDLESS.test(node.text)) return []
    const caption = captions[beginning(node.text)]
    if (px >= caption * SMALLER) return []
    const sizes = `${px} pixels, smaller than the captions of ${caption}`
    const remedy = "give it room, or leave out what stands beside it"
    return [{ rule: "hierarchy", message: `${quoted(node.text)} is set in ${sizes}: ${remedy}.` }]
  })
}

const pixels = (count: number): string => `${count} pixel${count === 1 ? "" : "s"}`

function iconFindings(node: SceneNode, { typesetter }: SceneEnv): Finding[] {
  if (node.type !== "icon" || typesetter.book.hasIcon(node.name)) return []
  const message = `There is no icon "${node.name}": use one that \`platen plugins --icons\` lists.`
  return [{ rule: "unknown-icon", message }]
}

/** Findings of the kinds of plugins' nodes. */
function kindFindings({ node, width, height }: Placement, env: SceneEnv): Finding[] {
  const messages = env.kinds.of(node)?.lint?.(node as never, { width, height }, typeOf(env)) ?? []
  return messages.map((message) => ({ rule: "node", message }))
}

/** Finds overlapping texts and icons, except in stacks, where overlap is intended. */
function overlaps(placements: readonly Placement[]): Finding[] {
  const stacked = new Set<SceneNode>()
  for (const { node } of placements) {
    if ("children" in node && (node.type === "stack" || stacked.has(node)))
      for (const child of node.children) stacked.add(child)
  }
  const inked = placements.filter(
    ({ node, block }) =>
      !stacked.has(node) && (node.type === "icon" || (node.type === "text" && (block?.glyphs.length ?? 0) > 0)),
  )
  const findings: Finding[] = []
  inked.forEach((a, i) => {
    for (const b of inked.slice(i + 1)) {
      const message = `${nameOf(a.node)} and ${nameOf(b.node)} overlap: give their box room, or a gap.`
      if (meet(inkOf(a), inkOf(b))) findings.push({ rule: "overlap", message })
    }
  })
  return findings
}

/** The area that devices of this width and more may paint their clock over, as shares of the page. */
const CLOCK = { minWidth: 250, right: 0.14, top: 0.02, bottom: 0.08 } as const

/** Finds what a clock would cut: lines that cross its area, and words that reach out of it. A whole short label may stand there. */
function clockFindings(placements: readonly Placement[], width: number, height: number): Finding[] {
  if (width < CLOCK.minWidth) return []
  const area = { left: 0, top: height * CLOCK.top, right: width * CLOCK.right, bottom: height * CLOCK.bottom }
  return placements.flatMap((placement): Finding[] => {
    const { node, left, top, width: wide, height: high } = placement
    const box = { left, top, right: left + wide, bottom: top + high }
    if (node.type === "rule" && meet(box, area))
      return [{ rule: "clock-area", message: "A rule crosses the area of the device's clock: place it lower." }]
    if (node.type !== "text" || !placement.block || placement.block.glyphs.length === 0) return []
    const ink = inkOf(placement)
    const remedy = "begin it at 15 % of the width, or lower"
    const message = `${quoted(node.text)} reaches out of the area of the device's clock: ${remedy}.`
    return meet(ink, area) && ink.right > area.right ? [{ rule: "clock-area", message }] : []
  })
}

/** Area that a text or an icon covers; of a text its lines, not its box. */
function inkOf(placement: Placement): Rect {
  const { width, height, block } = placement
  const [left, top] = [blockLeft(placement), blockTop(placement)]
  return { left, top, right: left + (block?.width ?? width), bottom: top + (block?.height ?? height) }
}

function meet(a: Rect, b: Rect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/** Finds meaning that only colour conveys, which a black and white panel loses. */
function colourOnly(placements: readonly Placement[], palette: Palette): Finding[] {
  if (palette.entries.length <= 2) return []
  const seen = new Map<string, Ink>()
  const findings: Finding[] = []
  for (const { node, ink } of placements) {
    if (node.type !== "icon" || node.label !== undefined) continue
    const other = seen.get(node.name)
    if (other !== undefined && other !== ink) {
      findings.push({
        rule: "colour-only",
        message: `Icon "${node.name}" is drawn in ${other} and in ${ink}, which look the same on a black and white panel: use another icon or a label.`,
      })
    }
    seen.set(node.name, ink)
  }
  return findings
}

function nameOf(node: SceneNode): string {
  return node.type === "text" ? quoted(node.text) : node.type === "icon" ? `Icon "${node.name}"` : node.type
}

function quoted(text: string): string {
  const line = text.replaceAll("\n", " ")
  return `"${line.length > 40 ? `${line.slice(0, 39)}…` : line}"`
}

function codes(text: string): string {
  return [...text].map((char) => `U+${char.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`).join(" ")
}
