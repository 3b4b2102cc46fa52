// Draws docs/inksight-definitions.png: what becomes of definitions in InkSight's format that have every block, content and override, and prints how many of their
// parts were taken. `npm run docs:definitions`. Needs a build.
import { fileURLToPath } from "node:url"
import { openStage } from "../dist/test/testing/index.js"
import { convert } from "../dist/plugins/inksight/definitions/convert.js"
import { SAMPLES } from "../dist/test/plugins/inksight/definitions/samples.js"
import { sideBySide } from "./side-by-side.mjs"

const [WIDTH, HEIGHT] = [400, 300]

const stage = await openStage({ server: { limits: { "mode-preview": 1e6, address: 1e6 } } })
const person = await stage.person("anna")
const headers = { ...person, "content-type": "application/json" }
const results = { taken: 0, approximated: 0, refused: 0 }
const pictures = []
for (const [name, definition] of Object.entries(SAMPLES)) {
  const body = JSON.stringify({ mode_def: definition, w: WIDTH, h: HEIGHT })
  const picture = await stage.call("/api/modes/custom/preview", { method: "POST", headers, body })
  for (const { result } of convert(definition)?.report ?? []) results[result]++
  if (picture.status !== 200) process.stdout.write(`${name}: ${picture.text().slice(0, 200)}\n`)
  else pictures.push(picture.body)
}
await stage.close()
process.stdout.write(`${Object.keys(SAMPLES).length} definitions: ${JSON.stringify(results)}\n`)
const file = fileURLToPath(new URL("inksight-definitions.png", import.meta.url))
await sideBySide(pictures, { width: WIDTH, height: HEIGHT, columns: 4 }, file)
