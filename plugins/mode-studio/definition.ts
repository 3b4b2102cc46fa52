import { Invalid, z } from "platen/sdk"
import type { Catalog, Issue } from "platen/sdk"
import type { Confine, Mode, Source, Turn } from "platen/sdk/mode"

/** A mode as data, as somebody has written it. */
export type Definition = Readonly<Record<string, unknown>>

/** Called so while it is tried and has no name yet. */
const NAMELESS = "PREVIEW"
/** What stands beside a definition in the same object. */
const BESIDE = new Set([
  "mac",
  "mode_id",
  "display_name",
  "cacheable",
  "w",
  "h",
  "colors",
  "lang",
  "responseType",
  "response_type",
])
/** The kinds of content in InkSight's format, which Platen's does not have. */
const INKSIGHT_CONTENT = new Set(["llm", "llm_json", "static", "external_data", "image_gen", "computed", "composite"])

/** The fields that stand beside a definition, or round it: existing pages send it either way. */
export const given = {
  mode_def: z
    .record(z.string(), z.unknown(), "must be a mode's definition: an object")
    .optional()
    .describe(
      "A mode's definition, as docs/mode-spec.schema.json describes it; its fields may also stand here by themselves.",
    ),
}

/**
 * The definition in a body: under `mode_def`, else the body itself. `mode_id` is another name of `id`; a `display_name` that the
 * title does not have is a new title, since existing pages rename a mode so. Throws Invalid for a definition of InkSight's format.
 */
export function definitionIn(body: Readonly<Record<string, unknown>>): Definition {
  const said = (body.mode_def ?? body) as Definition
  if (isInkSight(said)) throw ofInkSight()
  const rest = Object.entries(said).filter(
    ([key, value]) => !BESIDE.has(key) && key !== "mode_def" && !(key === "icon" && value === ""),
  )
  const named = withTitle(Object.fromEntries(rest), said.display_name)
  const id = said.id ?? said.mode_id
  const { id: _id, ...others } = named
  return id === undefined ? named : { id, ...others }
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
    'The definition has the format of InkSight (content.type, layout): write it in Platen\'s format, with "spec": 1, content and view, as docs/mode-spec.schema.json describes it.',
    {
      code: "mode-invalid",
      issues: [{ path: "layout", message: "belongs to InkSight's format: write a view" }],
    },
  )
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
  if (name === undefined || !sources.get(name)?.fetchesUserUrls) return mode
  const issues: Issue[] = [
    {
      path: "content.source.name",
      message: `the source "${name}" asks any address that it is told: only modes that the operator installs may name it`,
    },
  ]
  throw new Invalid(`Mode ${mode.id} does not compile: ${issues[0]!.path}: ${issues[0]!.message}.`, {
    code: "mode-invalid",
    issues,
  })
}
