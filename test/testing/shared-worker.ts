import type { Worker, WorkerSpec } from "platen/sdk"
import { systemClock } from "../../kernel/clock.js"
import { Workers } from "../../kernel/engine/work/workers.js"
import { fakeLog } from "./fakes.js"

const workers = new Workers({ log: fakeLog(), clock: systemClock })
const all = new Map<string, Worker>()

/** A child process that stages of this process share: it has no state, and its start takes longer than most tests. It outlives the stages, and ends when it is idle. */
export function sharedWorker(spec: WorkerSpec): Worker {
  const key = JSON.stringify(spec, (_, value: unknown) => (value instanceof URL ? value.href : value))
  let worker = all.get(key)
  if (!worker) all.set(key, (worker = workers.start(spec)))
  return { order: worker.order, close: async () => {} }
}
