import { numberOf, own, textOf } from "../given.js"
import { ONE_LINE, shared, typeSize, units } from "../sizes.js"
import type { Versions } from "../sizes.js"
import type { Block, Context, Node } from "../context.js"
import { besideIcon } from "./boxes.js"
import { itemsOf } from "./lists.js"
import { margined } from "./margins.js"
import { lookOf, wordsOf } from "./texts.js"

/** The icon of a field that is a weather code of the WMO. */
function codeIcon(v: Versions, key: string, initial: string, size: number, context: Context): Node | undefined {
  const known = context.names.use(textOf(v.base, key) ?? initial)
  if (!known || known.kind.type === "list") return undefined
  const code = context.names.variable(`{{ ${known.expression} | plus: 0 }}`)
  const px = numberOf(v.base, "icon_size", [8, 200]) ?? size
  return {
    type: "icon",
    name: `{{ ${code} | weather_icon: true }}`,
    size: Math.max(12, Math.round(context.origin === "medium" ? px / 1.65 : px)),
    shrink: 0,
    when: `${code} >= 0`,
  }
}

/** `weather_icon`: the icon of a weather code. */
export const weatherIcon: Block = (v, at, context) => {
  const icon = codeIcon(v, "field", "code", 48, context)
  if (!icon) {
    context.report.refused(at, "shows no code of the weather: it is left out.")
    return undefined
  }
  const align = shared(v, "align")
  context.report.taken(at, "is the icon of the weather.")
  const { when, ...inside } = icon
  const self = align === "left" ? "start" : align === "right" ? "end" : "center"
  const node: Node = { type: "column", align: self, when, children: [inside] }
  return { node: margined(v, node, context), height: (numberOf(v.base, "icon_size", [8, 200]) ?? 48) * 0.6 }
}

/** `weather_icon_text`: the icon of a weather code and a line beside it. */
export const weatherIconText: Block = (v, at, context) => {
  const words = wordsOf(v.base, context)
  if (words === undefined) {
    context.report.refused(at, "is an icon without a text or a field: it is left out.")
    return undefined
  }
  const px = typeSize(v, context.origin, 14)
  const node: Node = { type: "text", text: words, ...lookOf(v, context, { size: 14 }), lines: ONE_LINE }
  const justify = shared(v, "align") === "center" ? "center" : shared(v, "align") === "right" ? "end" : "start"
  const icon = codeIcon(v, "code_field", "today_code", 18, context)
  context.report.taken(at, "is the icon of the weather and a line.")
  return { node: margined(v, besideIcon(icon, node, justify), context), height: (px.small ?? px.base!) * 1.4 }
}

/** `forecast_cards`: a column for each day. */
export const forecastCards: Block = (v, at, context) => {
  const items = itemsOf(v, "forecast", at, context)
  if (!items || items.isPlain) return undefined
  const { inside } = items
  const most = Math.round(numberOf(v.base, "max_items", [1, 10]) ?? 4)
  const look = lookOf({ base: { ...v.base, font_size: own(v.base, "font_size") ?? 12 } }, context, { size: 12 })
  const words = (template: string, more: Node = {}): Node => ({
    type: "text",
    text: template,
    ...look,
    align: "center",
    lines: ONE_LINE,
    ...more,
  })
  const line = (key: string, more: Node = {}): readonly Node[] =>
    inside.has(key) ? [words(`{{ item.${inside.get(key)} }}`, more)] : []
  const [low, high] = [inside.get("temp_min"), inside.get("temp_max")]
  const range =
    low !== undefined && high !== undefined ? [words(`{{ item.${low} }}–{{ item.${high} }}°`)] : line("temp_range")
  const size = Math.max(16, Math.round(numberOf(v.base, "icon_size", [8, 100]) ?? 32))
  const code = inside.get("code")
  const card: Node = {
    type: { base: "column", narrow: "row" },
    each: items.known.expression,
    when: { base: `index < ${most}`, small: `index < ${Math.min(most, 4)}` },
    grow: { base: 1, narrow: null },
    basis: { base: 0, narrow: null },
    gap: 2,
    align: { base: "stretch", narrow: "center" },
    justify: { base: null, narrow: "between" },
    children: [
      ...line("day", { weight: "bold" }),
      ...line("date").map((node) => ({ base: node, small: null })),
      ...(code === undefined
        ? []
        : [{ type: "icon", name: `{{ item.${code} | weather_icon: true }}`, size, self: "center", shrink: 0 }]),
      ...line("desc").map((node) => ({ base: node, small: null })),
      ...range,
    ],
  }
  context.report.taken(at, "is a column for each day.")
  const gap = units(v, context.origin, "gap", 6)
  return { node: margined(v, { type: { base: "row", narrow: "column" }, gap, children: [card] }, context), height: 62 }
}
