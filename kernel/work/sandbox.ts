import { Invalid, PlatenError, Unavailable, WorkerError } from "platen/sdk"
import type { Clock, Log } from "platen/sdk"
import type { Bitmap, Font, IconSet, NodeKind } from "platen/sdk/drawing"
import type { Sandbox as Calls, Turn } from "platen/sdk/mode"
import { hash } from "../engine/encoded.js"
import { busy, FairQueue } from "./fair-queue.js"
import type { IndexedBox, PageOrder } from "../engine/scene/page-order.js"
import type { Equipment, Failure, SandboxAnswer, SandboxOrder } from "./sandbox-child.js"
import type { FontFolders } from "../font-files/unpacked-fonts.js"
import { Child } from "./child.js"
import type { ChildOptions, OrderOptions } from "./child.js"
import { Rests } from "./rests.js"

export const HEAP_MB = 192
/** Limit of CPU time per order in milliseconds; the wall time limit allows for a busy machine. */
export const WORK_MS = 2_000
/** The same for orders of sources. */
export const SOURCE_WORK_MS = 500
const WALL_MS = 4_000
const IDLE_MS = 60_000
/** Queue limits: a device waits at most 10 s for its page. */
const MAX_WAITING = 20
const WAIT_MS = 5_000

export interface SandboxOptions {
  readonly log: Log
  readonly clock: Clock
  readonly fonts: () => readonly Font[]
  readonly icons: () => readonly IconSet[]
  readonly nodes: () => readonly NodeKind[]
  readonly fontFolders: FontFolders
  /** The child process. Default: one of its own. */
  readonly child?: SandboxChild | undefined
}

export type SandboxChild = Pick<Child<SandboxOrder, SandboxAnswer>, "order" | "pid" | "close">

/** Starts the child process of a sandbox on demand. */
export function sandboxChild({ log, clock, nice }: Pick<ChildOptions, "log" | "clock" | "nice">): SandboxChild {
  return new Child({
    name: "sandbox",
    module: new URL("./sandbox-child.js", import.meta.url),
    maxHeapMb: HEAP_MB,
    workMs: WORK_MS,
    wallMs: WALL_MS,
    idleMs: IDLE_MS,
    nice,
    log,
    clock,
  })
}

/** Sandbox for user-written modes: a child process that handles one order at a time, with bounded CPU time and memory. */
export class Sandbox implements Calls {
  readonly #options: SandboxOptions
  readonly #child: SandboxChild
  readonly #queue: FairQueue
  readonly #rests: Rests
  #equipment: { readonly equipment: string; readonly equipped: string } | undefined

  constructor(options: SandboxOptions) {
    const { clock } = options
    this.#options = options
    this.#queue = new FairQueue({ clock, maxWaiting: MAX_WAITING, waitMs: WAIT_MS })
    this.#child = options.child ?? sandboxChild(options)
    this.#rests = new Rests(clock)
  }

  async call(module: URL, input: unknown, turn: Turn): Promise<unknown> {
    this.#rests.check(turn)
    return this.#queue.run(turn, async (spent) => {
      const order = { kind: "call", module: module.href, input } as const
      const answer = await this.#asked(turn, order, { loads: module.href, spent })
      if ("output" in answer) return answer.output
      throw new Error("the sandbox did not answer the call")
    })
  }

  /** Paints a page; resolves to the boxes of its images when the order has no pictures yet. Rejects like `call`. */
  page(order: PageOrder, turn: Turn): Promise<Bitmap | readonly IndexedBox[]> {
    return this.#queue.run(turn, async (spent) => {
      const { equipment, equipped } = (this.#equipment ??= this.#equip())
      let answer = await this.#ask({ kind: "page", order, equipped }, { spent })
      // A new child has no fonts yet.
      if ("unequipped" in answer) answer = await this.#ask({ kind: "page", order, equipped, equipment }, { spent })
      if ("bitmap" in answer) return { ...answer.bitmap, palette: order.palette }
      if ("boxes" in answer) return answer.boxes
      throw new Error("the sandbox did not answer the page")
    })
  }

  /** Process id of the child; undefined while there is none. */
  pid(): Promise<number | undefined> {
    return this.#child.pid()
  }

  async close(): Promise<void> {
    this.#queue.clear(new Unavailable("The server is stopping: nothing more is drawn."))
    await this.#child.close()
  }

  /** Asks on behalf of a turn, whose source may have to rest. */
  async #asked(turn: Turn, order: SandboxOrder, options: OrderOptions): Promise<SandboxAnswer> {
    if (turn.source === undefined) return this.#ask(order, options)
    try {
      return await this.#ask(order, { ...options, workMs: SOURCE_WORK_MS })
    } catch (error) {
      if (error instanceof Invalid && (error.code === "budget-time" || error.code === "budget-memory"))
        this.#rests.ended(turn)
      throw error
    }
  }

  async #ask(order: SandboxOrder, options: OrderOptions): Promise<SandboxAnswer> {
    try {
      const answer = await this.#child.order(order, options).catch((error: unknown) => {
        // Earlier orders may have used memory: only a fresh child shows what this order needs.
        if (error instanceof WorkerError && error.reason === "memory" && !error.isFirst)
          return this.#child.order(order, options)
        throw error
      })
      if ("failure" in answer) throw errorOf(answer.failure)
      return answer
    } catch (error) {
      if (error instanceof WorkerError) throw this.#exceeded(error)
      throw error
    }
  }

  #exceeded({ reason }: WorkerError): Invalid | Unavailable {
    // A busy machine, or a killed process, is no fault of the order.
    if (reason === "late" || reason === "ended") return busy()
    if (reason === "time")
      return new Invalid(
        `The mode takes more than ${WORK_MS / 1000} seconds to draw: use fewer repetitions in its templates, and nest fewer boxes.`,
        { code: "budget-time" },
      )
    return new Invalid(
      `The mode takes more than ${HEAP_MB} MB of memory to draw: shorten the texts and lists in its templates.`,
      { code: "budget-memory" },
    )
  }

  #equip(): { readonly equipment: string; readonly equipped: string } {
    const { fonts, icons, nodes, fontFolders } = this.#options
    const all: Equipment = { fontFolders, nodes: nodes().map(({ module }) => module), fonts: fonts(), icons: icons() }
    const equipment = JSON.stringify(all)
    return { equipment, equipped: hash(equipment) }
  }
}

function errorOf({ status, code, message, issues }: Failure): PlatenError {
  const options = { code, ...(issues && { issues }) }
  return status === 422 ? new Invalid(message, options) : new PlatenError(status, code, message, options)
}
