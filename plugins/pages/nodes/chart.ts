import { defineNode } from "platen/sdk/drawing"
import type { Chart } from "platen/sdk/mode"
import { drawBars } from "./chart/bars.js"
import { drawCurves } from "./chart/curves.js"
import { chartFields } from "./chart/fields.js"
import { drawAxis, drawEmpty, drawGrid, drawLegend, drawNames, drawNow, drawWords } from "./chart/frame.js"
import { drawHeat, heatPlanOf } from "./chart/heat.js"
import { inked } from "./inked.js"
import { planOf } from "./chart/plan.js"
import { drawPoints } from "./chart/points.js"
import { extentOf, seriesOf } from "./chart/series.js"
import { summaryOf } from "./chart/summary.js"

/** Pixels of a chart below which it shows nothing. */
const MIN_WIDTH = 24
const MIN_HEIGHT = 12

/** Numbers as lines, areas, bars, rain or a grid of tinted cells. */
export default defineNode<Chart>({
  type: "chart",
  module: import.meta.url,
  schema: chartFields,
  paint: (node, painter) => {
    const series = seriesOf(node)
    const page = inked(painter)
    if (!extentOf(series)) return drawEmpty(page)
    if (node.kind === "heat") return drawHeat(node, series, page)
    const plan = planOf(node, series, painter, painter)
    drawWords(plan, page)
    if (node.kind === "bars" || node.kind === "rain") drawBars(node, series, plan, page)
    else drawCurves(node, series, plan, page)
    drawAxis(node, plan, page)
    drawNow(node, plan, page)
    drawNames(series, plan, page)
    drawLegend(node, series, plan, page)
    drawPoints(node, series, plan, page)
    drawGrid(plan, page)
  },
  describe: summaryOf,
  lint: (node, box, type) => {
    const series = seriesOf(node)
    const name = node.label === undefined ? "The chart" : `The chart "${node.label}"`
    if (!extentOf(series)) return [`${name} has no number to show: leave it out where there is none.`]
    if (box.width < MIN_WIDTH || box.height < MIN_HEIGHT)
      return [`${name} cannot be read in ${box.width} x ${box.height} pixels: give it ${MIN_WIDTH} x ${MIN_HEIGHT}.`]
    const { lost } = node.kind === "heat" ? heatPlanOf(node, series, box, type) : planOf(node, series, box, type)
    return lost.map(
      (part) =>
        `${name} has no room for its ${part} in ${box.width} x ${box.height} pixels: give it room, or leave them out.`,
    )
  },
})
