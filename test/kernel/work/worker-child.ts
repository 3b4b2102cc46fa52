import { receiveOrders } from "../../../kernel/work/orders.js"

/** A child of the worker's tests: does what its order says. */
interface Order {
  readonly does: "echo" | "spin" | "sleep" | "fill" | "end" | "measure"
  readonly value?: unknown
}

receiveOrders(({ does, value }: Order) => {
  if (does === "spin") for (;;) Math.sqrt(2)
  if (does === "fill") for (const all: unknown[] = []; ;) all.push(Array.from({ length: 100_000 }, (_, i) => ({ i })))
  if (does === "end") process.exit(3)
  if (does === "measure") return { value: (value as Uint8Array).length, pid: process.pid }
  return does === "echo" ? { value, pid: process.pid } : new Promise(() => {})
})
