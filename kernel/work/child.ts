import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import type { Socket } from "node:net"
import os from "node:os"
import { fileURLToPath } from "node:url"
import { Unavailable, WorkerError } from "platen/sdk"
import type { Clock, Log } from "platen/sdk"
import { sharingSdk } from "../plugins/share-sdk.js"
import { busy } from "./fair-queue.js"
import { PIPE, sendOrder } from "./orders.js"

export interface ChildOptions {
  /** Name in log events, such as "decoding". */
  readonly name: string
  /** Module that the child runs: it sends "ready" once it accepts orders, then one answer per order, in sequence. */
  readonly module: URL
  /** Arguments of the child, after the script path. */
  readonly args?: readonly string[]
  /** Heap limit in megabytes. */
  readonly maxHeapMb?: number
  /** Limit of CPU time per order in milliseconds; wall time where the system does not report CPU time. */
  readonly workMs: number
  /** Limit of wall time per order in milliseconds; an order that loads code has as much as the start has. On a busy machine each has as much again while it computes. */
  readonly wallMs: number
  /** Idle time in milliseconds after which the child exits. */
  readonly idleMs: number
  /** Its priority, 0 to 19: the higher, the less processor time beside others. Default 10. */
  readonly nice?: number | undefined
  readonly log: Log
  readonly clock: Clock
}

/** How one order is bounded and counted. */
export interface OrderOptions {
  /** Limit of CPU time in milliseconds. Default: the child's. */
  readonly workMs?: number | undefined
  /** The module that it runs: the first order for it in a child has as much more as loading takes. */
  readonly loads?: string | undefined
  /** Called with the CPU time that it took, in milliseconds; 0 where the system does not report it. */
  readonly spent?: ((ms: number) => void) | undefined
}

/** CPU time in milliseconds that a child may take to load a module. */
const LOAD_MS = 500
/** Milliseconds: limit from the fork to "ready" and of an order that loads code, and interval between checks of the CPU time. */
const START_MS = 15_000
const LOOK_MS = 100
/** How often a limit of wall time begins anew for a child that has had processor time since: to end it would lose what it did, and the next would be no quicker. */
const ROUNDS = 4
/** The usual priority: below the server's, so that work for users does not slow down responses to devices. */
const NICE = 10
/** Milliseconds per tick in /proc, on every Linux that Node supports. */
const TICK_MS = 10

/** A child process that handles one order at a time: started on demand, stopped when idle, replaced when it fails. */
export class Child<Order extends object, Answer> {
  readonly #options: ChildOptions
  #child: Promise<ChildProcess> | undefined
  #cancelIdle: () => void = () => {}
  #closed = false
  /** Number of orders that the child has answered. */
  #answers = 0
  /** Modules for which it has answered one. */
  readonly #loaded = new Set<string>()

  constructor(options: ChildOptions) {
    this.#options = options
  }

  /** Sends an order; the caller sends one at a time. Rejects with WorkerError when the child ends during the order, with Unavailable when no child can be started. */
  async order(order: Order, options: OrderOptions = {}): Promise<Answer> {
    if (this.#closed) throw new Unavailable("The server is stopping: try again after its restart.")
    this.#cancelIdle()
    try {
      const child = await (this.#child ??= this.#start())
      const before = processorMs(child.pid)
      try {
        return await this.#answered(child, order, options)
      } finally {
        // Of a child that was ended nothing can be read: it used all that it had.
        const after = processorMs(child.pid) ?? (before ?? 0) + this.#limitOf(options)
        options.spent?.(before === undefined ? 0 : after - before)
      }
    } finally {
      const { clock, idleMs } = this.#options
      this.#cancelIdle = clock.after(idleMs, () => void this.#hangUp(), { idle: true })
    }
  }

  /** Process id of the child; undefined while there is none. */
  async pid(): Promise<number | undefined> {
    return (await this.#child?.catch(() => undefined))?.pid
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#hangUp()
  }

  #start(): Promise<ChildProcess> {
    const { name, module, args = [], maxHeapMb, log, clock } = this.#options
    this.#answers = 0
    this.#loaded.clear()
    const started = new Promise<ChildProcess>((resolve, reject) => {
      const heap = maxHeapMb === undefined ? [] : [`--max-old-space-size=${maxHeapMb}`]
      const child = fork(fileURLToPath(module), args, {
        serialization: "advanced",
        execArgv: ["--max-semi-space-size=2", ...heap, ...sharingSdk()],
        stdio: ["ignore", "ignore", "ignore", "ipc", "pipe"],
      })
      // It neither keeps this process alive nor ends it: what a child's end means is said elsewhere.
      ;(child.stdio[PIPE] as Socket).on("error", () => {}).unref()
      const cancel = onceLate(child.pid, START_MS, clock, () => failed(new Error("it did not get ready in time")))
      const settle = (how: () => void): void => {
        cancel()
        child.off("message", ready).off("error", failed).off("exit", ended)
        how()
      }
      const ready = (): void => settle(() => resolve(child))
      const ended = (): void => failed(new Error("it ended at its start"))
      const failed = (cause: Error): void =>
        settle(() => {
          child.on("error", () => {
            /* said already */
          })
          child.kill("SIGKILL")
          reject(busy("The server has no room for another process: try again in a few seconds.", cause))
        })
      child.once("message", ready).once("error", failed).once("exit", ended)
      lower(child, this.#options.nice)
    })
    // The next order starts a new child.
    const drop = (): void => {
      if (this.#child === started) this.#child = undefined
    }
    started.then(
      (child) => {
        child.unref()
        child.channel?.unref()
        child.on("error", drop)
        child.once("exit", (code, signal) => {
          const isOwn = this.#child === started
          drop()
          if (isOwn) log.warn({ code, signal }, `${name}.ended`)
        })
      },
      (error: unknown) => {
        drop()
        log.warn({ err: error }, `${name}.start-failed`)
      },
    )
    return started
  }

  #loads({ loads }: OrderOptions): boolean {
    return loads !== undefined && !this.#loaded.has(loads)
  }

  #limitOf({ workMs = this.#options.workMs, ...options }: OrderOptions): number {
    return workMs + (this.#loads(options) ? LOAD_MS : 0)
  }

  #answered(child: ChildProcess, order: Order, options: OrderOptions): Promise<Answer> {
    const { clock } = this.#options
    const [workMs, isFirst] = [this.#limitOf(options), this.#answers === 0]
    const wallMs = isFirst || this.#loads(options) ? START_MS : this.#options.wallMs
    return new Promise((resolve, reject) => {
      let killed: "late" | "time" | undefined
      const kill = (why: "late" | "time"): void => {
        killed ??= why
        child.kill("SIGKILL")
      }
      const cancels = [
        onceLate(child.pid, wallMs, clock, () => kill("late")),
        watched(child, workMs, clock, () => kill("time")),
      ]
      const settle = (how: () => void): void => {
        for (const cancel of cancels) cancel()
        child.unref()
        child.channel?.unref()
        child.off("message", answered).off("exit", ended).off("error", broken)
        how()
      }
      const answered = (answer: unknown): void => {
        if (killed) return
        this.#answers++
        if (options.loads !== undefined) this.#loaded.add(options.loads)
        settle(() => resolve(answer as Answer))
      }
      // Settle only after the child has exited: the next order must not reach a dying child.
      const ended = (code: number | null, signal: string | null): void =>
        settle(() => {
          const seconds = (killed === "time" ? workMs : wallMs) / 1000
          const isMemory = signal === "SIGABRT" || code === 134
          if (killed) reject(new WorkerError(killed, `it took more than ${seconds} seconds`))
          else if (isMemory) reject(new WorkerError("memory", "it ran out of memory", isFirst))
          else reject(new WorkerError("ended", "its process ended"))
        })
      const broken = (error: Error): void =>
        settle(() => {
          child.kill("SIGKILL")
          reject(new WorkerError("ended", error.message))
        })
      child.on("message", answered).once("exit", ended).once("error", broken)
      // Keep this process alive until the answer arrives or the child exits.
      child.ref()
      child.channel?.ref()
      sendOrder(child, order, broken)
    })
  }

  async #hangUp(): Promise<void> {
    this.#cancelIdle()
    const started = this.#child
    this.#child = undefined
    const child = await started?.catch(() => undefined)
    if (child?.connected) child.disconnect()
  }
}

function lower({ pid }: ChildProcess, nice = NICE): void {
  try {
    if (pid !== undefined) os.setPriority(pid, nice)
  } catch {
    /* it has ended already, or the system has no such thing */
  }
}

/** Calls `late` once the process has had no processor time for that long, or has taken ROUNDS times as long. Returns a function that ends the watch. */
function onceLate(
  pid: number | undefined,
  wallMs: number,
  clock: Clock,
  late: () => void,
  rounds = ROUNDS,
): () => void {
  const before = processorMs(pid)
  let cancel = clock.after(wallMs, () => {
    if (rounds === 1 || processorMs(pid) === before) late()
    else cancel = onceLate(pid, wallMs, clock, late, rounds - 1)
  })
  return () => cancel()
}

/** Calls `spent` once the process has used so much more CPU time. Returns a function that ends the watch. */
function watched({ pid }: ChildProcess, workMs: number, clock: Clock, spent: () => void): () => void {
  const before = processorMs(pid)
  if (before === undefined) return clock.after(workMs, spent)
  const look = setInterval(() => {
    if ((processorMs(pid) ?? Infinity) - before >= workMs) spent()
  }, LOOK_MS)
  return () => clearInterval(look)
}

/** CPU time of a process in milliseconds, in steps of 10; undefined where the system does not report it. Source: proc_pid_stat(5), fields 14 and 15. */
export function processorMs(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    return Number.isFinite(user + system) ? (user + system) * TICK_MS : undefined
  } catch {
    return undefined
  }
}
