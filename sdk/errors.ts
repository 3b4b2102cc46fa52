/** Options of an error beside its sentence. */
export interface ErrorOptions {
  /** Stable, kebab-case, listed in docs/errors.md. Defaults to the class's own code. */
  readonly code?: string
  /** The parts of the input that are wrong; `path` is dotted ("screen.w"). */
  readonly issues?: readonly Issue[]
  /** Seconds after which asking again may help: becomes Retry-After. */
  readonly retryAfter?: number
  /** Further fields of the JSON body; never error, code, message or detail. */
  readonly fields?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** One part of the input that is wrong. `path`: dotted ("screen.w"); `message`: the fault and the remedy. */
export type Issue = Readonly<Record<"path" | "message", string>>

/** An error that is an answer. `message`: one sentence that names the thing and the remedy. Anyone may see it, so it never holds a secret. `status`: the HTTP status that it becomes. */
export class PlatenError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: readonly Issue[] | undefined
  readonly retryAfter: number | undefined
  /** Not enumerable, so that a log does not repeat what a caller sent. */
  readonly #fields: Readonly<Record<string, unknown>> | undefined

  constructor(status: number, code: string, message: string, options: ErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = new.target.name
    this.status = status
    this.code = options.code ?? code
    this.issues = options.issues
    this.retryAfter = options.retryAfter
    this.#fields = options.fields
  }

  get fields(): Readonly<Record<string, unknown>> | undefined {
    return this.#fields
  }
}

/** A class of errors with a status and a code of its own. */
const errorClass = (status: number, code: string): new (message: string, options?: ErrorOptions) => PlatenError =>
  class extends PlatenError {
    constructor(message: string, options?: ErrorOptions) {
      super(status, code, message, options)
    }
  }

/** 400: malformed input: a MAC, a JSON text, a query on a picture route. */
export class BadInput extends errorClass(400, "bad-input") {}
/** 422: well-formed input that fails its schema. */
export class Invalid extends errorClass(422, "invalid") {}
/** 401: no credential, or a wrong one. */
export class Unauthenticated extends errorClass(401, "unauthenticated") {}
/** 403: a valid credential without permission for this. */
export class Forbidden extends errorClass(403, "forbidden") {}
/** 404: the thing that the call names does not exist. */
export class NotFound extends errorClass(404, "not-found") {}
/** 409: the call is right, but the present state does not admit it: a limit is reached, a name is in use. */
export class Conflict extends errorClass(409, "conflict") {}
/** 413: the input has more bytes or pixels than are read. */
export class TooLarge extends errorClass(413, "too-large") {}
/** 429: too many calls or attempts. Give `retryAfter`. */
export class TooMany extends errorClass(429, "rate-limited") {}
/** 502: a server that Platen called failed. */
export class Upstream extends errorClass(502, "upstream") {}
/** 503: Platen itself cannot do it now, because of its store, its disk or a limit. */
export class Unavailable extends errorClass(503, "unavailable") {}
/** An error at the start: the server does not listen. `message`: one sentence that names the plugins at fault and the remedy. */
export class SetupError extends errorClass(500, "setup") {}
