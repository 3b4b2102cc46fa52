import type { PlatenError } from "../errors.js"
import type { PictureShape } from "../http/route.js"
import { modeKey } from "../kit/define-mode.js"
import { extensionPoint } from "../kit/define-plugin.js"
import { token } from "../token.js"
import type { Files } from "../services.js"
import type { Draw, Picture, Turn } from "./draw.js"
import type { Frame } from "./frame.js"
import type { Mode, Source, SourceContext } from "./mode.js"

/** Words by key. */
export type MessageRecord = Readonly<Record<string, string>>
/** Words by language and key, or functions that make those of a language when they are first read. Two plugins may not set the same key of a language. */
export type Messages = Readonly<Record<string, MessageRecord | (() => MessageRecord)>>

/** The words of all plugins. */
export interface Phrases {
  /** The language's, else its base language's, else English; undefined when there is none. `language`: BCP 47. */
  phrase(language: string, key: string): string | undefined
  /** Whether there are words of a language, or of its base language. */
  speaks(language: string): boolean
}

/**
 * The modes by id. A caller sees the modes without a scope, and those of the scopes that it names. A scoped mode never hides one of the same id
 * without a scope. Every caller sees the modes of GLOBAL_SCOPE, after all others.
 */
export interface ModeCatalog {
  get(id: string, scopes?: readonly string[]): Mode | undefined
  /** In order of their ids. */
  list(scopes?: readonly string[]): readonly Mode[]
  /** As `get`, and finds hidden pages as well. */
  page(id: string, scopes?: readonly string[]): Mode | undefined
  /** Whether a mode without a scope has the id, hidden or not. */
  installed(id: string): boolean
}

/** The scope that every caller sees. Its modes give way to all others of the same id. */
export const GLOBAL_SCOPE = "everybody"

/** A process of its own that runs code over the texts of users: bounded in time and memory, one call at a time, callers in turn. */
export interface Sandbox {
  /**
   * Calls the export `run` of a module with `input` and the SandboxTools of sources; input and result are plain data. Rejects with the PlatenError
   * that `run` throws, with Invalid ("budget-time", "budget-memory") for a call that was ended, and with Unavailable when there is no room.
   */
  call(module: URL, input: unknown, turn: Turn): Promise<unknown>
}

/** A format of modes of other products. */
export interface ForeignModes {
  /** "inksight". */
  readonly id: string
  /** The definition as a mode spec, and what became of its parts; undefined for a definition of another format. Throws Invalid for one that cannot be read. */
  convert(definition: unknown): { readonly spec: object; readonly report: readonly Conversion[] } | undefined
}

/** A part of a definition, and its fate. `path`: dotted, in the original. */
export interface Conversion {
  readonly path: string
  readonly result: "taken" | "approximated" | "refused"
  /** Why, and what stands in its place. */
  readonly message: string
}

/** Formats of modes of other products, which are converted when people save or preview them. By id. */
export const FOREIGN_MODES = extensionPoint<ForeignModes>("platen.foreign-modes", {
  combine: "byKey",
  key: ({ id }) => id,
})

/** The compiler of users' specs: modes whose templates and views run in the sandbox. */
export interface Confine {
  /** Compiles a spec without running any of it. Throws Invalid for the faults that this finds. `caller`: the turn in which it is drawn where a request names none. */
  read(spec: unknown, caller: string): Mode
  /** Compiles a spec and runs every template and view. Rejects with Invalid that has the path of every fault, and as `Sandbox.call` does. */
  check(spec: unknown, turn: Turn): Promise<Mode>
}

/** Compiles a mode spec of the operator. Throws Invalid with the path of every fault. `isProven`: a test of its package compiles it whole: its views are read when they are first drawn. */
export const COMPILE = token<(spec: unknown, options?: { readonly isProven?: boolean }) => Mode>("platen.compile")
/** Reads the definition of a mode from a file, or a folder with mode.json, words/, pool/ and components; JSON or YAML. `files`: `at` is the dotted path of what each holds. Throws Invalid for a file that cannot be read. */
export const READ_DEFINITION =
  token<(place: URL, files: Pick<Files, "text" | "list">) => Promise<DefinitionFiles>>("platen.read-definition")
/** A definition, and the texts of its files. */
export type DefinitionFiles = { readonly definition: unknown; readonly files: Record<"name" | "at" | "text", string>[] }
/** Compiles mode specs of users. */
export const CONFINE = token<Confine>("platen.confine")
/** Runs code over the texts of users. */
export const SANDBOX = token<Sandbox>("platen.sandbox")
/** Reads sources as pages do: answers that are at hand, one read at a time per question, all under the same rules. */
export interface SourceReads {
  /**
   * What a source answers, and since when (milliseconds since 1970 in UTC). Rejects with SetupError for a source that there
   * is not, with Invalid for parameters that fail its schema, and as the source does.
   */
  read(
    name: string,
    parameters: object,
    circumstances: Pick<SourceContext, "language" | "timeZone" | "day" | "place" | "user">,
    turn: Turn,
  ): Promise<{ readonly data: unknown; readonly madeAt: number; readonly isOld: boolean }>
}

/** Reads sources as pages do. */
export const SOURCE_READS = token<SourceReads>("platen.source-reads")
/** Draws modes as pictures. */
export const DRAW = token<Draw>("platen.draw")
/** Draws an error as a picture, in the words of the screen's language. */
export const NOTICE = token<(screen: PictureShape, error: PlatenError) => Picture>("platen.notice")

/** ^[A-Z][A-Z0-9_]{1,31}$, behind the scope, if there is one. */
const MODE_KEY = /^(?:[^A-Z].*\/)?[A-Z][A-Z0-9_]{1,31}$/

/** Modes. By scope and id. Live. Readers get a `ModeCatalog`. */
export const MODES = extensionPoint<Mode, ModeCatalog>(
  "platen.modes",
  {
    combine: "byKey",
    pattern: MODE_KEY,
    form: '2 to 32 capital letters, digits and "_", a letter first',
    key: modeKey,
  },
  { live: true, ownCatalog: true },
)
/** Sources of content. By name. Live. */
export const SOURCES = extensionPoint<Source>(
  "platen.sources",
  {
    combine: "byKey",
    pattern: /^[a-z][a-z0-9-]{1,47}$/,
    form: '2 to 48 small letters, digits and "-", a letter first',
    key: ({ name }) => name,
  },
  { live: true },
)
/** Parts that stand round a full page. By rank, the lowest innermost. */
export const FRAMES = extensionPoint<Frame>("platen.frames", { combine: "byRank", rank: ({ rank }) => rank })
/** Words of pages by language and key: `{ en: { "frame.morning": "Morning" } }`. Merged. Readers get `Phrases`. */
export const MESSAGES = extensionPoint<Messages, Phrases>(
  "platen.messages",
  { combine: "merged" },
  { ownCatalog: true },
)
