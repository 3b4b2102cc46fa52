import { NotFound } from "platen/sdk"
import type { Importer } from "platen/sdk/device"
import type { Turn } from "platen/sdk/mode"
import type { Definition } from "./definition.js"
import type { Owner } from "./mode-store.js"
import type { Studio } from "./service.js"

/** For whom the sandbox works. */
const TURN: Turn = { caller: "operator" }

/** Takes over a custom mode of a device, or of all devices: a mode spec. A mode of that id that is here already stays, unless the import replaces it. */
export function modeImporter(studio: Pick<Studio, "check" | "get" | "save">): Importer {
  const saved = async (owner: Owner, id: string): Promise<Definition | undefined> => {
    try {
      return await studio.get(owner, id)
    } catch (error) {
      if (error instanceof NotFound) return undefined
      throw error
    }
  }
  return {
    id: "modes",
    take: async (data, { device, how }) => {
      const definition = data as Definition
      const { id } = await studio.check(definition, TURN)
      const before = await saved(device, id)
      if (before && JSON.stringify(before) === JSON.stringify(definition)) return { result: "same", notes: [] }
      if (before && how !== "replace") return { result: "kept", notes: [] }
      if (how !== "check") await studio.save(device, definition, { turn: TURN, mayStill: async () => {} })
      return { result: "taken", notes: [] }
    },
  }
}
