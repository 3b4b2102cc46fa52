import { COMPILE, definePlugin, ICONS, provide, SOURCES } from "platen/sdk"
import { compile } from "./compile.js"

/** Modes as data: a JSON spec becomes a mode like any other. */
export default definePlugin({
  id: "modes-json",
  needs: { sources: SOURCES, icons: ICONS },
  provides: [COMPILE],
  setup: ({ sources, icons }) => ({
    services: [provide(COMPILE, (spec) => compile(spec, { source: (name) => sources.get(name), hasIcon: (name) => icons.has(name) }))],
  }),
})
