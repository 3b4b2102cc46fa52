import {
  CACHES,
  CLOCK,
  definePlugin,
  LOG,
  RANDOM,
  SERVICE,
  STORE,
  OBSERVERS,
  onDispose,
  onReady,
  provide,
} from "platen/sdk"
import { CHOOSE, DEVICES, CHOOSERS, PAGE_REQUEST, RENDERS } from "platen/sdk/device"
import { CHECKUPS } from "platen/sdk/doctor"
import { CODECS, PALETTES, PANELS } from "platen/sdk/drawing"
import { ROUTES } from "platen/sdk/http"
import { DRAW, MODES, SOURCE_READS } from "platen/sdk/mode"
import { backgroundTasks, every, notifier } from "platen/sdk/kit"
import { LEASES, SERVERS } from "platen/sdk/servers"
import type { RenderEvent } from "platen/sdk"
import { checkup } from "./checkup.js"
import { defaultMode, forcedMode } from "./choosers.js"
import { leasesOf } from "./leases.js"
import { previewsOf } from "./previews.js"
import { reservationsOf } from "./reservations.js"
import { routes } from "./routes.js"
import { screenRoutes } from "./screen-routes.js"
import { SENT_BYTES, sentPictures } from "./sent.js"

/** Milliseconds between two looks at leases of servers that may be gone. */
const SETTLE_MS = 60_000

/** Plugin that renders pages as pictures: for devices, whatever their protocol, and the routes render, preview and preview stream. */
export default definePlugin({
  id: "render",
  needs: {
    servers: SERVERS,
    jobs: LEASES,
    draw: DRAW,
    choose: CHOOSE,
    pageRequest: PAGE_REQUEST,
    modes: MODES,
    devices: DEVICES,
    service: SERVICE,
    panels: PANELS,
    palettes: PALETTES,
    codecs: CODECS,
    caches: CACHES,
    clock: CLOCK,
    log: LOG,
    random: RANDOM,
    store: STORE,
    observers: OBSERVERS,
    reads: SOURCE_READS,
  },
  provides: [RENDERS],
  setup: (needs) => {
    const { observers, log, modes, service, panels, servers, jobs, clock } = needs
    const { after, settled } = backgroundTasks((fields) => log.error(fields, "render-write.failed"))
    const notify = notifier(observers, log, "render")
    const rendered = (event: RenderEvent): void => {
      setImmediate(notify, event)
    }
    const previews = previewsOf(needs)
    const sent = sentPictures(needs.caches(SENT_BYTES), needs.codecs, needs.palettes)
    const leases = leasesOf({ ...needs, previews, sent, reservations: reservationsOf(needs), after, rendered })
    // The server that set the timer of a lease may be gone.
    const settleForAll = async (): Promise<void> => {
      try {
        if (await jobs.holds("render-leases")) await leases.settle()
      } catch (error) {
        log.warn({ err: error }, "lease-release.failed")
      }
    }
    return [
      provide(RENDERS, leases),
      CHOOSERS.of(forcedMode(modes, service), defaultMode(modes, service)),
      ROUTES.of(...routes({ previews, renders: leases, modes, service, panels, log, rendered })),
      CHECKUPS.of(checkup),
      ROUTES.of(...screenRoutes({ ...needs, previews, sent })),
      OBSERVERS.of({ id: "render", forgotten: async (device) => sent.forget(device) }),
      onReady(leases.settle),
      ...(servers.isAlone ? [] : [onDispose(every(clock, SETTLE_MS, () => void settleForAll()))]),
      onDispose(async () => {
        leases.stop()
        await settled()
      }),
    ]
  },
})
