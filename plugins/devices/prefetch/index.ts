import { CLOCK, definePlugin, LOG, OBSERVERS, onDispose, onListening, provide, token } from "platen/sdk"
import { DEVICES, RENDERS } from "platen/sdk/device"
import { AREAS } from "platen/sdk/http"
import { every, notifier } from "platen/sdk/kit"
import { observerOf } from "./observer.js"
import { WorkAhead } from "./work.js"

/** The work ahead of wakes, for tests that move the clock. */
export const AHEAD = token<Pick<WorkAhead, "step" | "begin">>("ahead.work")

/** Milliseconds between two looks at what is due. */
const STEP_MS = 5_000

/** Plugin that makes the content of pages shortly before the devices wake that will show them. */
export default definePlugin({
  id: "ahead",
  needs: { devices: DEVICES, renders: RENDERS, areas: AREAS, clock: CLOCK, log: LOG, observers: OBSERVERS },
  provides: [AHEAD],
  setup: (needs) => {
    const { log, clock, observers } = needs
    const work = new WorkAhead(needs)
    let stop = (): void => {}
    let begun = Promise.resolve()
    return [
      provide(AHEAD, work),
      OBSERVERS.of(observerOf(work, notifier(observers, log, "ahead"))),
      onListening(() => {
        const failed = (error: unknown): void => log.error({ err: error }, "ahead.failed")
        // Beside the first calls: a store with many devices takes its time.
        begun = work.begin().catch(failed)
        stop = every(clock, STEP_MS, () => void work.step().catch(failed))
      }),
      onDispose(async () => {
        stop()
        work.stop()
        await begun
      }),
    ]
  },
})
