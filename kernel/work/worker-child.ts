import { endWithParent } from "./end-with-parent.js"

const [module] = process.argv.slice(2) as [string]
const { run } = (await import(module)) as { run(order: unknown): unknown }

process.on("message", (order) => {
  // A rejection ends the process, and the server reports it to the caller of the order.
  void Promise.resolve(run(order)).then((made) => process.send?.(made))
})
endWithParent()
// The server disconnects when it stops, or when the child is idle.
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
