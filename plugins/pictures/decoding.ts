import { BadInput, WorkerError } from "platen/sdk"
import type { Worker, WorkerSpec } from "platen/sdk"
import type { Decoder, DitheredImage, DitherOptions, PictureReader, Raster } from "platen/sdk/drawing"
import type { Turn } from "platen/sdk/mode"
import type { Answer, Order } from "./child.js"

/** Milliseconds: for one order, and without any before the process ends. */
const ORDER_MS = 8_000
const IDLE_MS = 20_000
/** Orders that may wait, and how many milliseconds each. */
const MAX_WAITING = 64
const WAIT_MS = 10_000

export interface DecodingOptions {
  readonly orderMs?: number
  readonly idleMs?: number
  readonly maxWaiting?: number
}

/** A decoder's reader in another process, which also brings pictures to inks. */
export interface DitheringReader {
  probe(file: Uint8Array, turn?: Turn): ReturnType<PictureReader["probe"]>
  decode(file: Uint8Array, maxPixels: number, turn?: Turn): Promise<Raster>
  /** A picture in inks, from a raster of at most `maxPixels`. */
  dither(file: Uint8Array, maxPixels: number, options: DitherOptions, turn?: Turn): Promise<DitheredImage>
}

/** Reads pictures in a process of its own, one after the other, callers in turn: it is started by the first and ends when none come. */
export class Decoding {
  readonly #worker: Worker
  readonly #orderMs: number

  constructor(
    start: (spec: WorkerSpec) => Worker,
    { orderMs = ORDER_MS, idleMs = IDLE_MS, maxWaiting = MAX_WAITING }: DecodingOptions = {},
  ) {
    this.#orderMs = orderMs
    this.#worker = start({
      name: "decoding",
      module: new URL("./child.js", import.meta.url),
      workMs: orderMs,
      wallMs: orderMs,
      idleMs,
      maxWaiting,
      waitMs: WAIT_MS,
    })
  }

  /** A decoder's reader, over there. Rejects with BadInput for a broken file, with Unavailable once it is closed, when there is no room, and when no process can be started. */
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
      dither: async (file, maxPixels, options, turn) => {
        const answer = await this.#ask({ kind: "dither", module, file, maxPixels, options }, turn)
        if ("dithered" in answer) return answer.dithered
        throw broken("it holds no picture")
      },
    }
  }

  /** Behind what is being read at this moment. */
  close(): Promise<void> {
    return this.#worker.close()
  }

  async #ask(order: Order, turn: Turn | undefined): Promise<Answer> {
    try {
      const answer = (await this.#worker.order(order, turn)) as Answer
      if ("failure" in answer) throw broken(answer.failure)
      return answer
    } catch (error) {
      if (error instanceof WorkerError)
        throw broken(
          error.reason === "time" || error.reason === "late"
            ? `it was not read within ${this.#orderMs / 1000} seconds`
            : "its reader broke off",
        )
      throw error
    }
  }
}

function broken(why: string): BadInput {
  return new BadInput("The picture cannot be read: its file is broken, or it holds more than its head says.", {
    code: "picture-broken",
    cause: new Error(why),
  })
}
