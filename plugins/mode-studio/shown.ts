import { inLanguage, z } from "platen/sdk"
import type { Localised } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"
import type { Definition } from "./definition.js"
import { settingShown, settingsShown } from "./settings.js"

const SOURCES = ["builtin", "builtin_json", "custom"] as const
/** Existing pages draw a star where there is nothing else. */
const NO_ICON = "star"
/** Seconds: content that lasts as long as the shortest interval of a screen is worth keeping. */
const WORTH_KEEPING = 600
/** As existing pages call the groups of modes. */
const CATEGORIES = { featured: "core", personal: "custom", more: "more" } as const

/** A mode, and whose it is: `mac` for a device's own. */
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
    mac: z.string().optional().describe("Of a custom mode: the device that has it."),
  })
  .meta({ id: "Mode" })

/** A custom mode's definition, and beside it what existing pages read and send again. */
export const definitionShown = z.looseObject({
  spec: z.literal(1),
  id: z.string(),
  title: z.looseObject({ en: z.string() }),
  mode_id: z.string().describe("The same as id."),
  display_name: z.string().describe("The title in the caller's language."),
  icon: z.string().describe('"": none.'),
  cacheable: z.boolean(),
  mac: z.string().optional().describe("The device that has the mode."),
})

/** `mac`: the device that has the mode. `language`: BCP 47. */
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
    cacheable: cacheFor >= WORTH_KEEPING,
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
    mac: z.string().optional().describe("Of a custom mode: the device that has it."),
  })
  .meta({ id: "ModeChoice" })

/** A mode in the list of modes. */
export function listed({ mode, custom, mac }: Listed, language: string): z.output<typeof modeShown> {
  return {
    mode_id: mode.id,
    display_name: inLanguage(mode.title, language),
    icon: mode.icon ?? NO_ICON,
    cacheable: (mode.cacheFor ?? Infinity) >= WORTH_KEEPING,
    description: mode.description ? inLanguage(mode.description, language) : "",
    source: sourceOf(mode, custom),
    settings_schema: [...settingsShown(mode, language)],
    ...(mac !== undefined && { mac }),
  }
}

/** A mode in the catalog from which people choose. */
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
