import { isFields, listOf, numberOf, own, textOf } from "../given.js"
import { iconOf } from "../icons.js"
import { quoted } from "../report.js"
import { linesOf, ONE_LINE, shared, typeSize, units } from "../sizes.js"
import type { Versions } from "../sizes.js"
import { templateOf } from "../templates.js"
import { column } from "../context.js"
import type { Block, Context, Node, Placed } from "../context.js"
import { exclusive } from "../conditions.js"
import { margined } from "./margins.js"
import { inkOf, lookOf, titleOf, wordsOf } from "./texts.js"

/** `spacer`: empty room, which gives way first. */
export const spacer: Block = (v, at, context) => {
  context.report.taken(at, "is empty room.")
  const height = units(v, context.origin, "height", 12)
  return { node: column([], { height, shrink: 100 }), height: 0 }
}

/** `separator`: a line across, or a short one in the middle. */
export const separator: Block = (v, at, { origin, report }) => {
  const style = shared(v, "style") ?? "solid"
  const thickness = Math.max(1, Math.round(numberOf(v.base, "line_width", [1, 8]) ?? 1))
  report.taken(at, "is a line.")
  const rule: Node =
    style === "short"
      ? { type: "rule", thickness, width: units(v, origin, "width", 60), self: "center" }
      : { type: "rule", thickness, ...(style === "dashed" && { style: "dashed" }) }
  const padding = { base: [4, 0], small: [1, 0] }
  return {
    node: margined(v, column([{ ...rule, ...inkOf(v) }], { padding, shrink: 0 }), { origin }),
    height: 3,
    below: 14,
  }
}

/** The icon of a block, with its size in units; undefined where there is none like it. */
export function iconNode(
  name: unknown,
  size: number,
  at: string,
  { report }: Pick<Context, "report">,
): Node | undefined {
  if (typeof name !== "string" || name === "") return undefined
  const ours = iconOf(name)
  if (ours === undefined) {
    report.refused(`${at}.icon`, `there is no icon like ${quoted(name)}: nothing stands there.`)
    return undefined
  }
  if (ours !== name) report.approximated(`${at}.icon`, `${quoted(name)} is the icon ${ours}.`)
  return { type: "icon", name: ours, size: Math.max(12, Math.round(size)), shrink: 0 }
}

/** A node with an icon before it. */
export function besideIcon(icon: Node | undefined, node: Node, justify = "start"): Node {
  if (!icon) return node
  const { when, ...inside } = node
  return {
    type: "row",
    gap: 6,
    align: "center",
    justify,
    ...(when !== undefined && { when }),
    children: [icon, inside],
  }
}

/** `icon_text`: an icon and one line beside it. */
export const iconText: Block = (v, at, context) => {
  const words = wordsOf(v.base, context)
  if (words === undefined) {
    context.report.refused(at, "is an icon without a text or a field: it is left out.")
    return undefined
  }
  const px = typeSize(v, context.origin, 14)
  const icon = iconNode(shared(v, "icon"), numberOf(v.base, "icon_size", [8, 100]) ?? px.base! + 2, at, context)
  const node: Node = { type: "text", text: words, ...lookOf(v, context, { size: 14 }), lines: ONE_LINE, ...inkOf(v) }
  context.report.taken(at, "is a line with an icon.")
  const justify = shared(v, "align") === "center" ? "center" : "start"
  return { node: margined(v, besideIcon(icon, node, justify), context), height: (px.small ?? px.base!) * 1.3 }
}

/** The children of a block, one below the other, and how high they are. */
function below(children: readonly Placed[], more: Node): Placed {
  return {
    node: column(
      children.map(({ node }) => node),
      more,
    ),
    height: children.reduce((sum, { height }) => sum + height, 0),
  }
}

/** `section` and `group`: a title above other blocks. */
export const titled =
  (size: number): Block =>
  (v, at, context) => {
    const key = Array.isArray(own(v.base, "children")) ? "children" : "blocks"
    const title = titleOf(v, ["title", "label"], at, context)
    const font = { size, font: "noto_serif_bold", key: "title_font_size" }
    const heading =
      title === undefined
        ? undefined
        : besideIcon(iconNode(shared(v, "icon"), 14, at, context), {
            type: "text",
            text: title,
            ...lookOf({ base: { ...v.base, font: own(v.base, "title_font") } }, context, font),
            lines: ONE_LINE,
          })
    const children = context.inner(listOf(v.base, key), `${at}.${key}`, {
      start: context.start + (heading ? size : 0),
    })
    context.report.taken(at, "is a title above its blocks.")
    const { node, height } = below([...(heading ? [{ node: heading, height: size }] : []), ...children], { gap: 2 })
    return { node: margined(v, node, context), height: height + 2 }
  }

/** `vertical_stack`: blocks one below the other. */
export const stack: Block = (v, at, context) => {
  context.report.taken(at, "is a column of its blocks.")
  const gap = units(v, context.origin, "spacing", 0)
  return below(context.inner(listOf(v.base, "children"), `${at}.children`, {}), { gap })
}

/** `two_column`: beside each other, and on narrow screens one below the other. */
export const twoColumn: Block = (v, at, context) => {
  const side = (name: "left" | "right", share: number): readonly Placed[] =>
    context.inner(listOf(v.base, name), `${at}.${name}`, { line: context.line * share })
  const [left, right] = [side("left", 0.32), side("right", 0.62)]
  context.report.taken(at, "is two columns; on narrow screens they stand one below the other.")
  const width = units(v, context.origin, "left_width", 120, (length) => Math.max(40, length - 12))
  const gap = units(v, context.origin, "gap", 8, (length) => length + 4)
  const inside = below(left, {
    gap: { base: 3, small: 0 },
    width: { base: width, narrow: null },
    shrink: { base: 0, narrow: 1 },
  })
  const rest = below(right, {
    gap: { base: 3, small: 0 },
    grow: { base: 1, narrow: null },
    basis: { base: 0, narrow: null },
  })
  return {
    node: {
      type: { base: "row", narrow: "column" },
      gap: { base: gap, narrow: 1 },
      align: { base: "center", narrow: "stretch" },
      children: [inside.node, rest.node],
    },
    height: Math.max(inside.height, rest.height),
  }
}

/** `conditional`: the blocks of the first condition that holds, else the others. */
export const conditional: Block = (v, at, context) => {
  const field = textOf(v.base, "field")
  const given = listOf(v.base, "conditions").filter(isFields).slice(0, 12)
  if (field === undefined) {
    context.report.refused(at, "is a condition without a field: it is left out.")
    return undefined
  }
  const branches = given.map((condition, i) => ({
    condition,
    blocks: listOf(condition, "children"),
    at: `${at}.conditions.${i}`,
  }))
  const whens = exclusive(
    field,
    branches.map(({ condition, at: path }) => ({ condition, at: path })),
    context,
  )
  const all = [
    ...branches.map(({ blocks, at: path }, i) => ({ blocks, at: `${path}.children`, when: whens[i] })),
    { blocks: listOf(v.base, "fallback_children"), at: `${at}.fallback_children`, when: whens.at(-1) },
  ].filter(({ when, blocks }) => when !== undefined && blocks.length > 0)
  context.report.taken(at, "is a column for each condition.")
  const shown = all.map(({ blocks, at: path, when }) =>
    below(context.inner(blocks, path, {}), { gap: 3, ...(when !== "" && { when }) }),
  )
  return { node: column(shown.map(({ node }) => node)), height: Math.max(0, ...shown.map(({ height }) => height)) }
}

/** `key_value`: a label and a value, or the names and values of an object. */
export const keyValue: Block = (v, at, context) => {
  const field = textOf(v.base, "field")
  const known = field === undefined ? undefined : context.names.use(field)
  if (field === undefined || !known) {
    context.report.refused(at, "is a value without a field: it is left out.")
    return undefined
  }
  const look = lookOf(v, context, { size: 12 })
  const px = typeSize(v, context.origin, 12)
  const height = (px.small ?? px.base!) * 1.3
  const pair = (label: string, value: string, more: Node = {}): Node => ({
    type: "row",
    gap: 8,
    align: "baseline",
    ...more,
    children: [
      ...(label === "" ? [] : [{ type: "text", text: label, ...look, weight: "bold", lines: ONE_LINE, shrink: 0 }]),
      { type: "text", text: value, ...look, lines: linesOf(2), grow: 1, basis: 0 },
    ],
  })
  context.report.taken(at, "is a label and a value.")
  const label = templateOf(textOf(v.base, "label") ?? "", context.names)
  if (
    typeof known.kind.of === "object" &&
    known.inside.get("name") === "name" &&
    known.inside.get("value") === "value"
  ) {
    const pairs = pair("{{ item.name }}", "{{ item.value }}", { each: known.expression })
    const children =
      label === "" ? [pairs] : [{ type: "text", text: label, ...look, weight: "bold", lines: ONE_LINE }, pairs]
    return { node: margined(v, column(children, { gap: 2 }), context), height: height * 3 }
  }
  const value = wordsOf({ field }, context)!
  return { node: margined(v, pair(label, value), context), height }
}

/** Whether a block may have others inside, by the versions that it has. */
export const holds = (block: Versions["base"]): boolean =>
  ["children", "blocks", "left", "right", "conditions"].some((key) => Array.isArray(own(block, key)))
