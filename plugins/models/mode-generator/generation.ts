import { Invalid, PlatenError, Upstream, z } from "platen/sdk"
import type { Issue } from "platen/sdk"
import type { ModeCatalog } from "platen/sdk/mode"
import type { PictureFile, Usage, Wanted, Writing } from "platen/sdk/models"
import type { Trial } from "./trial.js"

/** What somebody wants. */
export interface Wish {
  /** Id of the account; undefined for the operator. */
  readonly user: string | undefined
  readonly description: string
  readonly picture?: PictureFile
  /** A definition that the description changes. */
  readonly before?: Definition
  readonly wanted?: Wanted
  readonly signal: AbortSignal
  /** Milliseconds for all of it. */
  readonly within: number
  onTurn?(turn: { readonly number: number; readonly issues: readonly Issue[] }): void
}

export type Definition = Readonly<Record<string, unknown>>

/** What came of it. `definition`: the last one that compiles; `issues`: what is still wrong with it. */
export interface Generated {
  readonly definition?: Definition
  readonly png?: Uint8Array
  readonly issues: readonly Issue[]
  /** Why there is no definition, in one sentence. */
  readonly error?: string
  readonly code?: string
  readonly raw?: string
  readonly usage?: Usage
}

export interface GenerationNeeds {
  readonly writing: Writing
  readonly modes: Pick<ModeCatalog, "installed">
  /** The format as text, for the sources that a generated mode may ask. */
  format(): string
  tried(definition: Definition, signal: AbortSignal): Promise<Trial>
}

/** How often a definition goes back with what is wrong. */
const REPAIRS = 2
const MAX_TOKENS = 6_000
/** Characters of a definition. */
const MAX_CHARACTERS = 64_000
/** Failures that are the model's answer, or its service's, and not the caller's. */
const OF_MODELS = /^model-(?!not-configured$|budget$|busy$|unknown$|address$)/

const anyObject = z.looseObject({})

/** Has a text model write a definition, until it compiles, can be drawn and lints clean, or the turns are spent. */
export async function generate(wish: Wish, needs: GenerationNeeds): Promise<Generated> {
  let best: { readonly definition: Definition; readonly trial: Trial } | undefined
  try {
    const { usage } = await needs.writing.write({
      user: wish.user,
      ...(wish.wanted && { wanted: wish.wanted }),
      system: `You design pages for e-ink screens, as JSON in the format below. Answer with the JSON of one mode, and nothing else.\n\n${needs.format()}`,
      prompt: promptOf(wish),
      ...(wish.picture && { picture: wish.picture }),
      schema: anyObject,
      repairs: REPAIRS,
      within: wish.within,
      maxTokens: MAX_TOKENS,
      temperature: 0.3,
      signal: wish.signal,
      ...(wish.onTurn && { onTurn: wish.onTurn }),
      judge: async (given) => {
        const definition = tidied(given, needs.modes)
        if (JSON.stringify(definition).length > MAX_CHARACTERS)
          return [{ path: "", message: `the definition has more than ${MAX_CHARACTERS} characters: say less` }]
        try {
          const trial = await needs.tried(definition, wish.signal)
          if (!best || trial.issues.length <= best.trial.issues.length) best = { definition, trial }
          return trial.issues
        } catch (error) {
          return issuesOf(error)
        }
      },
    })
    return { ...shown(best!), usage }
  } catch (error) {
    if (!(error instanceof PlatenError) || (!OF_MODELS.test(error.code) && !(error instanceof Upstream))) throw error
    const fields = error.fields ?? {}
    const usage = fields.usage as Usage | undefined
    if (best) return { ...shown(best), ...(usage && { usage }) }
    return {
      issues: error.issues ?? [],
      error: error.message,
      code: error.code,
      ...(typeof fields.raw_response === "string" && { raw: fields.raw_response }),
      ...(usage && { usage }),
    }
  }
}

const shown = ({ definition, trial }: { readonly definition: Definition; readonly trial: Trial }): Generated => ({
  definition,
  png: trial.png,
  issues: trial.issues,
})

/** What is wrong with a definition that does not compile or cannot be drawn. Throws what is no fault of it. */
function issuesOf(error: unknown): readonly Issue[] {
  if (!(error instanceof Invalid)) throw error
  return error.issues ?? [{ path: "", message: error.message }]
}

function promptOf({ description, before, picture }: Wish): string {
  const wish = picture ? `${description}\n\nThe picture shows how it is meant.` : description
  if (!before) return wish
  return `This is a mode:\n${JSON.stringify(before)}\n\nChange it, and keep the rest as it is:\n${wish}`
}

/** A definition with a version and an id that nothing else has: models are careless with both. */
function tidied(given: Definition, modes: Pick<ModeCatalog, "installed">): Definition {
  const { $schema: _schema, ...rest } = given
  const title = isRecord(rest.title) ? rest.title : { en: typeof rest.title === "string" ? rest.title : "New page" }
  const id = idOf(rest.id ?? title.en)
  return { ...rest, spec: 1, id: modes.installed(id) ? idOf(`MY_${id}`) : id, title }
}

const isRecord = (value: unknown): value is Definition =>
  typeof value === "object" && value !== null && !Array.isArray(value)

function idOf(given: unknown): string {
  const letters = String(given)
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, "_")
    .replaceAll(/^[_\d]+|_+$/g, "")
    .slice(0, 32)
  return letters.length >= 2 ? letters : "MY_PAGE"
}
