import { CHECKS, definePlugin } from "platen/sdk"
import { CODECS, PALETTES, PANELS } from "platen/sdk/drawing"
import type { Panel } from "platen/sdk/drawing"
import { checkPanels } from "./check.js"
import { palettes } from "./palettes.js"

function panel(id: string, title: string, size: readonly [number, number], palette: string): Panel {
  return { id, title, width: size[0], height: size[1], palette, codec: palette === "bw" ? "bmp" : "raw2bpp" }
}

/** Plugin of the panels and palettes of common ESP32 boards. */
export default definePlugin({
  id: "panels",
  needs: { panels: PANELS, palettes: PALETTES, codecs: CODECS },
  setup: ({ panels, palettes: all, codecs }) => [
    CHECKS.of(() => checkPanels(panels, all, codecs)),
    PALETTES.of(...palettes),
    PANELS.of(
      panel("4.2-bw", "4.2 inch, black and white", [400, 300], "bw"),
      panel("2.9-bw", "2.9 inch, black and white", [296, 128], "bw"),
      panel("5.83-bw", "5.83 inch, black and white", [648, 480], "bw"),
      panel("7.5-bw", "7.5 inch, black and white", [800, 480], "bw"),
      panel("4.2-bwry", "4.2 inch, black, white, red and yellow", [400, 300], "bwry"),
    ),
  ],
})
