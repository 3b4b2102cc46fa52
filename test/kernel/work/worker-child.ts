/** A child of the worker's tests: does what its order says. */
interface Order {
  readonly does: "echo" | "spin" | "sleep" | "fill" | "end"
  readonly value?: unknown
}

process.on("message", ({ does, value }: Order) => {
  if (does === "spin") for (;;) Math.sqrt(2)
  if (does === "fill") for (const all: unknown[] = []; ;) all.push(Array.from({ length: 100_000 }, (_, i) => ({ i })))
  if (does === "end") process.exit(3)
  if (does === "echo") process.send?.({ value, pid: process.pid })
})
process.on("disconnect", () => process.exit(0))
process.send?.("ready")
