import type { Issue } from "../errors.js"
import { extensionPoint } from "../kit/define-plugin.js"
import type { SourceContext } from "../mode/mode.js"
import type { OutboundFetch } from "../outbound.js"
import type { z } from "../schema.js"
import { token } from "../token.js"

/** A picture as a file. `type`: its media type, such as "image/png". */
export interface PictureFile {
  readonly type: string
  readonly bytes: Uint8Array
}

/** A question to a text model: a conversation, of which it writes the next turn. */
export interface Question {
  /** What the model is to do, and how it answers. */
  readonly system: string
  /** The first is the user's, then they alternate. */
  readonly turns: readonly { readonly from: "user" | "model"; readonly text: string }[]
  /** Belongs to the first turn. Only for a model that reads pictures. */
  readonly picture?: PictureFile
  /** JSON Schema (draft 2020-12) of the answer. "schema": the service must keep to it; "json": the answer is any JSON; "text": nothing is asked of the service. */
  readonly form: { readonly kind: "schema"; readonly schema: object } | { readonly kind: "json" | "text" }
  /** Tokens of the answer at most. */
  readonly maxTokens: number
  /** 0 to 1. Default: the service's own. */
  readonly temperature?: number
}

/** The circumstances of one call. `fetch`: the only way out; its deadline and its bounds are set. `key`: undefined for a service that needs none. */
export interface ModelCall {
  readonly model: string
  readonly key: string | undefined
  /** The address of a service that a person has named; undefined for the provider's own. */
  readonly baseUrl?: string
  readonly fetch: OutboundFetch
}

/** The answer of a text model. `ended`: "cut" at `maxTokens`; "refused": it declined. Tokens as the service counts them, else estimated. */
export interface ModelAnswer {
  readonly text: string
  readonly ended: "whole" | "cut" | "refused"
  readonly tokensIn: number
  readonly tokensOut: number
}

/** What all providers say of themselves. */
interface Provider {
  /** ^[a-z][a-z0-9-]{0,31}$: "openai", "local". */
  readonly id: string
  readonly title: string
  /** The model that is asked where nobody names one; "" where there is none. */
  readonly model: string
  /** The operator's key. Never logged or returned. */
  readonly key?: string
  /** Whether it needs a key. */
  readonly isKeyed: boolean
  /** True: it speaks to an address that a person names. */
  readonly takesAddress?: boolean
  /** Its own address, so that the fetch may reach it where it is a host of `server.lanHosts`. */
  readonly origin?: string
}

/** A service that writes. It speaks its dialect and nothing else: deadlines, tries, budgets and keys are not its concern. */
export interface TextModel extends Provider {
  readonly readsPictures: boolean
  /** The forms of an answer that it can be asked for. Default: all. Where one is missing, the model is told in words. */
  readonly forms?: readonly Question["form"]["kind"][]
  /** Asks once. Rejects with Upstream; `modelFailure` makes one of a status. */
  ask(question: Question, call: ModelCall): Promise<ModelAnswer>
}

/** A service that paints. */
export interface Painter extends Provider {
  /** Paints once, in about these proportions. Rejects as `TextModel.ask` does. */
  paint(
    wanted: { readonly prompt: string; readonly width: number; readonly height: number },
    call: ModelCall,
  ): Promise<PictureFile>
}

/** The provider, the model and the key that a call names. Each that it leaves out is the person's, then the operator's. */
export interface Wanted {
  readonly provider?: string
  readonly model?: string
  readonly key?: string
}

/** Calls of a model, and their cost. */
export interface Usage {
  readonly provider: string
  readonly model: string
  readonly calls: number
  readonly tokensIn: number
  readonly tokensOut: number
}

/** A question to whichever text model is set up. */
export interface Ask<T> {
  /** Id of the account in whose name it is asked: its models, its budget. Undefined: the server's own. */
  readonly user: string | undefined
  readonly wanted?: Wanted
  readonly system: string
  readonly prompt: string
  readonly picture?: PictureFile
  /** The judge of the answer, whatever the service promises. */
  readonly schema: z.ZodType<T>
  /** What else is wrong with an answer, in sentences for the model. */
  judge?(value: T): Promise<readonly Issue[]> | readonly Issue[]
  /** How often a wrong answer goes back with what is wrong. Default 1. */
  readonly repairs?: number
  /** Milliseconds for all of it. Default 60,000. */
  readonly within?: number
  readonly maxTokens?: number
  readonly temperature?: number
  readonly signal?: AbortSignal
  /** Called before each call of the model, and with what was wrong with the answer before. */
  onTurn?(turn: { readonly number: number; readonly issues: readonly Issue[] }): void
}

/** Asks text models. */
export interface Writing {
  /** The model that would be asked; undefined where none is set up for this person. */
  choice(user: string | undefined, wanted?: Wanted): Promise<Pick<Usage, "provider" | "model"> | undefined>
  /**
   * Asks until the answer fits. Rejects with Unavailable ("model-not-configured", "model-busy"), TooMany ("model-budget"), Invalid
   * ("model-unknown", "model-address"), Upstream ("model-late", "model-key", "model-limited", "model-refused"), and Upstream "model-answer" with `issues` for an answer that never fitted.
   */
  write<T>(ask: Ask<T>): Promise<{ readonly value: T; readonly usage: Usage }>
}

/** Asks painters. */
export interface Painting {
  choice(user: string | undefined, wanted?: Wanted): Promise<Pick<Usage, "provider" | "model"> | undefined>
  /** Rejects as `Writing.write` does. */
  paint(ask: {
    readonly user: string | undefined
    readonly wanted?: Wanted
    readonly prompt: string
    readonly width: number
    readonly height: number
    readonly signal?: AbortSignal
  }): Promise<{ readonly picture: PictureFile; readonly usage: Usage }>
}

/** Pieces that models make for pages, such as the text of a day: each once, for those whose page it is, and never for strangers or settings that are tried. */
export interface PageWork {
  /** The piece of this key, made with the provider that the page names, else with the usual. Null where it is not there yet: the source has been told when to ask again, and a piece that was begun goes on. */
  made<T>(
    piece: { readonly key: string; readonly way: Pick<Painting, "choice">; readonly named: Wanted | undefined },
    context: SourceContext,
    make: (wanted: Wanted) => Promise<T>,
  ): Promise<T | null>
}

const named = {
  combine: "byKey" as const,
  pattern: /^[a-z][a-z0-9-]{0,31}$/,
  form: '1 to 32 small letters, digits and "-", a letter first',
  key: ({ id }: Provider) => id,
}

/** Text models. By id. The plugin `models` opens the point. */
export const MODELS = extensionPoint<TextModel>("platen.models", named)
/** Painters. By id. The plugin `models` opens the point. */
export const PAINTERS = extensionPoint<Painter>("platen.painters", named)
/** Asks text models. */
export const WRITING = token<Writing>("platen.writing")
/** Asks painters. */
export const PAINTING = token<Painting>("platen.painting")
/** The work of one kind. `atOnce`: pieces under way; `aDay`: pieces of one person, who pays for them. */
export const PAGE_WORK =
  token<(bounds: { readonly atOnce: number; readonly aDay: number }) => PageWork>("platen.page-work")
/** The format of modes as text for a language model, with the sources that are named, and short examples. About 35,000 characters. */
export const MODE_FORMAT = token<(sources: readonly string[]) => string>("platen.mode-format")
