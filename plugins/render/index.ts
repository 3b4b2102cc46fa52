import { CLOCK, definePlugin, LOG, RANDOM, SERVICE, OBSERVERS, onDispose } from "platen/sdk"
import { CHOOSE, DEVICES, CHOOSERS, PAGE_REQUEST } from "platen/sdk/device"
import { ROUTES } from "platen/sdk/http"
import { DRAW, MODES } from "platen/sdk/mode"
import { notifier } from "platen/sdk/kit"
import type { RenderEvent } from "platen/sdk"
import { defaultMode, forcedMode } from "./choosers.js"
import { routes } from "./routes.js"
import { rendering } from "./service.js"

/** Plugin that renders pages as pictures: render, preview and preview stream. */
export default definePlugin({
  id: "render",
  needs: {
    draw: DRAW,
    choose: CHOOSE,
    pageRequest: PAGE_REQUEST,
    modes: MODES,
    devices: DEVICES,
    service: SERVICE,
    clock: CLOCK,
    log: LOG,
    random: RANDOM,
    observers: OBSERVERS,
  },
  setup: (needs) => {
    const pages = rendering(needs)
    const { observers, log, service } = needs
    const notify = notifier(observers, log, "render")
    const rendered = (event: RenderEvent): void => {
      setImmediate(notify, event)
    }
    return [
      CHOOSERS.of(forcedMode(needs.modes, needs.service), defaultMode(needs.modes, needs.service)),
      ROUTES.of(...routes({ rendering: pages, service, log, rendered })),
      onDispose(pages.settled),
    ]
  },
})
