import { isDeepStrictEqual } from "node:util"
import { PlatenError, z } from "platen/sdk"
import { defineFilePart, deviceEntry, deviceEntryId, deviceInFile, fileRealm, fileMac } from "platen/sdk/screens-file"
import type { Catalog, Issue } from "platen/sdk"
import type { Devices } from "platen/sdk/device"
import type { Area } from "platen/sdk/http"
import type { Turn } from "platen/sdk/mode"
import type { EntryPlan, ScreensFile, ScreensFilePart } from "platen/sdk/screens-file"
import type { Definition } from "./definition.js"
import type { Owner } from "./mode-store.js"
import type { Studio } from "./service.js"

const customMode = z.strictObject({
  device: fileMac.optional().describe("The MAC address of the screen that alone has the mode. Default: all screens."),
  realm: fileRealm,
  definition: z
    .looseObject({
      id: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]{1,31}$/, "must be a mode id: 2 to 32 capitals, digits and _, beginning with a letter")
        .describe("The id of the mode."),
    })
    .describe("The definition of the mode, as in docs/mode-spec.schema.json."),
})
type CustomMode = z.output<typeof customMode>

interface Needs {
  readonly studio: Pick<Studio, "all" | "find" | "rehearse" | "save">
  readonly devices: Pick<Devices, "get">
  readonly areas: Catalog<Area>
}

const TURN: Turn = { caller: "operator" }

/** Custom modes in the file of `platen export`. */
export function modesPart(needs: Needs): ScreensFilePart {
  const { studio, areas } = needs
  const idOf = ({ device, realm, definition: { id } }: CustomMode): string =>
    device === undefined ? id : `${id} of ${deviceEntryId({ mac: device, realm }, areas)}`
  const written = (owner: Owner, definition: Definition): CustomMode => {
    const { mac: device, realm } = owner ? deviceEntry(owner, areas) : {}
    return {
      ...(device !== undefined && { device }),
      ...(realm !== undefined && { realm }),
      definition: definition as CustomMode["definition"],
    }
  }
  return defineFilePart<CustomMode>({
    section: "modes",
    rank: 30,
    about: "Custom modes, of all screens or of one.",
    schema: customMode,
    id: idOf,
    read: async () => {
      const all: CustomMode[] = []
      for await (const { owner, definition } of studio.all()) all.push(written(owner, definition))
      return all
    },
    plan: async (entry, file) => {
      const { device, realm, definition } = entry
      const owner = device === undefined ? undefined : deviceInFile({ mac: device, realm }, areas)
      const stored = await studio.find(owner, definition.id)
      const before = stored && written(owner, stored)
      if (before && isDeepStrictEqual(before.definition, definition))
        return { before, after: before, apply: async () => [] }
      const issues = await deviceIssues(owner, entry, file, needs)
      const after = written(owner, definition)
      return {
        before,
        after,
        ...(issues.length > 0 ? { issues, apply: async () => [] } : await rehearsed(owner, definition, needs)),
      }
    },
  })
}

/** The fault of a device that neither the server nor the file has. */
async function deviceIssues(
  owner: Owner,
  { device, realm }: CustomMode,
  file: ScreensFile,
  { devices, areas }: Needs,
): Promise<readonly Issue[]> {
  if (!owner || device === undefined)
    return realm === undefined
      ? []
      : [{ path: "realm", message: "belongs to a device: name the device, or leave this out" }]
  if (await devices.get(owner.realm, owner.mac)) return []
  if (file.entries("devices").has(deviceEntryId({ mac: device, realm }, areas))) return []
  return [
    { path: "device", message: `there is no screen ${device}: add it to devices, or leave it out for all screens` },
  ]
}

/** The mode is loaded until all is done: devices of the file may name it. */
async function rehearsed(
  owner: Owner,
  definition: Definition,
  { studio }: Needs,
): Promise<Pick<EntryPlan, "issues" | "apply" | "release">> {
  try {
    const unload = await studio.rehearse(owner, definition, TURN)
    let isSaved = false
    return {
      apply: async () => {
        await studio.save(owner, definition, { turn: TURN, mayStill: async () => {} })
        isSaved = true
        return ["A server that runs has new and changed modes once it is restarted."]
      },
      release: async () => {
        if (!isSaved) await unload()
      },
    }
  } catch (error) {
    if (!(error instanceof PlatenError)) throw error
    const issues = error.issues ?? [{ path: "", message: error.message.replace(/\.$/, "") }]
    return {
      issues: issues.map(({ path, message }) => ({ path: ["definition", path].filter(Boolean).join("."), message })),
      apply: async () => [],
    }
  }
}
