import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { readFileSync } from "node:fs"
import os from "node:os"
import { fileURLToPath } from "node:url"
import { Unavailable, WorkerError } from "platen/sdk"
import type { Log } from "platen/sdk"

export interface ChildOptions {
  /** What its log lines are called: "decoding". */
  readonly name: string
  /** Run by the child: sends "ready" once it can take orders, then one answer for each order, in turn. */
  readonly module: URL
  /** What the child finds in process.argv, from the third on. */
  readonly args?: readonly string[]
  /** Megabytes of JavaScript objects. */
  readonly maxHeapMb?: number
  /** Milliseconds of processor time for one order; where the system does not tell it, milliseconds. */
  readonly workMs: number
  /** Milliseconds for one order, whatever the processor does meanwhile. */
  readonly wallMs: number
  /** Milliseconds without an order after which the child ends. */
  readonly idleMs: number
  readonly log: Log
}

/** Milliseconds from the fork to "ready", and between two looks at the processor's clock. */
const START_MS = 15_000
const LOOK_MS = 100
/** Lower than the server, so that what users send does not slow down what devices ask. */
const NICE = 10
/** Of /proc: ticks a second on every Linux that Node runs on. */
const TICK_MS = 10

/** A child process that takes one order at a time: started by the first, ended when none come, replaced when it breaks. */
export class Child<Order extends object, Answer> {
  readonly #options: ChildOptions
  #child: Promise<ChildProcess> | undefined
  #idle: NodeJS.Timeout | undefined
  #closed = false
  /** Orders that the child has answered. */
  #answers = 0

  constructor(options: ChildOptions) {
    this.#options = options
  }

  /** Rejects with WorkerError for an order that the child did not survive, with Unavailable when no child can be started. One at a time: the caller sees to it. */
  async order(order: Order): Promise<Answer> {
    if (this.#closed) throw new Unavailable("The server is stopping: nothing more is drawn.")
    clearTimeout(this.#idle)
    try {
      return await this.#answered(await (this.#child ??= this.#start()), order)
    } finally {
      this.#idle = setTimeout(() => {
        void this.#hangUp()
      }, this.#options.idleMs).unref()
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
    const { name, module, args = [], maxHeapMb, log } = this.#options
    this.#answers = 0
    const started = new Promise<ChildProcess>((resolve, reject) => {
      const heap = maxHeapMb === undefined ? [] : [`--max-old-space-size=${maxHeapMb}`]
      const child = fork(fileURLToPath(module), args, {
        serialization: "advanced",
        execArgv: ["--max-semi-space-size=2", ...heap],
        stdio: ["ignore", "ignore", "ignore", "ipc"],
      })
      const timer = setTimeout(() => failed(new Error(`it was not ready within ${START_MS / 1000} seconds`)), START_MS)
      const settle = (how: () => void): void => {
        clearTimeout(timer)
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
          reject(
            new Unavailable("The server has no room for another process: try again in a few seconds.", {
              code: "draw-busy",
              retryAfter: 5,
              cause,
            }),
          )
        })
      child.once("message", ready).once("error", failed).once("exit", ended)
      lower(child)
    })
    // Whatever ends a child, the next order starts another.
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

  #answered(child: ChildProcess, order: Order): Promise<Answer> {
    const { workMs, wallMs } = this.#options
    return new Promise((resolve, reject) => {
      const [start, spent] = [performance.now(), processorMs(child.pid)]
      let isLate = false
      let isSpent = false
      const look = setInterval(() => {
        const wall = performance.now() - start
        const worked = wall < workMs ? 0 : spent === undefined ? wall : (processorMs(child.pid) ?? Infinity) - spent
        if (worked < workMs && wall < wallMs) return
        isLate = true
        isSpent = worked >= workMs
        clearInterval(look)
        child.kill("SIGKILL")
      }, LOOK_MS)
      const settle = (how: () => void): void => {
        clearInterval(look)
        child.unref()
        child.channel?.unref()
        child.off("message", answered).off("exit", ended).off("error", broken)
        how()
      }
      const answered = (answer: unknown): void => {
        if (isLate) return
        this.#answers++
        settle(() => resolve(answer as Answer))
      }
      // Only once the child is gone: the next order would find it dying.
      const ended = (code: number | null, signal: string | null): void =>
        settle(() => {
          if (isLate)
            reject(
              isSpent
                ? new WorkerError("time", `it took more than ${workMs / 1000} seconds`)
                : new WorkerError("late", `it was not done after ${wallMs / 1000} seconds`),
            )
          else if (signal === "SIGABRT" || code === 134)
            reject(new WorkerError("memory", "it took more memory than there is", this.#answers === 0))
          else reject(new WorkerError("ended", "its process ended"))
        })
      const broken = (error: Error): void =>
        settle(() => {
          child.kill("SIGKILL")
          reject(new WorkerError("ended", error.message))
        })
      child.on("message", answered).once("exit", ended).once("error", broken)
      // Somebody waits for this answer, or for the child's end: the process must not end before it.
      child.ref()
      child.channel?.ref()
      child.send(order, (error) => {
        if (error) broken(error)
      })
    })
  }

  async #hangUp(): Promise<void> {
    clearTimeout(this.#idle)
    const started = this.#child
    this.#child = undefined
    const child = await started?.catch(() => undefined)
    if (child?.connected) child.disconnect()
  }
}

function lower({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) os.setPriority(pid, NICE)
  } catch {
    /* it has ended already, or the system has no such thing */
  }
}

/** Milliseconds of processor time that a process has used; undefined where the system does not tell. Source: proc_pid_stat(5), fields 14 and 15. */
function processorMs(pid: number | undefined): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    return Number.isFinite(user + system) ? (user + system) * TICK_MS : undefined
  } catch {
    return undefined
  }
}
