import { NotFound } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Choice, Chooser, ChooseRequest, Why } from "platen/sdk/device"

/** The choice of the first chooser that returns one. Throws NotFound when no chooser does. */
export function chosen(choosers: Catalog<Chooser>, request: ChooseRequest): Choice & { readonly why: Why } {
  for (const chooser of choosers.list()) {
    const choice = chooser.choose(request)
    if (choice) {
      const { detail } = choice
      return { ...choice, why: { by: chooser.id, ...(detail !== undefined && { detail }) } }
    }
  }
  throw new NotFound("No enabled plugin chooses a mode for this device: enable one, such as strategies.")
}
