import type { Worker, WorkerSpec } from "platen/sdk"
import { sharingSdk } from "../../kernel/plugins/share-sdk.js"
import { sandboxChild } from "../../kernel/work/sandbox.js"
import type { SandboxChild } from "../../kernel/work/sandbox.js"
import { Workers } from "../../kernel/work/workers.js"
import { fakeClock, fakeLog } from "./fakes.js"

/** On a clock that stands still, and at the priority of the tests: their orders are bounded by processor time alone, and a loaded machine ends none. */
const given = { log: fakeLog(), clock: fakeClock(), nice: 0 }
const workers = new Workers(given)
const all = new Map<string, Worker>()
let sandbox = sandboxChild(given)
/** How many arguments a child gets with which it shares the SDK with plugins from outside: one that began without them is of no use to those. */
let shared = sharingSdk().length
let last: Promise<unknown> = Promise.resolve()

/**
 * Child processes that the stages of this process share: they keep nothing from one order to the next, and their start takes longer than most
 * tests. They end with this process.
 */
export const sharedChildren: { readonly worker: (spec: WorkerSpec) => Worker; readonly sandbox: SandboxChild } = {
  worker: (spec) => {
    const key = JSON.stringify(spec, (_, value: unknown) => (value instanceof URL ? value.href : value))
    let worker = all.get(key)
    if (!worker) all.set(key, (worker = workers.start(spec)))
    return { order: worker.order, close: async () => {} }
  },
  sandbox: {
    // One order at a time, whichever stage it is of.
    order: (order, options) => {
      const answer = last.then(async () => {
        if (shared !== sharingSdk().length) {
          shared = sharingSdk().length
          await sandbox.close()
          sandbox = sandboxChild(given)
        }
        return sandbox.order(order, options)
      })
      last = answer.catch(() => {})
      return answer
    },
    pid: () => sandbox.pid(),
    close: async () => {},
  },
}
