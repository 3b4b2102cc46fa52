import type { Palette, PaletteEntry } from "platen/sdk/drawing"

type Colour = readonly [number, number, number]
const entry = (ink: PaletteEntry["ink"], rgb: Colour, measured?: Colour): PaletteEntry => ({
  ink,
  rgb,
  ...(measured && { measured }),
})

// What such panels look like by daylight: white reflects about 40 % and is 10 to 15 times as bright as black. Estimates from
// data sheets (GDEY042T81, GDEM042F52); whoever has measured a panel contributes a palette of its own.
const BLACK = entry("black", [0, 0, 0], [50, 50, 52])
const WHITE = entry("white", [255, 255, 255], [178, 178, 172])
const RED = entry("red", [200, 0, 0], [160, 44, 40])
const YELLOW = entry("yellow", [232, 176, 0], [178, 138, 30])

/** Black and white, one bit. */
export const BW: Palette = { id: "bw", bits: 1, entries: [BLACK, WHITE] }

/** Black, white and red in two bits. Red is code 3, as on the four-ink panels; code 2 is never used. */
export const BWR: Palette = { id: "bwr", bits: 2, entries: [BLACK, WHITE, { ...YELLOW, ink: "none" }, RED] }

/** Black, white, yellow and red in two bits: the codes of the four-ink panels. */
export const BWRY: Palette = { id: "bwry", bits: 2, entries: [BLACK, WHITE, YELLOW, RED] }

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
