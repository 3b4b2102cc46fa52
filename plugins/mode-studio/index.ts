import { CONFINE, definePlugin, DEVICES, DRAW, LOAD, LOG, MODES, QUOTAS, SERVICE, SOURCES, STORE } from "platen/sdk"
import { accessBy } from "./access.js"
import { customRoutes } from "./custom-routes.js"
import { listRoutes } from "./list-routes.js"
import { studioOf } from "./service.js"
import { modeStoreOf } from "./mode-store.js"
import { trialOf } from "./trial.js"

/** The modes there are, and those that people make of their own: listed, tried, saved, read, deleted. */
export default definePlugin({
  id: "mode-studio",
  needs: {
    store: STORE,
    log: LOG,
    modes: MODES,
    sources: SOURCES,
    confine: CONFINE,
    load: LOAD,
    devices: DEVICES,
    draw: DRAW,
    quotas: QUOTAS,
    service: SERVICE,
  },
  setup: ({ store, log, modes, sources, confine, load, devices, draw, quotas, service }) => {
    const modeStore = modeStoreOf(load)
    const access = accessBy(devices)
    const studio = studioOf({ quotas, store, log, modes, sources, confine, devices, modeStore, service })
    return {
      observers: [{ id: "mode-studio", forgotten: (device) => studio.forget(device) }],
      routes: [
        ...listRoutes({ modeStore, access, modes, service }),
        ...customRoutes({
          studio,
          access,
          confine,
          sources,
          trial: trialOf({ draw, load, service }),
          language: service.defaults.language,
        }),
      ],
      ready: () => studio.open(),
    }
  },
})
