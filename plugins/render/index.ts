import { CHOOSE, CLOCK, definePlugin, DEVICES, DRAW, LOG, MODES, OBSERVE, RANDOM, SERVICE } from "platen/sdk"
import { defaultMode, forcedMode } from "./choosers.js"
import { routes } from "./routes.js"
import { rendering } from "./service.js"

/** Pages as pictures. */
export default definePlugin({
  id: "render",
  needs: {
    draw: DRAW,
    choose: CHOOSE,
    modes: MODES,
    devices: DEVICES,
    service: SERVICE,
    clock: CLOCK,
    log: LOG,
    random: RANDOM,
    observe: OBSERVE,
  },
  setup: (needs) => {
    const pages = rendering(needs)
    return {
      choosers: [forcedMode(needs.modes, needs.service), defaultMode(needs.modes, needs.service)],
      routes: routes({ rendering: pages, service: needs.service, log: needs.log, rendered: needs.observe }),
      dispose: pages.settled,
    }
  },
})
