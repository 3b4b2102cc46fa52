import type { WorkerTools } from "platen/sdk"
import { ditherImage } from "../bitmap/dithered-image.js"

const tools: WorkerTools = { dither: ditherImage }
const [module] = process.argv.slice(2) as [string]
const { run } = (await import(module)) as { run(order: unknown, tools: WorkerTools): unknown }

process.on("message", (order) => {
  // What rejects ends the process: the server tells whoever gave the order.
  void Promise.resolve(run(order, tools)).then((made) => process.send?.(made))
})
// The server hangs up when it stops, or when there is nothing to do for a while.
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
