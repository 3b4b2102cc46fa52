import { SetupError } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Codec, Palette, Panel } from "platen/sdk/drawing"

/** Throws SetupError for a panel whose palette or codec no plugin contributes. */
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
}
