import { numberOf, own, textOf } from "../given.js"
import { ICON_FILTER } from "../icons.js"
import type { Known } from "../names.js"
import { ONE_LINE, shared, typeSize } from "../sizes.js"
import type { Versions } from "../sizes.js"
import { itemTemplate } from "../templates.js"
import { column } from "../context.js"
import type { Block, Context, Node } from "../context.js"
import { margined } from "./margins.js"
import { alignOf, inkOf, lookOf } from "./texts.js"

/** A list field, and what its entries are. */
interface Items {
  readonly known: Known
  readonly field: string
  readonly inside: ReadonlyMap<string, string>
  readonly isPlain: boolean
}

/** The list that a block shows. Undefined, and reported, where its field is none. */
export function itemsOf(
  v: Versions,
  initial: string | undefined,
  at: string,
  { names, report }: Context,
): Items | undefined {
  const field = textOf(v.base, "field") ?? initial
  const known = field === undefined ? undefined : names.use(field)
  if (field === undefined || known?.kind.type !== "list") {
    report.refused(at, "shows a list, and no entry of the content has one in this field: it is left out.")
    return undefined
  }
  return { known, field, inside: known.inside, isPlain: typeof known.kind.of !== "object" }
}

/** The condition under which an entry is among the first `most`, on small screens among fewer. */
function within(most: number, { origin }: Context): Node {
  if (origin === "small") return { when: `index < ${most}` }
  const few = Math.min(most, 5)
  return { when: few < most ? { base: `index < ${most}`, small: `index < ${few}` } : `index < ${most}` }
}

/** `list`: a line for each entry. */
export const list: Block = (v, at, context) => {
  const items = itemsOf(v, undefined, at, context)
  if (!items) return undefined
  const most = Math.round(numberOf(v.base, "max_items", [1, 50]) ?? 8)
  const template = textOf(v.base, "item_template") ?? "{name}"
  const look = lookOf(v, context, { size: 13 })
  const number = own(v.base, "numbered") === true ? "{{ index | plus: 1 }}. " : ""
  const words = number + itemTemplate(template, items, `${at}.item_template`, context.report)
  const right = textOf(v.base, "right_field")
  const rightName = right === undefined ? undefined : items.inside.get(right)
  if (right !== undefined && rightName === undefined)
    context.report.approximated(`${at}.right_field`, "no entry has this field: nothing stands at the right.")
  const line: Node = { type: "text", text: words, ...look, lines: ONE_LINE, ...inkOf(v) }
  const each = { each: items.known.expression, ...within(most, context) }
  const row: Node =
    rightName === undefined
      ? { ...line, ...each, align: alignOf(v, "left") }
      : {
          type: "row",
          ...each,
          gap: 8,
          align: "baseline",
          children: [
            { ...line, grow: 1, basis: 0 },
            { type: "text", text: `{{ item.${rightName} }}`, ...look, lines: ONE_LINE, shrink: 0, ...inkOf(v) },
          ],
        }
  const px = typeSize(v, context.origin, 13)
  const spacing = numberOf(v.base, "item_spacing", [1, 80]) ?? 16
  const gap = Math.max(0, Math.round(spacing - (numberOf(v.base, "font_size", [4, 80]) ?? 13) * 1.25))
  context.report.taken(at, "is a line for each entry.")
  const shown = Math.min(most, 5, context.names.count(items.field))
  return {
    node: margined(v, column([row], { gap: { base: gap, small: Math.min(1, gap) } }), context),
    height: shown * (px.small ?? px.base!) * 1.3,
  }
}

/** `icon_list`: an icon and a line for each entry. */
export const iconList: Block = (v, at, context) => {
  const items = itemsOf(v, undefined, at, context)
  if (!items) return undefined
  const most = Math.round(numberOf(v.base, "max_items", [1, 50]) ?? 6)
  const icon = items.inside.get(textOf(v.base, "icon_field") ?? "icon")
  const words = items.isPlain ? "item" : `item.${items.inside.get(textOf(v.base, "text_field") ?? "text") ?? ""}`
  if (words === "item.") {
    context.report.refused(at, "no entry has the field of the text: the list is left out.")
    return undefined
  }
  const look = lookOf(v, context, { size: 12 })
  if (icon !== undefined) {
    context.names.filters.platen_icon = ICON_FILTER
    context.report.approximated(
      `${at}.icon_field`,
      "icons have our names, and nothing stands for one that there is not.",
    )
  }
  const row: Node = {
    type: "row",
    gap: 6,
    align: "center",
    each: items.known.expression,
    ...within(most, context),
    children: [
      ...(icon === undefined ? [] : [{ type: "icon", name: `{{ item.${icon} | platen_icon }}`, size: 16, shrink: 0 }]),
      { type: "text", text: `{{ ${words} }}`, ...look, lines: ONE_LINE, grow: 1, basis: 0 },
    ],
  }
  const px = typeSize(v, context.origin, 12)
  context.report.taken(at, "is a line with an icon for each entry.")
  return {
    node: margined(v, column([row], { gap: { base: 4, small: 0 } }), context),
    height: Math.min(most, context.names.count(items.field)) * (px.small ?? px.base!) * 1.4,
  }
}

/** `timetable_grid` by day: the time, the name and the place of each lesson, the present one bold. */
export const timetable: Block = (v, at, context) => {
  if (shared(v, "style") === "weekly") {
    context.report.refused(at, "a week in columns has no counterpart here: use the mode TIMETABLE.")
    return undefined
  }
  const items = itemsOf(v, "lessons", at, context)
  const has = (key: string): string | undefined => items?.inside.get(key)
  if (!items || items.isPlain || has("name") === undefined) {
    context.report.refused(at, "no list of lessons with names stands behind it: use the mode TIMETABLE.")
    return undefined
  }
  const look = lookOf(v, context, { size: 14 })
  const cell = (key: string, more: Node): readonly Node[] =>
    has(key) === undefined ? [] : [{ type: "text", text: `{{ item.${has(key)} }}`, ...look, lines: ONE_LINE, ...more }]
  const row: Node = {
    type: "row",
    gap: 8,
    align: "baseline",
    border: [0, 0, 1, 0],
    padding: [2, 0, 3, 0],
    each: items.known.expression,
    ...within(10, context),
    children: [
      ...cell("time", { width: "30%", shrink: 0 }),
      ...cell("name", { weight: "bold", grow: 1, basis: 0 }),
      ...cell("location", { shrink: 1 }),
    ],
  }
  context.report.approximated(at, "is a row for each lesson; the present one is not marked.")
  return { node: margined(v, column([row]), context), height: Math.min(5, context.names.count(items.field)) * 17 }
}
