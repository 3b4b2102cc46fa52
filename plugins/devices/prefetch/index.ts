import { CLOCK, definePlugin, LOG, OBSERVERS, onDispose, onListening, provide, token } from "platen/sdk"
import { DEVICES, RENDERS } from "platen/sdk/device"
import { AREAS } from "platen/sdk/http"
import { every, notifier } from "platen/sdk/kit"
import { LEASES, SERVERS } from "platen/sdk/servers"
import type { Clock } from "platen/sdk"
import type { Leases } from "platen/sdk/servers"
import { observerOf } from "./observer.js"
import { WorkAhead } from "./work.js"

/** The work ahead of wakes, for tests that move the clock. */
export const AHEAD = token<Pick<WorkAhead, "step" | "begin">>("ahead.work")

/** Milliseconds between two looks at what is due. */
const STEP_MS = 5_000

/** Milliseconds after which the server that works for all looks for devices that have come to the others. */
const LOOK_MS = 300_000

interface ForAll {
  readonly work: WorkAhead
  readonly jobs: Leases
  readonly clock: Clock
  begin(): void
}

/** One of several servers works ahead for all: what it asks of the world, the others find among the shared answers. */
function forAll({ work, jobs, clock, begin }: ForAll): () => Promise<void> {
  let lookedAt: number | undefined
  return async () => {
    if (!(await jobs.holds("ahead"))) {
      lookedAt = undefined
      work.forget()
      return
    }
    if (lookedAt === undefined || clock.now() - lookedAt >= LOOK_MS) {
      lookedAt = clock.now()
      begin()
    }
    await work.step()
  }
}

/** Plugin that makes the content of pages shortly before the devices wake that will show them. */
export default definePlugin({
  id: "ahead",
  needs: {
    devices: DEVICES,
    renders: RENDERS,
    areas: AREAS,
    clock: CLOCK,
    log: LOG,
    observers: OBSERVERS,
    servers: SERVERS,
    jobs: LEASES,
  },
  provides: [AHEAD],
  setup: (needs) => {
    const { log, clock, observers, servers, jobs } = needs
    const work = new WorkAhead(needs)
    let stop = (): void => {}
    let begun = Promise.resolve()
    return [
      provide(AHEAD, work),
      OBSERVERS.of(observerOf(work, notifier(observers, log, "ahead"))),
      onListening(() => {
        const failed = (error: unknown): void => log.error({ err: error }, "ahead.failed")
        // Beside the first calls: a store with many devices takes its time.
        const begin = (): void => void (begun = begun.then(() => work.begin()).catch(failed))
        if (servers.isAlone) begin()
        const step = servers.isAlone ? async () => work.step() : forAll({ work, jobs, clock, begin })
        stop = every(clock, STEP_MS, () => void step().catch(failed))
      }),
      onDispose(async () => {
        stop()
        work.stop()
        await begun
      }),
    ]
  },
})
