import { NotFound } from "platen/sdk"
import type { Catalog } from "platen/sdk"
import type { Choice, Chooser, ChooseRequest } from "platen/sdk/device"

/** The answer of the first chooser that has one. Throws NotFound when none has. */
export function chosen(choosers: Catalog<Chooser>, request: ChooseRequest): Choice {
  for (const chooser of choosers.list()) {
    const choice = chooser.choose(request)
    if (choice) return choice
  }
  throw new NotFound("No enabled plugin chooses what to show: enable one that does.")
}
