import type { Turn } from "./mode/draw.js"
import { token } from "./token.js"

/** Why a child process has not finished an order: it used too much time or memory, the machine had no time for it ("late"), or it "ended" otherwise. */
export type WorkerFault = "time" | "memory" | "late" | "ended"

/** A child process to start, and its limits. */
export interface WorkerSpec {
  /** The name in its log lines: "decoding". */
  readonly name: string
  /** The module that the child runs. Its export `run(order)` returns the answer, or a promise of it. Orders and answers are plain data. */
  readonly module: URL
  /** Megabytes of JavaScript objects. */
  readonly maxHeapMb?: number
  /** Milliseconds of processor time for one order; wall time where the system does not measure it. */
  readonly workMs: number
  /** Milliseconds of wall time for one order, counted anew, four times at most, while it computes: a busy machine is no fault of the order. */
  readonly wallMs: number
  /** Milliseconds without an order after which the child ends. */
  readonly idleMs: number
  /** Orders that may wait, and the milliseconds that each may wait. */
  readonly maxWaiting: number
  readonly waitMs: number
}

/** A child process that takes one order at a time, callers in turn. The first order starts it; it ends when no orders come, and is replaced when it fails. */
export interface Worker {
  /** Resolves to the answer. Rejects with WorkerError if the child did not survive the order, and with Unavailable when the queue is full, no child can be started, or the worker is closed. */
  order(order: object, turn?: Turn): Promise<unknown>
  /** Finishes the order in progress and refuses those that wait. */
  close(): Promise<void>
}

/** Starts child processes for work that must not block the server. */
export const WORKERS = token<(spec: WorkerSpec) => Worker>("platen.workers")
