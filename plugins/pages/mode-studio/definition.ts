import { Invalid, z } from "platen/sdk"
import type { Catalog, Issue } from "platen/sdk"
import type { Confine, Conversion, ForeignModes, Mode, Source, Turn } from "platen/sdk/mode"

/** A mode definition as a caller sent it. */
export type Definition = Readonly<Record<string, unknown>>

/** The id of a definition without one, while it is previewed. */
const NAMELESS = "PREVIEW"
/** Fields of the request that may be in the same object as the definition. */
const REQUEST_FIELDS = new Set([
  "mac",
  "mode_id",
  "display_name",
  "cacheable",
  "w",
  "h",
  "colors",
  "lang",
  "panel",
  "at",
  "responseType",
  "response_type",
])
/** The content types of InkSight's format. */
const INKSIGHT_CONTENT = new Set(["llm", "llm_json", "static", "external_data", "image_gen", "computed", "composite"])

/** The body fields of a definition. Existing pages send it under `mode_def` or as the body itself. */
export const given = {
  mode_def: z
    .record(z.string(), z.unknown(), "must be a mode definition: an object")
    .optional()
    .describe(
      "A mode definition as in docs/mode-spec.schema.json. Its fields may also be at the top level of the body.",
    ),
}

/** A definition of a body. `report`: what became of its parts, where it was in the format of another product. */
export interface Given {
  readonly definition: Definition
  readonly report?: readonly Conversion[]
}

/**
 * The definition in a body: under `mode_def`, else the body itself. `mode_id` is an alias of `id`. A `display_name` that is not in the
 * title becomes the title: existing pages rename a mode like this. A definition in another format is converted. Throws Invalid for one in
 * InkSight's format that nothing converts, and for one that cannot be converted.
 */
export function definitionIn(
  body: Readonly<Record<string, unknown>>,
  formats: Pick<Catalog<ForeignModes>, "list">,
): Given {
  const sent = (body.mode_def ?? body) as Definition
  for (const format of sent.spec === undefined ? formats.list() : []) {
    const converted = format.convert(sent)
    if (converted) return { definition: converted.spec as Definition, report: converted.report }
  }
  if (isInkSight(sent)) throw ofInkSight()
  const rest = Object.entries(sent).filter(
    ([key, value]) => !REQUEST_FIELDS.has(key) && key !== "mode_def" && !(key === "icon" && value === ""),
  )
  const named = withTitle(Object.fromEntries(rest), sent.display_name)
  const id = sent.id ?? sent.mode_id
  const { id: _id, ...others } = named
  return { definition: id === undefined ? named : { id, ...others } }
}

function withTitle(definition: Definition, name: unknown): Definition {
  if (typeof name !== "string" || name.trim() === "") return definition
  const { title } = definition
  const titles = typeof title === "object" && title !== null ? Object.values(title) : []
  return titles.includes(name) ? definition : { ...definition, title: { en: name } }
}

function isInkSight({ spec, content, layout }: Definition): boolean {
  const { type } = (content ?? {}) as { readonly type?: unknown }
  return (
    spec === undefined &&
    typeof layout === "object" &&
    layout !== null &&
    typeof type === "string" &&
    INKSIGHT_CONTENT.has(type)
  )
}

function ofInkSight(): Invalid {
  return new Invalid(
    'The definition is in the format of InkSight (content.type, layout): write it in the format of docs/mode-spec.schema.json, with "spec": 1, content and view.',
    {
      code: "mode-invalid",
      issues: [{ path: "layout", message: "is in InkSight's format: replace it with a view" }],
    },
  )
}

/** The definition, with a placeholder id if it has none. */
export function named(definition: Definition): Definition {
  return definition.id === undefined ? { id: NAMELESS, ...definition } : definition
}

/** The services that compile a definition into a mode. */
export interface Compiling {
  readonly confine: Confine
  readonly sources: Catalog<Source>
}

/** The mode of a definition that was checked when it was saved. `caller`: for whom the sandbox works. Throws Invalid when it no longer compiles. */
export function readMode(definition: Definition, caller: string, { confine, sources }: Compiling): Mode {
  return permitted(confine.read(definition, caller), sources)
}

/** The mode of a new definition. Rejects with Invalid, with the path of every fault, when it does not compile or uses what only installed modes may; with Unavailable when the sandbox is busy. */
export async function checkedMode(definition: Definition, turn: Turn, { confine, sources }: Compiling): Promise<Mode> {
  return permitted(await confine.check(definition, turn), sources)
}

function permitted(mode: Mode, sources: Catalog<Source>): Mode {
  const issues: Issue[] = (mode.asks ?? [])
    .filter(([, name]) => sources.get(name)?.fetchesUserUrls)
    .map(([path, name]) => ({
      path,
      message: `the source "${name}" fetches arbitrary URLs: only modes that the operator installs may use it, so choose another source`,
    }))
  if (issues.length === 0) return mode
  throw new Invalid(`Mode ${mode.id} does not compile: ${issues[0]!.path}: ${issues[0]!.message}.`, {
    code: "mode-invalid",
    issues,
  })
}
