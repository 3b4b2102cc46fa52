import { definePlugin } from "platen/sdk"
import { NODES } from "platen/sdk/drawing"
import chart from "./chart.js"
import marks from "./marks.js"
import moon from "./moon.js"
import path from "./path.js"
import poster from "./poster.js"
import qr from "./qr.js"
import strokes from "./strokes.js"
import table from "./table.js"
import timeline from "./timeline.js"
import vertical from "./vertical.js"

/** Plugin of the scene nodes that are not boxes, texts or pictures: each is one file. */
export default definePlugin({
  id: "nodes",
  setup: () => [NODES.of(chart, marks, moon, path, poster, qr, strokes, table, timeline, vertical)],
})
