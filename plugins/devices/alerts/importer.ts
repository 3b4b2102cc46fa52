import { BadInput, Invalid, z } from "platen/sdk"
import type { Device, Devices, Importer } from "platen/sdk/device"
import { ALERTS } from "./slice.js"

/** What a header can bear, long enough that nobody guesses it. */
const TOKEN = /^[\x21-\x7e]{16,200}$/

/** Takes over the alert token of a device: `{ token }`, so that whoever sends alerts goes on. A token that is here stays, unless the import replaces it. */
export function alertImporter(devices: Pick<Devices, "get" | "update">): Importer {
  return {
    id: "alerts",
    take: async (data, { device: id, how }) => {
      if (!id) throw new BadInput("An alert token belongs to one device: name it.")
      const { data: given } = z.object({ token: z.string().regex(TOKEN) }).safeParse(data)
      if (!given) throw new Invalid("The alert token is wrong: it has 16 to 200 characters and no spaces.")
      const fateIn = (device: Device | undefined): "taken" | "same" | "kept" => {
        const known = device?.get(ALERTS).token
        if (known === given.token) return "same"
        return known !== undefined && how !== "replace" ? "kept" : "taken"
      }
      let result = fateIn(await devices.get(id.realm, id.mac))
      if (how !== "check" && result === "taken")
        await devices.update(id.realm, id.mac, (device) => {
          result = fateIn(device)
          return result === "taken" ? device?.with(ALERTS, given) : device
        })
      return { result, notes: [] }
    },
  }
}
