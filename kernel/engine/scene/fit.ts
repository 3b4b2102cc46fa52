import type { ScreenClass, Text } from "platen/sdk/mode"
import type { Block, BlockOptions } from "../text/block.js"
import type { Style } from "../text/fonts.js"
import { hyphenPoints } from "../text/hyphen-points.js"
import type { Piece } from "../text/itemise.js"
import type { Paragraph } from "../text/paragraph.js"
import { turnedBlock } from "../text/turned-block.js"
import { familyOf, largest, lineHeight, rolePx, scriptOf, smaller } from "../text/type-scale.js"
import type { Script } from "../text/type-scale.js"
import { spendParagraph } from "./budget.js"
import type { SceneEnv } from "./env.js"

/** A text node prepared for setting in boxes of any size. */
export interface Fitting {
  readonly node: Text
  readonly script: Script
  /** Requested font size in pixels. */
  readonly wanted: number
  /** Smallest font size in pixels; below it the text is cut. */
  readonly least: number
}

export function fitting(given: Text, { screen, language }: SceneEnv): Fitting {
  const script = scriptOf(given.text)
  const caption = rolePx("caption", script, screen)
  const wanted =
    given.fit === "fill"
      ? largest(script, given.maxPx ?? Infinity)
      : (given.px ?? rolePx(given.role ?? "body", script, screen, given.family))
  const least = given.fit === "fill" ? (given.minPx ?? caption) : Math.min(wanted, given.minPx ?? caption)
  const node = given.spans ? given : { ...given, text: shortened(given.text, adapts(given) ? least : wanted, screen) }
  return { node: node.hyphenate ? hyphenated(node, language) : node, script, wanted: Math.max(least, wanted), least }
}

/** Characters of the thinnest letters that a square of the font size has room for. */
const PER_SQUARE = 4
/** Length in UTF-16 code units up to which a text is never shortened. */
const SHORT = 1_000

/** A text without what a screen has no room for at `px`: an article costs what can be seen of it. */
export function shortened(words: string, px: number, { side }: Pick<ScreenClass, "side">): string {
  const most = Math.max(SHORT, Math.round(PER_SQUARE * (side / px) ** 2))
  return words.length <= most ? words : `${words.slice(0, most)}…`
}

/** The text with a soft hyphen wherever its language lets a word be hyphenated, of the places that `may` takes. */
function hyphenated(node: Text, language: string, may: (at: number) => boolean = () => true): Text {
  const points = hyphenPoints(node.text, node.language ?? language).filter(may)
  if (points.length === 0) return node
  let start = 0
  const spans = node.spans?.map((span) => {
    const [from, end] = [start, (start += span.text.length)]
    return {
      ...span,
      text: withHyphens(
        span.text,
        from,
        points.filter((at) => at >= from && at < end),
      ),
    }
  })
  return { ...node, text: withHyphens(node.text, 0, points), ...(spans && { spans }) }
}

/** A part of a text, from an index on, with soft hyphens at indices of the text. */
function withHyphens(text: string, from: number, points: readonly number[]): string {
  return [from, ...points].map((at, i) => text.slice(at - from, (points[i] ?? Infinity) - from)).join("\u00ad")
}

/** Whether the size of a text depends on its box. */
export function adapts({ fit: how }: Text): boolean {
  return how === "shrink" || how === "fill"
}

/** Height in pixels of one line at a size. */
export function lineOf({ node, script }: Fitting, px: number): number {
  return lineHeight(px, script, node.leading)
}

/** A text set in a box, and its size in pixels. */
interface Fitted {
  readonly block: Block
  readonly px: number
}

/**
 * Sets a text in a box of `width` x `height` pixels (Infinity: unbounded). A node that shrinks or fills takes the largest
 * size of the type scale at which all of it fits; any other is set at the requested size and cut with an ellipsis.
 */
export function fit(fitting: Fitting, width: number, height: number, env: SceneEnv): Fitted {
  const { turn } = fitting.node
  if (turn === undefined) return fitUpright(fitting, width, height, env)
  const { block, px } = fitUpright(fitting, height, width, env)
  return { block: turnedBlock(block, turn), px }
}

/** Sets a text at its smallest size. */
export function smallest(how: Fitting, width: number, height: number, env: SceneEnv): Fitted {
  return fit({ ...how, wanted: how.least, node: { ...how.node, fit: "ellipsis" } }, width, height, env)
}

function fitUpright(fitting: Fitting, width: number, height: number, env: SceneEnv): Fitted {
  const { node, script, wanted, least } = fitting
  if (!adapts(node)) return { block: blockAt(fitting, wanted, width, room(fitting, wanted, height), env), px: wanted }
  const isLong = node.fit === "fill" || node.text.length > LONG
  const lines = isLong ? linesAtLeast(fitting, width, env) : undefined
  const lenience = node.fit === "fill" ? FILL_LENIENCE : LENIENCE
  let [rough, torn]: (Fitted | undefined)[] = []
  for (let px: number | undefined = wanted; px !== undefined; px = smaller(px, script, least)) {
    if (torn && !rough && (px < LARGE || px < torn.px * TORN)) return torn
    // A slightly smaller size beats a line that ends inside a clause; a much smaller one does not.
    if (rough && px < rough.px * (node.fit === "fill" ? 0.82 : 0.75)) return rough
    const most = room(fitting, px, height)
    if (lines !== undefined && (lines * px) / least > lenience * most) continue
    // Trimmed lines are lower than their line height, so one more may fit.
    const block = wholeAt(fitting, px, width, most + (trimmed(node) ? 1 : 0), env)
    if (!block.tight && block.height <= height && !(node.wrap === false && block.wrapped)) {
      if (block.rough === "word" && px >= LARGE) torn ??= { block, px }
      else if (block.rough) rough ??= { block, px }
      else return { block, px }
    }
  }
  if (rough ?? torn) return (rough ?? torn)!
  return { block: blockAt(fitting, least, width, room(fitting, least, height), env), px: least }
}

/** Pixels from which a word is not torn, and the share of the size that is given up for it. */
const [LARGE, TORN] = [32, 0.7]

/** Sets a text at one size; where a balanced line would not fit, with full lines. */
function wholeAt(fitting: Fitting, px: number, width: number, most: number, env: SceneEnv): Block {
  const block = blockAt(fitting, px, width, most, env)
  if (!block.tight || !fitting.node.balance) return block
  return blockAt({ ...fitting, node: { ...fitting.node, balance: false } }, px, width, most, env)
}

/** Sizes are skipped at which a text, by its length at the smallest size, needs so many times the lines that there is room for. */
const LENIENCE = 2
/** Of a text that fills its box, most sizes of the scale are too large. */
const FILL_LENIENCE = 1.15

/** Length in UTF-16 code units from which sizes that are clearly too large are skipped without setting the text. */
const LONG = 200

/** Estimates the number of lines of `width` pixels at the smallest size, from the length of the text. */
function linesAtLeast({ node, least }: Fitting, width: number, env: SceneEnv): number {
  return paragraphAt(node, least, env).offsets.at(-1)! / 64 / width
}

/** A text at a size in pixels, shaped and not yet broken into lines. */
export function paragraphAt(node: Text, px: number, env: SceneEnv): Paragraph {
  const style = styleOf(node, px, env)
  return env.typesetter.paragraph(node.text, style, piecesOf(node, style))
}

/** Number of whole lines in a height, at least one. */
function room(fitting: Fitting, px: number, height: number): number {
  return height === Infinity ? Infinity : Math.max(1, Math.floor(height / lineOf(fitting, px)))
}

function styleOf(node: Text, px: number, env: SceneEnv): Style {
  return {
    family: node.family ?? familyOf(node.role ?? "body"),
    weight: node.weight ?? "regular",
    px,
    language: node.language ?? env.language,
    tabular: node.tabular ?? false,
    ...(node.slant !== undefined && { slant: slantOf(node.text, node.slant) }),
    ...(node.tracking !== undefined && { tracking: Math.round(node.tracking * px * 64) }),
    ...(node.features && { features: node.features }),
  }
}

/** Han, kana and hangul have no italics: what stands among them is upright too. */
function slantOf(text: string, slant: NonNullable<Text["slant"]>): NonNullable<Text["slant"]> {
  return slant === "italic" && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)
    ? "roman"
    : slant
}

/** The parts of a text that look different, in styles of their own; undefined for a text without any. */
function piecesOf({ spans, ink: own }: Text, style: Style): readonly Piece[] | undefined {
  return spans?.map(({ text, family, weight, slant, scale = 1, raise = 0, features, ink = own }) => ({
    text,
    style: {
      ...style,
      px: Math.max(MIN_PX, Math.round(style.px * scale)),
      ...(family && { family }),
      ...(weight && { weight }),
      ...(slant && { slant: slantOf(text, slant) }),
      ...(features && { features }),
    },
    ...(ink !== undefined && { ink }),
    ...(raise !== 0 && { raise: Math.round(raise * style.px) }),
  }))
}

/** Smallest size of a face in pixels. */
const MIN_PX = 8

/** Sets the text at one size. `most`: lines that the box has room for. A word that is wider than a line is hyphenated where its language lets it be. */
function blockAt(fitting: Fitting, px: number, width: number, most: number, env: SceneEnv): Block {
  const block = setAt(fitting, px, width, most, env)
  const node = block.tight && withinLongWords(fitting.node, px, width, env)
  // A slightly smaller size at which the word is whole beats it.
  return node ? { ...setAt({ ...fitting, node }, px, width, most, env), rough: "clause" } : block
}

/** Letters in a row from which a word may be wider than a line. */
const LONG_WORD = /\p{L}{10}/u

/** The text with soft hyphens in the words that are wider than a line; undefined where there is none, or where it has some already. */
function withinLongWords(node: Text, px: number, width: number, env: SceneEnv): Text | undefined {
  if (node.hyphenate || width === Infinity || !LONG_WORD.test(node.text)) return undefined
  const { offsets, text } = paragraphAt(node, px, env)
  // A repair of the text moves its indices.
  if (text !== node.text) return undefined
  const words = [...text.matchAll(/\S+/g)].filter(
    ({ index, 0: word }) => offsets[index + word.length]! - offsets[index]! > width * 64,
  )
  const isInside = (at: number): boolean => words.some(({ index, 0: word }) => index < at && at < index + word.length)
  const other = hyphenated(node, env.language, isInside)
  return other === node ? undefined : other
}

/** Sets the text at one size, hyphenated where it has soft hyphens. */
function setAt(fitting: Fitting, px: number, width: number, most: number, env: SceneEnv): Block {
  const { node } = fitting
  spendParagraph(env.budget)
  const style = styleOf(node, px, env)
  const { columns = 1 } = node
  const options: BlockOptions = {
    style,
    pieces: piecesOf(node, style),
    width,
    lines: Math.min(node.lines ?? Infinity, most * columns),
    lineHeight: lineOf(fitting, px),
    balance: node.balance ?? false,
    align: node.align ?? "start",
    mark: node.fit === "clip" ? "none" : "ellipsis",
    trim: node.trim ?? "line",
    ...(columns > 1 && { columns: { count: columns, gap: node.columnGap ?? 2 * px } }),
    ...(node.hang && { hang: true }),
  }
  return node.drop === undefined || node.spans
    ? env.typesetter.block(node.text, options)
    : withInitial(node, node.drop, options, env)
}

/** Sets a text with an initial of `drop` lines; without one where it has fewer lines, or less room. */
function withInitial(node: Text, drop: number, options: BlockOptions, env: SceneEnv): Block {
  const { style, lineHeight: line } = options
  const [quote, letter] = initialOf(node.text)
  const rest = node.text.slice(quote.length + letter.length)
  const px = Math.round(((drop - 1) * line) / CAP_HEIGHT + style.px)
  if (letter === "" || options.lines < drop || px * drop > options.width * 3)
    return env.typesetter.block(node.text, options)
  const own = { ...style, family: node.dropFamily ?? "display", px }
  const initial = env.typesetter.paragraph(quote + letter, own)
  const ink = env.typesetter.block(quote + letter, { ...options, style: own, width: Infinity, trim: "ink" })
  const width = ink.width + Math.round(style.px * INITIAL_GAP)
  const block = env.typesetter.block(rest, {
    ...options,
    initial: { paragraph: initial, lines: drop, width, ...(node.dropInk && { ink: node.dropInk }) },
  })
  return block.lineCount < drop ? env.typesetter.block(node.text, options) : block
}

/** Height of a capital as a share of the size, in the faces of initials. */
const CAP_HEIGHT = 0.7
/** Space between the ink of an initial and its text, as a share of the size of the text. */
const INITIAL_GAP = 0.26

/** The opening quotation mark of a text, if it has one, and its first letter. */
function initialOf(text: string): readonly [string, string] {
  const found = /^([“‘«„"']?)(\p{L}\p{M}*)/u.exec(text)
  return found ? [found[1]!, found[2]!] : ["", ""]
}

/** Whether the box is as high as its ink or capitals instead of its lines. */
export function trimmed({ trim = "line" }: Text): boolean {
  return trim !== "line"
}
