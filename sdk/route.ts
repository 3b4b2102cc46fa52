import type { Issue, PlatenError } from "./errors.js"
import type { z } from "./schema.js"

/** Query values as text, the last of each name. */
export type RawQuery = Readonly<Record<string, string>>

/** Who calls: what the policy that admitted the request knows. */
export interface Principal {
  /** The policy's id. */
  readonly policy: string
  /** What its calls are counted against, where a route limits them: "device/...", "user/...". Default: the address. */
  readonly subject?: string
  /** Id of the account of whoever calls, if it is somebody's. */
  readonly user?: string
  /** What they are: of the device for those bound to it, else of the server. */
  readonly role?: string
  /** Of the device, folded, where the policy is about one. */
  readonly mac?: string
  /** What a device has shown of itself. */
  readonly token?: string
  /** True: a device whose owner has not confirmed it. */
  readonly provisional?: boolean
  /** True: anybody gets this credential who asks for it, so its calls are counted by their address, and may cost no more than one without. */
  readonly anonymous?: boolean
  readonly [detail: string]: unknown
}

/** What a policy is shown. Header names in lower case. */
export interface AuthRequest {
  /** Id of the edition that the call was made under. */
  readonly edition: string
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: RawQuery
  readonly headers: Readonly<Record<string, string>>
  readonly address: string
  /** True: the call came by https, as far as the operator's own proxies tell. */
  readonly secure: boolean
  /** The device that the call is about, normalized: of its path, its query, or the body of a route whose auth asks for it. The handler is given the same. */
  readonly mac: string | undefined
}

export type Admission = Principal | PlatenError | undefined

/** A way of being let in. */
export interface Policy {
  readonly id: string
  /** Whether a call brings what this policy looks at. Default: it does. Callers that bring nothing are counted by their address and cost little. */
  isShown?(request: Pick<AuthRequest, "headers" | "query">): boolean
  /** True: devices are admitted by it, and a device throws away any answer but its own: it is never told that it was refused too often. */
  readonly ofDevices?: boolean
  /**
   * The principal; undefined when this policy does not apply or refuses. May give a PlatenError that says why: it is the answer when no
   * other policy admits; one that is thrown is the answer at once.
   */
  admit(request: AuthRequest): Promise<Admission> | Admission
}

/**
 * Required on every route. `when` limits it to some queries; others are open. `optional`: who calls is told to the handler if one of
 * the policies admits, and nobody is turned away. `body`: the device may be named by the body's `mac`, of which 16 KiB are read before.
 */
export type Auth =
  | "open"
  | {
      readonly anyOf: readonly string[]
      when?(query: RawQuery): boolean
      readonly optional?: boolean
      readonly body?: boolean
    }

export interface RouteRequest<Q = unknown, B = unknown, P = Readonly<Record<string, string>>> {
  readonly method: string
  readonly path: string
  /** The parts of the path that have names, as the route's schema reads them. */
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly headers: Readonly<Record<string, string>>
  readonly address: string
  /** True: the call came by https, as far as the operator's own proxies tell. */
  readonly secure: boolean
  /** The one device that path, query and body name, normalized; undefined when they name none. */
  readonly mac: string | undefined
  /** Undefined on an open route. */
  readonly principal: Principal | undefined
  readonly edition: Edition
  /** Fires when the caller has gone or the server stops waiting. */
  readonly signal: AbortSignal
}

/**
 * `body`: bytes and strings go out as they are; a stream as it comes, chunked: never to a device; anything else as compact JSON. A stream whose
 * caller goes is ended where it stands; one that throws breaks the connection off, so it is to say itself what went wrong. HEAD never starts it.
 */
export interface Reply {
  /** Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Content-Type. Default: application/json for JSON, text/plain for strings. */
  readonly type?: string
  readonly body?: unknown
  /** For observers, one word: which of several answers this is. */
  readonly outcome?: string
  /** Called once: true when the last byte was handed to the socket, false when the caller had gone before. */
  sent?(whole: boolean): void
}

/** What a picture route's error is drawn as. */
export interface PictureShape {
  readonly width: number
  readonly height: number
  readonly codec: string
  readonly palette: string
  readonly language: string
}

/** Calls a minute of one caller: more are 429. The operator changes them by name. */
export interface RouteLimit {
  /** ^[a-z][a-z-]*$ : routes of one name share one count. */
  readonly name: string
  readonly perMinute: number
  /** True: of callers without a credential each device that they name is counted apart. */
  readonly perDevice?: boolean
}

/** Data: the kernel mounts it. */
export interface Route<Q = unknown, B = unknown, P = Readonly<Record<string, string>>> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** "/api/config/:mac": parameters begin with a colon. */
  readonly path: string
  /** Ids of the editions that serve it; "*" for all. */
  readonly editions: readonly string[]
  readonly auth: Auth
  readonly summary: string
  /** Of the path's named parts: a part that fails it is 400. Default: text, percent signs undone. */
  readonly params?: z.ZodType<P>
  readonly query?: z.ZodType<Q>
  readonly body?: z.ZodType<B>
  /** True: `request.body` is a Uint8Array of what was sent, whatever it is. */
  readonly bytes?: boolean
  /** Of `bytes`: what may be sent by its Content-Type, with a schema where that is JSON. Nothing is checked by it: OpenAPI says it. */
  readonly takes?: Readonly<Record<string, z.ZodType | null>>
  /** Bytes. Default 64 KiB. */
  readonly bodyLimit?: number
  /** Bytes, of callers without a credential. Default 4 KiB. */
  readonly strangersBody?: number
  /** Of `bytes`: so many are read, and a longer body is not refused; the rest is thrown away. */
  readonly bodyHead?: number
  /** Of the JSON that it answers with when all is well; what OpenAPI says of it. */
  readonly answer?: z.ZodType
  /** Content-Types that it answers with when all is well; default application/json. */
  readonly types?: readonly string[]
  /** Present: all may be well with nothing to answer, which is 204; when that is. */
  readonly nothing?: string
  /** Statuses of errors that its handler gives and that nothing else here tells of, such as 429 after too many wrong tries. */
  readonly fails?: readonly number[]
  /** For clients that compare `error` with a code of their protocol: what it holds in place of the sentence, by our code. */
  readonly wireCodes?: Readonly<Record<string, string>>
  readonly limit?: RouteLimit
  /** True: never 429. A device that is refused here is stranded. */
  readonly unlimited?: boolean
  /** Present: errors are drawn, not written. `failure`: the status of our own failures (200 where the caller throws others away). */
  readonly picture?: { readonly failure: 200 | 500; shape(query: RawQuery): PictureShape }
  handle(request: RouteRequest<Q, B, P>): Promise<Reply> | Reply
}

/** Where a call has reached this server: scheme, host and port; undefined where it does not say. */
export function originOf({ headers: { host }, secure }: Pick<AuthRequest, "headers" | "secure">): string | undefined {
  return host === undefined ? undefined : `${secure ? "https" : "http"}://${host}`
}

/** Types the parts of a route against one another. */
export function defineRoute<Q, B, P = Readonly<Record<string, string>>>(route: Route<Q, B, P>): Route {
  return route as unknown as Route
}

/** What differs service-wide between the documents that Platen implements. */
export interface Edition {
  readonly id: string
  /** "/" or "/core". */
  readonly mount: string
  /** Further prefixes of the same routes: { "/api": "/api/v1" }. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Volts to what is drawn. */
  battery(volts: number): Battery
}

/** Of a device that does not say. */
export const DEFAULT_VOLTS = 3.3

export interface Battery {
  /** 0 to 100. */
  readonly percent: number
  /** Name of an icon; the frame draws a filled outline where there is none. */
  readonly icon?: string
}

/**
 * Every JSON error body. `error`, `message` and `detail` hold the same sentence, since existing pages show one or
 * another to people; programs read `code`. On a route with `wireCodes`, `error` may hold a code of that protocol.
 */
export interface ErrorBody {
  readonly error: string
  /** Stable, listed in docs/errors.md. */
  readonly code: string
  readonly message: string
  readonly detail: string
  readonly issues?: readonly Issue[]
}
