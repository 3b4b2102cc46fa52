import type { ChildProcess } from "node:child_process"
import { readSync } from "node:fs"
import type { Writable } from "node:stream"
import { Worker } from "node:worker_threads"

/** Bytes from which an array of an order goes by a pipe, which is this file of the child. */
const LONG = 64 << 10
export const PIPE = 4

interface Sent {
  readonly order: Record<string, unknown>
  /** Its long arrays, which are missing in it, at these paths, and follow by the pipe. */
  readonly long: readonly { readonly path: readonly string[]; readonly length: number; readonly isBuffer: boolean }[]
}

/**
 * Sends an order. Its long arrays, and those of the objects in it, are written as they are, and must not change before the answer: the channel would
 * copy each of them whole, and keep everybody else waiting. Calls `failed` when the order cannot be sent.
 */
export function sendOrder(child: ChildProcess, order: object, failed: (error: Error) => void): void {
  const long: { path: readonly string[]; bytes: Uint8Array }[] = []
  const without = (part: object, above: readonly string[]): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]: [string, unknown]) => {
        const path = [...above, name]
        const isLong = value instanceof Uint8Array && value.length >= LONG
        if (isLong) long.push({ path, bytes: value })
        return [name, isLong ? undefined : isPlain(value) && path.length === 1 ? without(value, path) : value]
      }),
    )
  const rest = without(order, [])
  const lengths = long.map(({ path, bytes }) => ({ path, length: bytes.length, isBuffer: Buffer.isBuffer(bytes) }))
  child.send({ order: rest, long: lengths } satisfies Sent, (error) => error && failed(error))
  for (const { bytes } of long) (child.stdio[PIPE] as Writable).write(bytes)
}

/**
 * In the child: runs the orders, one after the other, sends what each returns, and ends with its parent. `last` says that this process ends after the
 * answer. A rejection ends it at once.
 */
export function receiveOrders(run: (order: never, last: () => void) => unknown): void {
  process.on("message", ({ order, long }: Sent) => {
    for (const { path, length, isBuffer } of long) {
      const bytes = received(length)
      const holder = path.length === 1 ? order : (order[path[0]!] as Record<string, unknown>)
      holder[path.at(-1)!] = isBuffer ? bytes : new Uint8Array(bytes.buffer)
    }
    let isLast = false
    const made = Promise.resolve(run(order as never, () => (isLast = true)))
    void made.then((answer) => process.send?.(answer, undefined, undefined, () => isLast && process.exit(1)))
  })
  const limits = { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 }
  new Worker(WATCH, { eval: true, workerData: process.ppid, resourceLimits: limits }).unref()
  // The server disconnects when it stops, or when the child is idle.
  process.on("disconnect", () => process.exit(0))
  process.send?.("ready")
}

const LOOK_MS = 1_000
/**
 * Ends this process soon after its parent has ended, however busy it is. An order may never end: a process that is busy with it does not hear that the
 * channel to its parent has closed, and would keep a processor for ever after a server that was killed.
 */
const WATCH = `
const { workerData: parent } = require("node:worker_threads")
setInterval(() => process.ppid !== parent && process.kill(process.pid, "SIGKILL"), ${LOOK_MS})
`

/** Waits for so many bytes: there is nothing else to do. */
function received(length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  for (let filled = 0; filled < length;) {
    const count = readSync(PIPE, bytes, filled, length - filled, null)
    if (count === 0) process.exit(0)
    filled += count
  }
  return bytes
}

function isPlain(value: unknown): value is object {
  return value !== null && typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype
}
