import { BW, BWR, BWRY } from "platen/sdk/drawing"
import type { Palette, PaletteEntry } from "platen/sdk/drawing"

const [BLACK, WHITE] = [BW.entries[0]!, BW.entries[1]!]

function grey(value: number): PaletteEntry {
  return { ink: `grey-${value}`, rgb: [value, value, value] }
}

/** Grey palette: black, white, then the greys between them, the darkest first. */
function greys(id: string, bits: 2 | 4): Palette {
  const steps = 2 ** bits - 1
  const plain = ({ ink, rgb }: PaletteEntry): PaletteEntry => ({ ink, rgb })
  return {
    id,
    bits,
    entries: [
      plain(BLACK),
      plain(WHITE),
      ...Array.from({ length: steps - 1 }, (_, i) => grey(Math.round(((i + 1) * 255) / steps))),
    ],
  }
}

/**
 * Palette of six inks in four bits, with the codes of the panel controllers; code 4 is unused.
 * Source of the measured colours: epdoptimize, its palette of a 7.3 inch Spectra 6 panel.
 */
const SPECTRA6: Palette = {
  id: "spectra6",
  bits: 4,
  entries: [
    { ink: "black", rgb: [0, 0, 0], measured: [25, 30, 33] },
    { ink: "white", rgb: [255, 255, 255], measured: [232, 232, 232] },
    { ink: "yellow", rgb: [255, 255, 0], measured: [239, 222, 68] },
    { ink: "red", rgb: [255, 0, 0], measured: [178, 19, 24] },
    { ink: "none", rgb: [255, 255, 255] },
    { ink: "blue", rgb: [0, 0, 255], measured: [33, 87, 186] },
    { ink: "green", rgb: [0, 255, 0], measured: [18, 95, 32] },
  ],
}

export const palettes: readonly Palette[] = [BW, BWR, BWRY, greys("grey4", 2), greys("grey16", 4), SPECTRA6]
