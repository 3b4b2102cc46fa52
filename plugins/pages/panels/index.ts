import { CHECKS, definePlugin } from "platen/sdk"
import { CODECS, PALETTES, PANELS } from "platen/sdk/drawing"
import type { Panel } from "platen/sdk/drawing"
import { checkPanels } from "./check.js"
import { palettes } from "./palettes.js"

/** `size`: pixels as they are read, after the rotation. `mm`: millimetres of a pixel, from the active area in the data sheet. */
function panel(
  id: string,
  title: string,
  size: readonly [number, number],
  mm: number,
  palette = "bw",
  rotation: Panel["rotation"] = 0,
): Panel {
  return {
    id,
    title,
    width: size[0],
    height: size[1],
    mmPerPixel: mm,
    palette,
    codec: palette === "bw" ? "bmp" : "raw2bpp",
    ...(rotation !== 0 && { rotation }),
  }
}

/** Plugin of the panels and palettes of common ESP32 boards. */
export default definePlugin({
  id: "panels",
  needs: { panels: PANELS, palettes: PALETTES, codecs: CODECS },
  setup: ({ panels, palettes: all, codecs }) => [
    CHECKS.of(() => checkPanels(panels, all, codecs)),
    PALETTES.of(...palettes),
    PANELS.of(
      panel("4.2-bw", "4.2 inch, black and white", [400, 300], 0.212),
      panel("2.9-bw", "2.9 inch, black and white", [296, 128], 0.226),
      panel("1.54-bw", "1.54 inch, black and white", [200, 200], 0.138),
      panel("2.13-bw", "2.13 inch, black and white", [250, 122], 0.194),
      panel("2.13-bw-104", "2.13 inch, flexible, black and white", [212, 104], 0.229),
      panel("2.7-bw", "2.7 inch, black and white", [264, 176], 0.217),
      panel("2.9-bw-upright", "2.9 inch, upright, black and white", [128, 296], 0.226, "bw", 90),
      panel("5.83-bw", "5.83 inch, black and white", [648, 480], 0.183),
      panel("7.5-bw", "7.5 inch, black and white", [800, 480], 0.204),
      panel("4.2-bwry", "4.2 inch, black, white, red and yellow", [400, 300], 0.212, "bwry"),
      panel("4.2-bwr", "4.2 inch, black, white and red", [400, 300], 0.212, "bwr"),
      panel("5.83-bwr", "5.83 inch, black, white and red", [648, 480], 0.183, "bwr"),
      panel("5.83-bwry", "5.83 inch, black, white, red and yellow", [648, 480], 0.183, "bwry"),
      panel("7.5-bw-384", "7.5 inch, first version, black and white", [640, 384], 0.255),
      panel("7.5-bw-upright", "7.5 inch, upright, black and white", [480, 800], 0.204, "bw", 90),
      panel("9.7-bw", "9.7 inch, black and white", [1200, 825], 0.169),
      panel("10.3-bw", "10.3 inch, black and white", [1872, 1404], 0.112),
      panel("13.3-bw", "13.3 inch, black and white", [1600, 1200], 0.169),
      panel("13.3-bw-upright", "13.3 inch, upright, black and white", [1200, 1600], 0.169, "bw", 90),
    ),
  ],
})
