import { definePlugin } from "platen/sdk"
import { FONTS } from "platen/sdk/drawing"
import type { Font } from "platen/sdk/drawing"

/** Characters of each font. Latin letters and digits among them are set in the usual faces. */
const SCRIPTS: Readonly<Record<string, Font["covers"]>> = {
  devanagari: [
    [0x900, 0x97f],
    [0x1cd0, 0x1cf9],
    [0xa830, 0xa839],
    [0xa8e0, 0xa8ff],
    [0x11b00, 0x11b09],
  ],
  // With the danda, which is in the block of Devanagari.
  bengali: [
    [0x951, 0x952],
    [0x964, 0x965],
    [0x980, 0x9fe],
  ],
  tamil: [
    [0x964, 0x965],
    [0xb82, 0xbfa],
  ],
  "thai-looped": [[0xe01, 0xe5b]],
}

function face(script: string, weight: "regular" | "bold"): Font {
  const file = `noto-sans-${script}-${weight === "bold" ? 700 : 400}.woff2`
  return {
    id: `noto-sans-${script}${weight === "bold" ? "-bold" : ""}`,
    file: new URL(`./${file}`, import.meta.url),
    families: ["sans", "serif", "mono", "display", "brush"],
    weight,
    rank: 5,
    covers: SCRIPTS[script]!,
    sizes: { min: 10, max: 720 },
  }
}

/** Plugin of Noto Sans for Devanagari, Bengali, Tamil and Thai, in regular and bold, with all rules for shaping these scripts. */
export default definePlugin({
  id: "fonts-noto-scripts",
  setup: () => [FONTS.of(...Object.keys(SCRIPTS).flatMap((script) => [face(script, "regular"), face(script, "bold")]))],
})
