import { CLOCK, definePlugin, LOG, SECRETS, SERVICE } from "platen/sdk"
import { DEVICES, IMPORTERS, STRATEGIES, CHOOSERS } from "platen/sdk/device"
import { AREAS, ROUTES } from "platen/sdk/http"
import { MODES, SOURCE_READS } from "platen/sdk/mode"
import { SCREENS_FILE_PARTS } from "platen/sdk/screens-file"
import { nextMode, strategyMode } from "./choosers.js"
import { configImporter } from "./importer.js"
import { configsPart } from "./file-part.js"
import { locateBy } from "./locate.js"
import { playlistRoutes } from "./playlist-routes.js"
import { playlistsOf } from "./playlists.js"
import { restoreRoute, routes } from "./routes.js"
import { configsOf } from "./service.js"

/** The configs of devices: saves, lists and restores them, and chooses a device's next mode by them. */
export default definePlugin({
  id: "configs",
  needs: {
    devices: DEVICES,
    modes: MODES,
    strategies: STRATEGIES,
    service: SERVICE,
    clock: CLOCK,
    log: LOG,
    secrets: SECRETS,
    reads: SOURCE_READS,
    areas: AREAS,
  },
  setup: (needs) => {
    const locate = locateBy(needs.reads, needs.clock)
    const configs = configsOf(needs)
    const playlists = playlistsOf({ ...needs, withModes: configs.withModes })
    return [
      IMPORTERS.of(configImporter(configs, locate({ caller: "operator" }))),
      CHOOSERS.of(nextMode(needs.modes, needs.strategies), strategyMode(needs.modes, needs.strategies)),
      ROUTES.of(
        // The same MAC is a different device in each area.
        ...routes(
          configs,
          ["core"],
          {
            save: "open",
            current: "open",
            history: "open",
            activate: "open",
          },
          locate,
          needs.service,
        ),
        ...routes(
          configs,
          ["extended", "configs"],
          {
            save: { anyOf: ["device", "member", "admin"], body: true },
            current: { anyOf: ["token", "member", "admin"] },
            history: { anyOf: ["device", "member", "admin"] },
            activate: { anyOf: ["admin"] },
          },
          locate,
          needs.service,
        ),
      ),
      ROUTES.of(
        restoreRoute(configs, ["extended", "configs"]),
        ...playlistRoutes(playlists, locate, needs.service.security),
      ),
      SCREENS_FILE_PARTS.of(
        configsPart({ ...needs, configs, playlists, locate: locate({ caller: "operator", anonymous: false }) }),
      ),
    ]
  },
})
