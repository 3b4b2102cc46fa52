import { PlatenError } from "platen/sdk"
import type { DeviceId, ImportTarget } from "platen/sdk/device"
import type { ModeCatalog } from "platen/sdk/mode"
import { convert } from "../convert.js"
import type { Converted } from "../convert.js"
import { quoted } from "../report.js"
import type { OldDevice } from "./contents.js"
import { saidOf } from "./outcome.js"
import type { Outcome } from "./outcome.js"
import type { Needs } from "./take-over.js"

const MAX_ID = 32

/** The custom modes of a device that are here, or would be. `renamed`: new ids by the old ones. */
export interface ModesTaken {
  readonly brought: ReadonlySet<string>
  readonly renamed: ReadonlyMap<string, string>
}

interface Taking {
  readonly outcome: Outcome
  readonly needs: Needs
  readonly how: ImportTarget["how"]
}

/** Converts the custom modes of a device and takes them over. One whose id is that of an installed mode gets another: in InkSight it stood before it. */
export async function modesOf(old: OldDevice, device: DeviceId, { outcome, needs, how }: Taking): Promise<ModesTaken> {
  const [brought, renamed] = [new Set<string>(), new Map<string, string>()]
  const owner = old.members.find(({ isOwner }) => isOwner)?.user
  const mine = old.modes.toSorted((a, b) => Number(b.user === owner) - Number(a.user === owner))
  const importer = needs.importers.get("modes")
  const seen = new Set<string>()
  for (const { id, definition } of mine) {
    const refuse = (why: string): void => outcome.add("refused", "mode", `${quoted(id)}: ${why}`)
    if (seen.has(id)) refuse("another person's mode of that id is this device's.")
    else if (!importer) refuse("the plugin that has modes is turned off.")
    else {
      seen.add(id)
      try {
        const { spec, report } = withId(converted(definition), id, needs.modes, mine)
        const { result } = await importer.take(spec, { device, how, modes: new Set() })
        brought.add(spec.id)
        if (spec.id !== id) renamed.set(id, spec.id)
        const name = spec.id === id ? id : `${id.slice(0, 40)}, as ${spec.id}`
        outcome.add(
          result === "taken" ? "taken" : result === "same" ? "unchanged" : "kept",
          "mode",
          saidOf(name, result),
        )
        if (result === "taken") outcome.details(report)
      } catch (error) {
        if (!(error instanceof PlatenError)) throw error
        refuse(error.message)
      }
    }
  }
  return { brought, renamed }
}

interface Spec {
  readonly id: string
}

/** A definition as a spec, with what was not taken of it. Throws for one that is none. */
function converted(definition: unknown): { readonly spec: Spec; readonly report: Converted["report"] } {
  const found = definition === undefined ? undefined : convert(definition)
  if (!found)
    throw new PlatenError(
      422,
      "mode-invalid",
      definition === undefined ? "it is no JSON." : "it is no definition in InkSight's format.",
    )
  return {
    spec: found.spec as Spec,
    report: found.report
      .filter(({ result }) => result !== "taken")
      .map(({ path, result, message }) => ({ path, result, message: `${path}: ${message}` })),
  }
}

/** A spec under the id by which the old server knew it, else under one that is free. */
function withId(
  { spec, report }: ReturnType<typeof converted>,
  id: string,
  modes: Pick<ModeCatalog, "installed">,
  others: OldDevice["modes"],
): ReturnType<typeof converted> {
  const known = /^[A-Z][A-Z0-9_]{1,31}$/.test(id) ? id : spec.id
  if (!modes.installed(known)) return { spec: { ...spec, id: known }, report }
  const free = `MY_${known}`.slice(0, MAX_ID)
  const isTaken = modes.installed(free) || others.some((other) => other.id === free)
  return { spec: { ...spec, id: isTaken ? known : free }, report }
}
