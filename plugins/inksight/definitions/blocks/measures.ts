import { numberOf, textOf } from "../given.js"
import { units } from "../sizes.js"
import { column } from "../context.js"
import type { Block, Node } from "../context.js"
import { margined } from "./margins.js"
import { itemsOf } from "./lists.js"
import { inkOf } from "./texts.js"

/** Pixels between the margins of a page of 400, and those from which a bar is a share of them. */
const [PAGE, WIDE] = [352, 200]

/** `progress_bar`: a bar that is filled to the share of a field in another. */
export const progressBar: Block = (v, at, context) => {
  const { names, report, origin } = context
  const field = textOf(v.base, "field")
  const value = field === undefined ? undefined : names.use(field)
  if (!value || value.kind.type === "list") {
    report.refused(at, "is a bar without a field that is a number: it is left out.")
    return undefined
  }
  const maximum = textOf(v.base, "max_field")
  const most = maximum === undefined ? undefined : names.use(maximum)
  const all = most === undefined || most.kind.type === "list" ? "100" : names.variable(`{{ ${most.expression} }}`)
  const share = `${value.expression} | times: 1.0 | divided_by: ${all} | at_most: 1 | at_least: 0`
  const template = all === "100" ? `{{ ${share} }}` : `{% if ${all} %}{{ ${share} }}{% else %}0{% endif %}`
  const width = numberOf(v.base, "width", [1, 400]) ?? 80
  const node: Node = {
    type: "progress",
    value: `{{ ${names.variable(template)} | plus: 0 }}`,
    width: width >= WIDE ? `${Math.min(100, Math.round((width / PAGE) * 100))}%` : units(v, origin, "width", 80),
    maxWidth: "100%",
    height: { base: units(v, origin, "height", 6, (height) => Math.max(4, height)), small: 10 },
    shrink: 0,
    self: textOf(v.base, "align") === "center" ? "center" : "start",
    ...inkOf(v),
  }
  report.taken(at, "is a bar.")
  return {
    node: margined(v, column([node], { padding: { base: [3, 0], small: [1, 0] }, shrink: 0 }), context),
    height: 8,
  }
}

/** `temp_chart`: the highest and the lowest temperatures as a band. */
export const temperatureChart: Block = (v, at, context) => {
  const items = itemsOf(v, "forecast", at, context)
  if (!items) return undefined
  const { of } = items.known.kind
  const named = (key: string, initial: string): string | undefined => items.inside.get(textOf(v.base, key) ?? initial)
  const isNumber = (name: string | undefined): boolean =>
    name !== undefined && typeof of === "object" && of[name] === "number"
  const [high, low, label] = [
    named("high_field", "temp_max"),
    named("low_field", "temp_min"),
    named("label_field", "day"),
  ]
  if (!isNumber(high)) {
    context.report.refused(at, "no entry has numbers for its upper line: it is left out.")
    return undefined
  }
  const most = Math.round(numberOf(v.base, "max_points", [2, 24]) ?? 4)
  const values = (key: string | undefined): string =>
    `{{ ${items.known.expression} | slice: 0, ${most} | map: "${key}" | json }}`
  const hasBand = isNumber(low)
  const node: Node = {
    type: "chart",
    kind: hasBand ? "area" : "line",
    values: values(high),
    ...(hasBand && { low: values(low) }),
    ...(label !== undefined && typeof of === "object" && of[label] === "text" && { labels: values(label) }),
    points: ["all"],
    scale: false,
    unit: "°",
    decimals: 0,
    height: { base: units(v, context.origin, "height", 40, (height) => Math.max(70, height)), small: 120 },
    shrink: 0,
  }
  context.report.approximated(
    at,
    "is a chart: a band from the lowest to the highest temperatures stands for two lines.",
  )
  return { node: margined(v, node, context), height: 50 }
}
