import { SetupError } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Codec, Palette, Panel } from "platen/sdk/drawing"

/** Throws SetupError for a panel whose palette or codec no plugin contributes, and for a tone curve that does not rise from 0 to 1. */
export function checkPanels(panels: Catalog<Panel>, palettes: Catalog<Palette>, codecs: Catalog<Codec>): void {
  for (const { id, palette, codec } of panels.list()) {
    const missing = !palettes.get(palette)
      ? `palette "${palette}"`
      : !codecs.get(codec)
        ? `codec "${codec}"`
        : undefined
    if (missing !== undefined)
      throw new SetupError(
        `Panel "${id}" uses the ${missing}, which no plugin contributes: enable the plugin that contributes it, or correct the panel.`,
      )
  }
  for (const { id, toneCurve: curve } of palettes.list()) {
    const isRising = curve?.every((tone, i) => tone > (curve[i - 1] ?? -1)) ?? true
    if (curve && (!isRising || curve.length < 2 || curve[0] !== 0 || curve.at(-1) !== 1))
      throw new SetupError(
        `The toneCurve of the palette "${id}" must be two or more numbers that rise, the first 0 and the last 1.`,
      )
  }
}
