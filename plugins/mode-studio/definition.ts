import { Invalid, z } from "platen/sdk"
import type { Catalog, Confine, Issue, Mode, Source, Turn } from "platen/sdk"

/** A mode as data, as somebody has written it. */
export type Definition = Readonly<Record<string, unknown>>

/** Called so while it is tried and has no name yet. */
const NAMELESS = "PREVIEW"
/** What stands beside a definition in the same object. */
const BESIDE = new Set(["mac", "mode_id", "w", "h", "colors", "lang", "responseType", "response_type"])

/** The fields that stand beside a definition, or round it: existing pages send it either way. */
export const given = {
  mode_def: z.record(z.string(), z.unknown(), "must be a mode's definition: an object").optional()
    .describe("A mode's definition, as docs/mode-spec.schema.json describes it; its fields may also stand here by themselves."),
}

/** The definition in a body: under `mode_def`, else the body itself. `mode_id` is another name of `id`. */
export function definitionIn(body: Readonly<Record<string, unknown>>): Definition {
  const said = (body.mode_def ?? body) as Definition
  const rest = Object.entries(said).filter(([key]) => !BESIDE.has(key) && key !== "mode_def")
  const id = said.id ?? said.mode_id
  return Object.fromEntries(id === undefined ? rest : [["id", id], ...rest.filter(([key]) => key !== "id")])
}

/** The same, with a name if it has none. */
export function named(definition: Definition): Definition {
  return definition.id === undefined ? { id: NAMELESS, ...definition } : definition
}

/** What a definition is made into a mode with. */
export interface Compiling {
  readonly confine: Confine
  readonly sources: Catalog<Source>
}

/** A definition that was checked before. `caller`: whose turn it is where it runs. Throws Invalid for what is wrong with it now. */
export function readMode(definition: Definition, caller: string, { confine, sources }: Compiling): Mode {
  return permitted(confine.read(definition, caller), definition, sources)
}

/** A definition as somebody has written it. Rejects with Invalid that has the path of every fault, those of the format and what only the operator's own modes may do; and with Unavailable. */
export async function checkedMode(definition: Definition, turn: Turn, { confine, sources }: Compiling): Promise<Mode> {
  return permitted(await confine.check(definition, turn), definition, sources)
}

function permitted(mode: Mode, definition: Definition, sources: Catalog<Source>): Mode {
  const { name } = (definition.content as { readonly source?: { readonly name?: string } }).source ?? {}
  if (name === undefined || !sources.get(name)?.anyAddress) return mode
  const issues: Issue[] = [{ path: "content.source.name", message: `the source "${name}" asks any address that it is told: only modes that the operator installs may name it` }]
  throw new Invalid(`Mode ${mode.id} does not compile: ${issues[0]!.path}: ${issues[0]!.message}.`, { code: "mode-invalid", issues })
}
