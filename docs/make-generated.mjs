// Draws docs/generated-modes.png: ten of the modes that a model wrote for the recorded descriptions, as they ended. `npm run docs:generated`.
// Needs a build.
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { openStage } from "../dist/test/testing/index.js"
import { sideBySide } from "./side-by-side.mjs"

const [WIDTH, HEIGHT] = [400, 300]
const MOST = 10

const recorded = JSON.parse(readFileSync(new URL("../test/plugins/models/recorded.json", import.meta.url), "utf8"))
const stage = await openStage({ server: { limits: { "mode-preview": 1e6, address: 1e6 } } })
const person = await stage.person("anna")
const headers = { ...person, "content-type": "application/json" }
const pictures = []
for (const { answers } of recorded) {
  // Some models write words around the definition.
  const [json] = /\{[\s\S]*\}/.exec(answers.at(-1))
  const body = JSON.stringify({ mode_def: JSON.parse(json), w: WIDTH, h: HEIGHT })
  const { status, body: picture } = await stage.call("/api/modes/custom/preview", { method: "POST", headers, body })
  if (status === 200) pictures.push(picture)
}
await stage.close()
process.stdout.write(`${pictures.length} of ${recorded.length} are drawn\n`)
// Every fourth: the list goes from simple to elaborate.
const shown = pictures.filter((_, i) => i % Math.floor(pictures.length / MOST) === 0).slice(0, MOST)
const file = fileURLToPath(new URL("generated-modes.png", import.meta.url))
await sideBySide(shown, { width: WIDTH, height: HEIGHT, columns: 5 }, file)
