import chart from "../../../../plugins/pages/nodes/chart.js"
import marks from "../../../../plugins/pages/nodes/marks.js"
import moon from "../../../../plugins/pages/nodes/moon.js"
import path from "../../../../plugins/pages/nodes/path.js"
import qr from "../../../../plugins/pages/nodes/qr.js"
import strokes from "../../../../plugins/pages/nodes/strokes.js"
import table from "../../../../plugins/pages/nodes/table.js"
import timeline from "../../../../plugins/pages/nodes/timeline.js"
import vertical from "../../../../plugins/pages/nodes/vertical.js"

/** The kinds of nodes that the plugin contributes. */
export const NODE_KINDS = [chart, marks, moon, path, qr, strokes, table, timeline, vertical] as const
