import { definePlugin } from "platen/sdk"

/** Plugin of the commands for authors of modes. */
export default definePlugin({
  id: "workbench",
  commands: [
    { name: "render", summary: "draw one page into a file", load: () => import("./render.js") },
    {
      name: "sheet",
      summary: "draw every mode in every language, one PNG per panel",
      load: () => import("./sheet.js"),
    },
    { name: "dither", summary: "dither a picture for a panel", load: () => import("./dither.js") },
    {
      name: "lint-mode",
      summary: "compile a mode spec and check its pages",
      load: () => import("./lint-mode.js"),
    },
    {
      name: "plugins",
      summary: "list plugins, modes, panels and sources of this config",
      load: () => import("./plugins.js"),
    },
  ],
  setup: () => [],
})
