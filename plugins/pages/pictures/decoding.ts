import { BadInput, WorkerError } from "platen/sdk"
import type { Worker, WorkerSpec } from "platen/sdk"
import type { Decoder, DitheredImage, DitherOptions, PictureReader, Raster } from "platen/sdk/drawing"
import type { Turn } from "platen/sdk/mode"
import type { Answer, Order } from "./child.js"

/** Milliseconds: time limit of one order, and idle time after which the process exits. */
const ORDER_MS = 8_000
const IDLE_MS = 20_000
/** Queue limits: number of orders, and milliseconds that each may wait. */
const MAX_WAITING = 64
const WAIT_MS = 10_000

export interface DecodingOptions {
  readonly maxWaiting?: number
}

/** Reader of a decoder in another process, which also dithers. */
export interface DitheringReader {
  probe(file: Uint8Array, turn?: Turn): ReturnType<PictureReader["probe"]>
  decode(file: Uint8Array, maxPixels: number, turn?: Turn): Promise<Raster>
  /** The picture in a file with sides of at most `maxSide` pixels; the same file where the decoder makes none. */
  shrink(file: Uint8Array, maxSide: number, turn?: Turn): Promise<Uint8Array>
  /** Dithers a picture from a raster of at most `maxPixels`. */
  dither(file: Uint8Array, maxPixels: number, options: DitherOptions, turn?: Turn): Promise<DitheredImage>
}

/** Decoding process: one order at a time, callers in turn. It starts on demand and exits when idle. */
export class Decoding {
  readonly #worker: Worker

  constructor(start: (spec: WorkerSpec) => Worker, { maxWaiting = MAX_WAITING }: DecodingOptions = {}) {
    this.#worker = start({
      name: "decoding",
      module: new URL("./child.js", import.meta.url),
      workMs: ORDER_MS,
      wallMs: ORDER_MS,
      idleMs: IDLE_MS,
      maxWaiting,
      waitMs: WAIT_MS,
    })
  }

  /** Reader that runs a decoder in the process. Rejects with BadInput for a broken file, and with Unavailable when it is closed, its queue is full, or no process can be started. */
  reader({ module: { href: module } }: Decoder): DitheringReader {
    return {
      probe: async (file, turn) => {
        const answer = await this.#ask({ kind: "probe", module, file }, turn)
        return "size" in answer ? answer.size : undefined
      },
      decode: async (file, maxPixels, turn) => {
        const answer = await this.#ask({ kind: "decode", module, file, maxPixels }, turn)
        if ("raster" in answer) return answer.raster
        throw broken("it holds no picture")
      },
      shrink: async (file, maxSide, turn) => {
        const answer = await this.#ask({ kind: "shrink", module, file, maxSide }, turn)
        if ("file" in answer) return answer.file
        throw broken("it holds no picture")
      },
      dither: async (file, maxPixels, options, turn) => {
        const answer = await this.#ask({ kind: "dither", module, file, maxPixels, options }, turn)
        if ("dithered" in answer) return answer.dithered
        throw broken("it holds no picture")
      },
    }
  }

  /** Closes the process after the current order. */
  close(): Promise<void> {
    return this.#worker.close()
  }

  async #ask(order: Order, turn: Turn | undefined): Promise<Answer> {
    try {
      const answer = (await this.#worker.order(order, turn)) as Answer
      if ("failure" in answer) throw broken(answer.failure)
      return answer
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error
      if (error.reason === "time" || error.reason === "late") throw slow(error)
      throw broken("the decoding process stopped")
    }
  }
}

function slow(cause: Error): BadInput {
  return new BadInput(`The picture takes more than ${ORDER_MS / 1000} seconds to read: send one with fewer pixels.`, {
    code: "picture-slow",
    cause,
  })
}

function broken(why: string): BadInput {
  return new BadInput(
    "The picture cannot be read, because its file is damaged or larger than its header says: send another file.",
    {
      code: "picture-broken",
      cause: new Error(why),
    },
  )
}
