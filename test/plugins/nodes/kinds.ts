import chart from "../../../plugins/nodes/chart.js"
import marks from "../../../plugins/nodes/marks.js"
import moon from "../../../plugins/nodes/moon.js"
import path from "../../../plugins/nodes/path.js"
import qr from "../../../plugins/nodes/qr.js"
import strokes from "../../../plugins/nodes/strokes.js"
import table from "../../../plugins/nodes/table.js"
import timeline from "../../../plugins/nodes/timeline.js"
import vertical from "../../../plugins/nodes/vertical.js"

/** The kinds of nodes that the plugin contributes. */
export const NODE_KINDS = [chart, marks, moon, path, qr, strokes, table, timeline, vertical] as const
