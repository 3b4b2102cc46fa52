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
export interface Issue {
  readonly path: string
  readonly message: string
}

/**
 * An error that is an answer. `message`: one sentence that names the thing and the remedy. Anyone may see it, so it never holds a secret. `status`:
 * the HTTP status that it becomes.
 */
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

/** 400: malformed input: a MAC, a JSON text, a query on a picture route. */
export class BadInput extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(400, "bad-input", message, options)
  }
}
/** 422: well-formed input that fails its schema. */
export class Invalid extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(422, "invalid", message, options)
  }
}
/** 401: no credential, or a wrong one. */
export class Unauthenticated extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(401, "unauthenticated", message, options)
  }
}
/** 403: a valid credential without permission for this. */
export class Forbidden extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(403, "forbidden", message, options)
  }
}
/** 404: the thing that the call names does not exist. */
export class NotFound extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(404, "not-found", message, options)
  }
}
/** 409: the call is right, but the present state does not admit it: a limit is reached, a name is in use. */
export class Conflict extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(409, "conflict", message, options)
  }
}
/** 413: the input has more bytes or pixels than are read. */
export class TooLarge extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(413, "too-large", message, options)
  }
}
/** 429: too many calls or attempts. Give `retryAfter`. */
export class TooMany extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(429, "rate-limited", message, options)
  }
}
/** 502: a server that Platen called failed. */
export class Upstream extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(502, "upstream", message, options)
  }
}
/** 503: Platen itself cannot do it now, because of its store, its disk or a limit. */
export class Unavailable extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(503, "unavailable", message, options)
  }
}
/** An error at the start: the server does not listen. `message`: one sentence that names the plugins at fault and the remedy. */
export class SetupError extends PlatenError {
  constructor(message: string, options?: ErrorOptions) {
    super(500, "setup", message, options)
  }
}
