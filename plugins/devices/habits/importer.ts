import { BadInput, Invalid, z } from "platen/sdk"
import type { Importer } from "platen/sdk/device"
import { habitName } from "./name.js"
import type { Habits } from "./service.js"

/** A habit of another server: the days on which it was done, ISO 8601. */
const habit = z.object({ name: habitName, dates: z.array(z.iso.date()).max(10_000) })

/** Takes over a habit with its days: `{ name, dates }`. Days are added to those that are here; nothing is removed. */
export function habitImporter(habits: Pick<Habits, "mark">): Importer {
  return {
    id: "habits",
    take: async (data, { device, how }) => {
      if (!device) throw new BadInput("A habit belongs to one device: name it.")
      const { data: given, error } = habit.safeParse(data)
      if (!given) {
        const [issue] = error.issues
        throw new Invalid(`The habit is wrong: ${issue!.path.join(".")}: ${issue!.message}.`)
      }
      const { days, marked, passed } = await habits.mark(device.realm, device.mac, given, how === "check")
      if (days === 0) throw new Invalid("The habit has no day within the last year: mark one, and the habit is there.")
      const notes = passed > 0 ? [`days left out, in the future or more than a year ago: ${passed}.`] : []
      return { result: marked > 0 ? "taken" : "same", notes }
    },
  }
}
