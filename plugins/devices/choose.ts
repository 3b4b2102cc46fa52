import { NotFound } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Choice, Chooser, ChooseRequest } from "platen/sdk/device"

/** The choice of the first chooser that returns one. Throws NotFound when no chooser does. */
export function chosen(choosers: Catalog<Chooser>, request: ChooseRequest): Choice {
  for (const chooser of choosers.list()) {
    const choice = chooser.choose(request)
    if (choice) return choice
  }
  throw new NotFound("No enabled plugin chooses a mode for this device: enable one, such as strategies.")
}
