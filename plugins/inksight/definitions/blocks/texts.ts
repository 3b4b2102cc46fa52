import { emsOf, numberOf, own, textOf } from "../given.js"
import type { Fields } from "../given.js"
import { quoted } from "../report.js"
import { byScreen, linesOf, ONE_LINE, shared, typeSize } from "../sizes.js"
import type { Versions } from "../sizes.js"
import { literal, templateOf, insertion } from "../templates.js"
import { INKS } from "../context.js"
import type { Block, Context, Node } from "../context.js"
import { margined } from "./margins.js"

/** Sizes of type, in pixels of a screen of 400 x 300, up to which the sans can be read better than the serif. */
const SMALL_TYPE = 13
/** Pixels from which numerals have a family of their own. */
const NUMERALS = 48

const ALIGN: ReadonlyMap<unknown, string> = new Map([
  ["left", "start"],
  ["center", "center"],
  ["right", "end"],
])

/** The look of a text: its size by screen, and the family, weight and slant of a font. */
export function lookOf(
  v: Versions,
  { origin, looks }: Pick<Context, "origin" | "looks">,
  { size, font = "noto_serif_regular", key }: { readonly size: number; readonly font?: string; readonly key?: string },
): Node {
  const px = typeSize(v, origin, size, key)
  const name = `${String(own(v.base, "font_name") ?? "")} ${String(own(v.base, "font") ?? font)}`.toLowerCase()
  const family = /inter|sans/.test(name) || px.base! <= SMALL_TYPE ? "sans" : "serif"
  return looks.of({
    px: Object.keys(px).length === 1 ? px.base : px,
    family,
    ...(/bold/.test(name) && { weight: "bold" }),
    ...(/italic/.test(name) && family === "serif" && { slant: "italic" }),
    fit: "shrink",
    minPx: 10,
    group: `g${px.base}${family === "sans" ? "" : "s"}`,
  })
}

export const alignOf = (v: Versions, initial: string): unknown =>
  byScreen(v, (block) => ALIGN.get(own(block, "align")) ?? ALIGN.get(initial))

export const inkOf = (v: Versions): Node => {
  const color = shared(v, "color")
  return INKS.has(color) && color !== "black" ? { ink: color } : {}
}

/** The words of a block by its keys: a template, or a field. Undefined where it has none. */
export function wordsOf(block: Fields, context: Context, initial?: string): string | undefined {
  const template = textOf(block, "template") ?? textOf(block, "text")
  if (template !== undefined) return templateOf(template, context.names)
  const field = textOf(block, "field") ?? initial
  return field === undefined ? undefined : insertion(field, context.names)
}

/** Pixels that words are high on a screen of 296 x 128: their widest form in the pool. */
function heightOf(v: Versions, context: Context, most: number): number {
  const px = typeSize(v, context.origin, 14)
  const size = px.small ?? px.base!
  const template = textOf(v.base, "template") ?? textOf(v.base, "text")
  const longest = (name: string): string => context.names.longest(name)
  const words =
    template === undefined
      ? longest(textOf(v.base, "field") ?? "text")
      : template.slice(0, 400).replaceAll(/\{(\w{1,60})\}/g, (_, name: string) => longest(name))
  const lines = Math.ceil((emsOf(words) * size) / context.line)
  return Math.max(1, Math.min(most, lines)) * size * 1.25 + 1
}

/** `text`: words in one size, at most so many lines. */
export const text: Block = (v, at, context) => {
  const words = byScreen(v, (block) => wordsOf(block, context))
  if (words === undefined) {
    context.report.refused(at, "is a text without a field or a template: it is left out.")
    return undefined
  }
  const lines = byScreen(v, (block) => Math.round(numberOf(block, "max_lines", [1, 50]) ?? 3))
  const node: Node = {
    type: "text",
    text: words,
    ...lookOf(v, context, { size: 14 }),
    align: alignOf(v, "center"),
    lines: linesOf(lines),
    ...inkOf(v),
  }
  context.report.taken(at, "is a text.")
  return { node: margined(v, node, context), height: heightOf(v, context, numberOf(v.base, "max_lines", [1, 50]) ?? 3) }
}

/** `centered_text`: a paragraph in the middle. The only one of a page fills it. */
export const centeredText: Block = (v, at, context) => {
  const words = byScreen(v, (block) => wordsOf(block, context, "text"))
  const ratio = numberOf(v.base, "max_width_ratio", [0.3, 1]) ?? 0.88
  const inset = ratio < 0.8 ? Math.round((0.88 - ratio) * 200) : 0
  const look = lookOf(v, context, { size: 16, font: "noto_serif_light" })
  const node: Node = { type: "text", text: words, align: "center", balance: true, ...inkOf(v), ...look }
  if (own(v.base, "y") !== undefined)
    context.report.approximated(`${at}.y`, "has no place of its own: the blocks stand one below the other.")
  const padded = (inside: Node): Node =>
    inset === 0
      ? inside
      : { type: "column", padding: [0, inset], ...(inside.grow ? { grow: 1 } : {}), children: [inside] }
  if (!context.isAlone) {
    context.report.taken(at, "is a text in the middle.")
    return { node: padded(node), height: heightOf(v, context, 12) }
  }
  const px = typeSize(v, context.origin, 16)
  const most = Object.fromEntries(
    Object.entries(px).map(([screen, size]) => [screen, Math.min(400, Math.round(size * 1.6))]),
  )
  const { style: _style, ...plain } = node
  const family = /inter|sans/i.test(String(own(v.base, "font") ?? "")) ? "sans" : "serif"
  const isBold = /bold/i.test(`${String(own(v.base, "font"))} ${String(own(v.base, "font_name"))}`)
  const isItalic = /italic/i.test(`${String(own(v.base, "font"))} ${String(own(v.base, "font_name"))}`)
  context.report.approximated(at, "is alone on the page: it is as large as its words allow, up to 1.6 times its size.")
  return {
    node: padded({
      ...plain,
      family,
      ...(isBold && { weight: "bold" }),
      ...(isItalic && { slant: "italic" }),
      fit: "fill",
      minPx: 10,
      maxPx: most,
      grow: 1,
    }),
    height: 0,
  }
}

/** `big_number`: a large numeral with its unit. */
export const bigNumber: Block = (v, at, context) => {
  const field = textOf(v.base, "field")
  const known = field === undefined ? undefined : context.names.use(field)
  if (field === undefined || !known) {
    context.report.refused(at, "is a number without a field: it is left out.")
    return undefined
  }
  const unit = textOf(v.base, "unit") ?? ""
  const px = typeSize(v, context.origin, 42)
  const look: Node =
    px.base! >= NUMERALS && /^[\d\s.,:%°+\-–]*$/.test(context.names.longest(field) + unit)
      ? context.looks.of({ px, family: "display", fit: "shrink", minPx: 16 })
      : lookOf(v, context, { size: 42, font: "lora_bold" })
  const variable = context.names.variable(`{{ ${known.expression} }}`)
  const node: Node = {
    type: "text",
    text: insertion(field, context.names) + literal(unit),
    ...look,
    align: alignOf(v, "center"),
    lines: ONE_LINE,
    leading: 1.1,
    ...inkOf(v),
    ...(known.kind.type === "text" && { when: `${variable} != "--"` }),
  }
  context.report.taken(at, "is a large text.")
  return { node: margined(v, node, context), height: (px.small ?? px.base!) * 1.15 }
}

/** A title above other blocks; an emoji before it is left out. `known`: keys that may hold it. */
export function titleOf(v: Versions, keys: readonly string[], at: string, context: Context): string | undefined {
  const given = keys.map((key) => textOf(v.base, key)).find((words) => words !== undefined)
  if (given === undefined) return undefined
  const plain = given.replace(/^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u200d|\s)+/u, "")
  if (plain !== given) context.report.approximated(at, `the emoji of the title ${quoted(given)} is left out.`)
  return plain === "" ? undefined : templateOf(plain, context.names)
}
