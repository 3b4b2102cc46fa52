import { SetupError } from "platen/sdk"
import type { AppConfig } from "./config.js"
import type { Registry } from "./plugins/registry.js"

/** What the config and the contributions name must be there. */
export function checkReferences(registry: Registry, { defaults }: AppConfig): void {
  const modes = registry.modeCatalog()
  if (!modes.get(defaults.mode)) {
    throw new SetupError(
      `defaults.mode in platen.yaml names "${defaults.mode}", which is not installed: take one of ${
        modes
          .list()
          .map(({ id }) => id)
          .join(", ") || "no modes at all"
      }.`,
    )
  }
  for (const panel of registry.panels.list()) {
    if (!registry.palettes.get(panel.palette))
      throw new SetupError(
        `Panel "${panel.id}" names the palette "${panel.palette}", which nobody gives: enable the plugin that does, or correct the panel.`,
      )
    if (!registry.codecs.get(panel.codec))
      throw new SetupError(
        `Panel "${panel.id}" names the codec "${panel.codec}", which nobody gives: enable the plugin that does, or correct the panel.`,
      )
  }
}
