import { inLanguage, z } from "platen/sdk"
import type { Localised } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import type { Definition } from "./definition.js"
import { settingShown, settingsShown } from "./settings.js"

const SOURCES = ["builtin", "builtin_json", "custom"] as const
/** Default icon: the one that existing pages draw. */
const NO_ICON = "star"
/** Seconds. A mode whose content lasts at least as long as the shortest refresh interval counts as cacheable. */
const MIN_CACHEABLE = 600
/** The names of the mode groups in existing pages. */
const CATEGORIES = { featured: "core", personal: "custom", more: "more" } as const

/** A mode in a list. `mac`: the device that owns it. */
export interface Listed {
  readonly mode: Mode
  readonly custom: boolean
  readonly mac?: string
}

export const modeShown = z
  .strictObject({
    mode_id: z.string(),
    display_name: z.string(),
    icon: z.string(),
    cacheable: z.boolean(),
    description: z.string(),
    source: z.enum(SOURCES),
    settings_schema: z.array(settingShown),
    mac: z.string().optional().describe("MAC address of the device that owns a custom mode."),
  })
  .meta({ id: "Mode" })

/** The definition of a custom mode, with the extra fields that existing pages read and send back. */
export const definitionShown = z.looseObject({
  spec: z.literal(1),
  id: z.string(),
  title: z.looseObject({ en: z.string() }),
  mode_id: z.string().describe("Same as id."),
  display_name: z.string().describe("The title in the caller's language."),
  icon: z.string().describe('"" when there is none.'),
  cacheable: z.boolean(),
  mac: z.string().optional().describe("MAC address of the device that owns the mode."),
})

/** A definition as callers read it. `mac`: the device that owns the mode. `language`: BCP 47. */
export function definitionOf(definition: Definition, mac: string | undefined, language: string): Definition {
  const {
    id,
    title,
    icon = "",
    cacheFor = Infinity,
  } = definition as {
    readonly id: string
    readonly title: Localised
    readonly icon?: string
    readonly cacheFor?: number
  }
  return {
    ...definition,
    mode_id: id,
    display_name: inLanguage(title, language),
    icon,
    cacheable: cacheFor >= MIN_CACHEABLE,
    ...(mac !== undefined && { mac }),
  }
}

const words = z.strictObject({ name: z.string(), tip: z.string() })

export const itemShown = z
  .strictObject({
    mode_id: z.string(),
    source: z.enum(SOURCES),
    category: z.enum(["core", "more", "custom"]),
    display_name: z.string(),
    description: z.string(),
    settings_schema: z.array(settingShown),
    i18n: z.strictObject({ zh: words, en: words }),
    mac: z.string().optional().describe("MAC address of the device that owns a custom mode."),
  })
  .meta({ id: "ModeChoice" })

/** An entry of GET /api/modes. */
export function listed({ mode, custom, mac }: Listed, language: string): z.output<typeof modeShown> {
  return {
    mode_id: mode.id,
    display_name: inLanguage(mode.title, language),
    icon: mode.icon ?? NO_ICON,
    cacheable: (mode.cacheFor ?? Infinity) >= MIN_CACHEABLE,
    description: mode.description ? inLanguage(mode.description, language) : "",
    source: sourceOf(mode, custom),
    settings_schema: [...settingsShown(mode, language)],
    ...(mac !== undefined && { mac }),
  }
}

/** An entry of GET /api/modes/catalog. */
export function item({ mode, custom, mac }: Listed, language: string): z.output<typeof itemShown> {
  const inTongue = (tongue: string): z.output<typeof words> => ({
    name: inLanguage(mode.title, tongue),
    tip: mode.description ? inLanguage(mode.description, tongue) : "",
  })
  const { name, tip } = inTongue(language)
  return {
    mode_id: mode.id,
    source: sourceOf(mode, custom),
    category: custom ? "custom" : CATEGORIES[mode.group ?? "more"],
    display_name: name,
    description: tip,
    settings_schema: [...settingsShown(mode, language)],
    i18n: { zh: inTongue("zh"), en: inTongue("en") },
    ...(mac !== undefined && { mac }),
  }
}

function sourceOf({ compiled }: Mode, custom: boolean): (typeof SOURCES)[number] {
  return custom ? "custom" : compiled ? "builtin_json" : "builtin"
}
