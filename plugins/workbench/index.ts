import { definePlugin } from "platen/sdk"

/** Commands for those who write modes and choose pictures. */
export default definePlugin({
  id: "workbench",
  commands: [
    { name: "render", summary: "draw one page into a file", load: () => import("./render.js") },
    {
      name: "sheet",
      summary: "draw every mode in every language, one PNG a panel",
      load: () => import("./sheet.js"),
    },
    { name: "dither", summary: "bring a picture to a panel's inks", load: () => import("./dither.js") },
    {
      name: "lint-mode",
      summary: "compile a mode spec and look over how it draws",
      load: () => import("./lint-mode.js"),
    },
    { name: "plugins", summary: "list what runs with this config", load: () => import("./plugins.js") },
  ],
  setup: () => [],
})
