import { Unavailable } from "platen/sdk"
import type { Worker, WorkerSpec } from "platen/sdk"
import { Child } from "./child.js"
import type { ChildOptions } from "./child.js"
import { FairQueue } from "./fair-queue.js"

/** Starts and stops the child processes that run modules of plugins. */
export class Workers {
  readonly #all = new Set<Worker>()
  readonly #given: Pick<ChildOptions, "log" | "clock" | "nice">

  constructor(given: Pick<ChildOptions, "log" | "clock" | "nice">) {
    this.#given = given
  }

  start({ module, maxWaiting, waitMs, ...bounds }: WorkerSpec): Worker {
    const queue = new FairQueue({ ...this.#given, maxWaiting, waitMs })
    const child = new Child<object, unknown>({
      ...bounds,
      module: new URL("./worker-child.js", import.meta.url),
      args: [module.href],
      ...this.#given,
    })
    const worker: Worker = {
      order: (order, turn) => queue.run(turn, (spent) => child.order(order, { spent })),
      close: async () => {
        this.#all.delete(worker)
        queue.clear(new Unavailable("The server is stopping: nothing more is drawn."))
        await queue.run(undefined, () => child.close())
      },
    }
    this.#all.add(worker)
    return worker
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map((worker) => worker.close()))
  }
}
