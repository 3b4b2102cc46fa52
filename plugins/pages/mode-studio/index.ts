import { definePlugin, LOAD, LOG, SERVICE, STORE, OBSERVERS, onDispose, onReady } from "platen/sdk"
import { DEVICES, IMPORTERS, QUOTAS } from "platen/sdk/device"
import { PANELS } from "platen/sdk/drawing"
import { AREAS, ROUTES } from "platen/sdk/http"
import { CONFINE, DRAW, FOREIGN_MODES, MODES, SOURCES } from "platen/sdk/mode"
import { CHANGES } from "platen/sdk/servers"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { accessBy } from "./access.js"
import { customRoutes } from "./custom-routes.js"
import { modeImporter } from "./importer.js"
import { modesPart } from "./file-part.js"
import { listRoutes } from "./list-routes.js"
import { studioOf, TOPIC } from "./service.js"
import { modeStoreOf } from "./mode-store.js"
import { trialOf } from "./trial.js"

/** The API for modes: lists all modes; previews, saves, reads and deletes custom modes. */
export default definePlugin({
  id: "mode-studio",
  opens: [FOREIGN_MODES],
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
    panels: PANELS,
    formats: FOREIGN_MODES,
    areas: AREAS,
    changes: CHANGES,
  },
  setup: (needs) => {
    const { areas, formats, panels, modes, sources, confine, load, devices, draw, service } = needs
    const modeStore = modeStoreOf(load)
    const access = accessBy(devices)
    const studio = studioOf({ ...needs, modeStore })
    return [
      IMPORTERS.of(modeImporter(studio)),
      OBSERVERS.of({ id: "mode-studio", forgotten: (device) => studio.forget(device) }),
      SCREENS_FILE_PARTS.of(modesPart({ studio, devices, areas })),
      ROUTES.of(
        ...listRoutes({ modeStore, access, modes, service }),
        ...customRoutes({
          studio,
          access,
          panels,
          formats,
          confine,
          sources,
          trial: trialOf({ draw, load, service }),
          language: service.defaults.language,
        }),
      ),
      onReady(() => studio.open()),
      onDispose(needs.changes.follow(TOPIC, () => studio.refresh())),
    ]
  },
})
