import { Invalid } from "platen/sdk"
import type { z } from "platen/sdk"
import type { ContentContext, DrawRequest, Mode, Place } from "platen/sdk/mode"

export const USUAL_TONE = "neutral"

/** Parses stored content. Throws Invalid for content of an older, incompatible version of the mode. */
export function dataOf(mode: Mode, kept: unknown): unknown {
  const checked = mode.data.safeParse(kept)
  if (checked.success) return checked.data
  throw new Invalid(`Mode ${mode.id} can no longer draw this content: ${faultOf(checked.error)}.`, {
    code: "content-outdated",
  })
}

/** Parses the settings of a mode. Throws Invalid that names the field. */
export function settingsOf(mode: Mode, raw: unknown): unknown {
  if (!mode.settings) return {}
  const checked = mode.settings.safeParse(raw ?? {})
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join("."), message }))
  throw new Invalid(`The settings of mode ${mode.id} are invalid: ${faultOf(checked.error)}.`, { issues })
}

/** Whether a page has nothing but the mode's own settings: no words of whoever asks for it. */
export function isUsual(mode: Mode, { settings, tone }: Pick<ContentContext, "settings" | "tone">): boolean {
  if (mode.scope !== undefined || tone !== USUAL_TONE) return false
  const usual = mode.settings?.safeParse({}) ?? { success: true, data: {} }
  return usual.success && JSON.stringify(usual.data) === JSON.stringify(settings)
}

/** The place of a mode's page: the one that its settings name, else that of the screen. */
export function placeOf(
  { id }: Pick<Mode, "id">,
  { place, places }: Pick<DrawRequest, "place" | "places">,
): Place | undefined {
  return places?.[id] ?? place
}

/** The first fault, for the end of a sentence. */
export function faultOf({ issues: [first] }: z.ZodError): string {
  const path = first?.path.join(".")
  return `${path ? `${path}: ` : ""}${first?.message.replace(/\.$/, "")}`
}
