import { Invalid } from "platen/sdk"
import type { z } from "platen/sdk"
import type { Mode } from "platen/sdk/mode"

/** Content that was kept, as the mode reads it today. Throws Invalid for what an older version of the mode has made. */
export function dataOf(mode: Mode, kept: unknown): unknown {
  const checked = mode.data.safeParse(kept)
  if (checked.success) return checked.data
  throw new Invalid(`Mode ${mode.id} cannot draw this content any more: ${faultOf(checked.error)}.`, {
    code: "content-outdated",
  })
}

/** Throws Invalid that names the field. */
export function settingsOf(mode: Mode, given: unknown): unknown {
  if (!mode.settings) return {}
  const checked = mode.settings.safeParse(given ?? {})
  if (checked.success) return checked.data
  const issues = checked.error.issues.map(({ path, message }) => ({ path: path.join("."), message }))
  throw new Invalid(`The settings of mode ${mode.id} are wrong: ${faultOf(checked.error)}.`, { issues })
}

/** The first fault, as the end of a sentence. */
export function faultOf({ issues: [first] }: z.ZodError): string {
  const path = first?.path.join(".")
  return `${path ? `${path}: ` : ""}${first?.message.replace(/\.$/, "")}`
}
