import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import { BadInput, Unavailable } from "platen/sdk"
import type { Decoder, Log, PictureReader } from "platen/sdk"
import type { Answer, Order } from "./decoding-child.js"

/** Milliseconds: for one order, and without any before the process ends. */
const ORDER_MS = 8_000
const IDLE_MS = 20_000
const CHILD = fileURLToPath(new URL("./decoding-child.js", import.meta.url))

export interface DecodingOptions {
  readonly orderMs?: number
  readonly idleMs?: number
}

/** Reads pictures in a process of its own, one after the other: it is started by the first and ends when none come. */
export class Decoding {
  readonly #log: Log
  readonly #orderMs: number
  readonly #idleMs: number
  #child: ChildProcess | undefined
  #idle: NodeJS.Timeout | undefined
  #last: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(log: Log, { orderMs = ORDER_MS, idleMs = IDLE_MS }: DecodingOptions = {}) {
    this.#log = log
    this.#orderMs = orderMs
    this.#idleMs = idleMs
  }

  /** A decoder's reader, over there. Rejects with BadInput for a broken file, with Unavailable once it is closed. */
  reader({ module }: Decoder): PictureReader {
    return {
      probe: async (file) => {
        const answer = await this.#turn({ module: module.href, file, mostPixels: undefined })
        return "size" in answer ? answer.size : undefined
      },
      decode: async (file, mostPixels) => {
        const answer = await this.#turn({ module: module.href, file, mostPixels })
        if ("raster" in answer) return answer.raster
        throw broken("it holds no picture")
      },
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#last
    this.#hangUp()
  }

  /** One at a time: a picture decoded is many times its file, and memory is short. */
  #turn(order: Order): Promise<Answer> {
    const mine = this.#last.then(() => this.#order(order))
    this.#last = mine.catch(() => { /* said to whoever asked */ })
    return mine
  }

  async #order(order: Order): Promise<Answer> {
    if (this.#closed) throw new Unavailable("The server is stopping: no more pictures are read.")
    clearTimeout(this.#idle)
    const child = (this.#child ??= this.#start())
    try {
      const answer = await answered(child, order, this.#orderMs)
      if ("failure" in answer) throw broken(answer.failure)
      return answer
    } finally {
      this.#idle = setTimeout(() => this.#hangUp(), this.#idleMs).unref()
    }
  }

  #start(): ChildProcess {
    const child = fork(CHILD, { serialization: "advanced", execArgv: ["--max-semi-space-size=2"], stdio: ["ignore", "ignore", "ignore", "ipc"] })
    child.unref()
    child.channel?.unref()
    child.once("exit", (code, signal) => {
      if (this.#child !== child) return
      this.#child = undefined
      this.#log.warn({ code, signal }, "decoding.ended")
    })
    return child
  }

  #hangUp(): void {
    clearTimeout(this.#idle)
    const child = this.#child
    this.#child = undefined
    if (child?.connected) child.disconnect()
  }
}

/** The child's answer; a child that gives none in time, or ends, has met a file that it cannot bear. */
function answered(child: ChildProcess, order: Order, milliseconds: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let late = false
    const timer = setTimeout(() => {
      late = true
      child.kill("SIGKILL")
    }, milliseconds)
    // Only once the child is gone: the next order would find it dying, and its file would be called broken.
    const ended = (): void => done(() => reject(broken(late ? `it was not read within ${milliseconds / 1000} seconds` : "its reader broke off")))
    const told = (answer: unknown): void => { if (!late) done(() => resolve(answer as Answer)) }
    const done = (settle: () => void): void => {
      clearTimeout(timer)
      child.unref()
      child.channel?.unref()
      child.off("message", told).off("exit", ended).off("error", ended)
      settle()
    }
    child.on("message", told).once("exit", ended).once("error", ended)
    // Somebody waits for this answer, or for the child's end: the process must not end before it.
    child.ref()
    child.channel?.ref()
    child.send(order, (error) => { if (error) ended() })
  })
}

function broken(why: string): BadInput {
  return new BadInput("The picture cannot be read: its file is broken, or it holds more than its head says.", { code: "picture-broken", cause: new Error(why) })
}
