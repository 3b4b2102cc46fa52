import type { PlatenError } from "../errors.js"
import type { z } from "../schema.js"
import type { Rotation } from "../drawing/bitmap.js"

/** A query as text; of a repeated name the last value. */
export type RawQuery = Readonly<Record<string, string>>

/** The caller, as the policy that admitted the request knows it. */
export interface Principal {
  /** "device": a device; "person": a signed-in user; "admin": an admin, or the operator; "grant": whoever has a credential for one thing alone, such as a widget. */
  readonly kind: "device" | "person" | "admin" | "grant"
  /** The name under which a route's limit counts its calls: "device/...", "user/...". Default: the address. */
  readonly subject?: string
  /** Id of the caller's account, if there is one. */
  readonly user?: string
  /** The account's role: on the device for its members, else on the server. */
  readonly role?: string
  /** The device, normalized, where the policy is about one. */
  readonly mac?: string
  /** The token that the device has sent. */
  readonly token?: string
  /** True: the token is unconfirmed. */
  readonly provisional?: boolean
  /** True: anybody can get this credential, so its calls are counted by address, and may cost no more than calls without one. */
  readonly anonymous?: boolean
  /** True: a device that no person owns or has set up. Where screens need no owner, it is not anonymous. */
  readonly unclaimed?: boolean
}

/** The part of a request that policies see. Header names in lower case. */
export interface AuthRequest {
  /** The namespace of the devices of the area that the call was made under. */
  readonly realm: string
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

/** A policy's decision: a principal; an error that says why not; or undefined where the policy does not apply. */
export type Admission = Principal | PlatenError | undefined

/** A way to admit a caller, such as a session or a device token. */
export interface Policy {
  readonly id: string
  /** The credentials that it accepts, as security schemes of OpenAPI by their names. Default: described in words. */
  readonly schemes?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Whether a call has a credential for this policy. Default: it does. Callers without any credential are counted by address and cost little. */
  isShown?(request: Pick<AuthRequest, "headers" | "query">): boolean
  /** True: it admits devices, which understand no 429: too many refusals are never answered with it. */
  readonly ofDevices?: boolean
  /**
   * The principal; undefined when this policy does not apply or refuses. May give a PlatenError that says why: it is the answer when no
   * other policy admits; one that is thrown is the answer at once.
   */
  admit(request: AuthRequest): Promise<Admission> | Admission
}

/**
 * The admission of a route: open, or any of the policies named. `when`: they apply to these queries only, others are open. `optional`: nobody is
 * turned away; the handler learns who calls if a policy admits. `body`: the device may be named by `mac` in the body, of which 16 KiB are read
 * before.
 */
export type Auth =
  | "open"
  | {
      readonly anyOf: readonly string[]
      when?(query: RawQuery): boolean
      readonly optional?: boolean
      readonly body?: boolean
    }

/** A request as its handler gets it, checked and admitted. `mac`: the one device that path, query and body name. */
export interface RouteRequest<Q = unknown, B = unknown, P = Readonly<Record<string, string>>> extends Omit<
  AuthRequest,
  "realm" | "params" | "query"
> {
  /** The named parts of the path, as the route's schema reads them. */
  readonly params: P
  readonly query: Q
  readonly body: B
  /** The caller; undefined on an open route. */
  readonly principal: Principal | undefined
  readonly area: Area
  /** Fires when the caller has gone or the server stops waiting. */
  readonly signal: AbortSignal
}

/**
 * The answer of a handler. `body`: bytes and strings go out as they are; a stream as it comes, chunked, and never to a device; anything else as
 * compact JSON. If the caller leaves, the stream is ended. If the stream throws, the connection breaks, so it must itself report what went wrong.
 * HEAD never starts a stream.
 */
export interface Reply {
  /** Default 200. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Content-Type. Default: application/json for JSON, text/plain for strings. */
  readonly type?: string
  readonly body?: unknown
  /** One word for observers: which of several answers this is. */
  readonly outcome?: string
  /** Called once: true when the last byte was handed to the socket, false when the caller had gone before. */
  sent?(whole: boolean): void
}

/** The size and format in which the error of a picture route is drawn. */
export interface PictureShape {
  readonly width: number
  readonly height: number
  readonly codec: string
  /** Degrees clockwise by which it is turned before it is encoded. */
  readonly rotation?: Rotation
  readonly palette: string
  readonly language: string
}

/** A limit on the calls a minute of one caller. Further calls get 429. The operator changes it by its name. */
export interface RouteLimit {
  /** ^[a-z][a-z-]*$ : routes of one name share one count. */
  readonly name: string
  readonly perMinute: number
  /** True: of callers without a credential, each device that they name is counted apart. */
  readonly perDevice?: boolean
}

/** An HTTP call as data: the kernel mounts it. Made by `defineRoute`. `auth`: default that of the area; without either, the start stops. */
export interface Route<Q = unknown, B = unknown, P = Readonly<Record<string, string>>> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** "/api/config/:mac": parameters begin with a colon. */
  readonly path: string
  /** Ids of the areas that serve it, or names that areas list in `uses`; "*" for all. */
  readonly areas: readonly string[]
  readonly auth?: Auth
  readonly summary: string
  /** The schema of the path's named parts; a part that fails it is 400. Default: decoded text. */
  readonly params?: z.ZodType<P>
  readonly query?: z.ZodType<Q>
  readonly body?: z.ZodType<B>
  /** True: `request.body` is a Uint8Array of the body, whatever it is. */
  readonly bytes?: boolean
  /** Of `bytes`: the Content-Types that may be sent, each with a schema if it is JSON. OpenAPI has them; the server checks nothing by them. */
  readonly consumes?: Readonly<Record<string, z.ZodType | null>>
  /** Bytes. Default 64 KiB. */
  readonly bodyLimit?: number
  /** Bytes, for callers without a credential. Default 4 KiB. */
  readonly anonymousBodyLimit?: number
  /** Of `bytes`: only so many bytes are read. A longer body is not refused; its rest is thrown away. */
  readonly bodyHead?: number
  /** The schema of the JSON of a successful response. OpenAPI has it; the server does not check it. */
  readonly response?: z.ZodType
  /** The Content-Types of a successful response; default application/json. */
  readonly produces?: readonly string[]
  /** Present: a successful response may be 204, without a body. A sentence that says when. */
  readonly noContent?: string
  /** Further statuses of errors that its handler throws, such as 429 after too many wrong attempts. */
  readonly errors?: readonly number[]
  /** For clients that compare `error` with a code of their protocol: that code, by Platen's code. */
  readonly wireCodes?: Readonly<Record<string, string>>
  readonly limit?: RouteLimit
  /** True: never 429. For calls without which a device cannot go on. */
  readonly unlimited?: boolean
  /** Present: errors are drawn as pictures. `failure`: the status of the server's own failures; 200 for callers that discard any other. */
  readonly picture?: { readonly failure: 200 | 500; shape(query: RawQuery): PictureShape }
  handle(request: RouteRequest<Q, B, P>): Promise<Reply> | Reply
}

/** A folder of files that are served as they are: scripts, stylesheets, pictures of a page. */
export interface AssetFolder {
  /** Under the mount of each area: "/config". */
  readonly path: string
  /** Ids of the areas that serve it; "*" for all. */
  readonly areas: readonly string[]
  /** Ends with a slash. The files in it are served, not those of its folders. The list of files is read at the start. */
  readonly folder: URL
  /** The names of the files that are served. */
  readonly only: RegExp
  readonly headers?: Readonly<Record<string, string>>
}

/** One API of the server: where it is mounted, and how it differs from others. */
export interface Area {
  readonly id: string
  /** "/" or "/core". */
  readonly mount: string
  /** Further prefixes of the same routes: { "/api": "/api/v1" }. */
  readonly aliases?: Readonly<Record<string, string>>
  /** The namespace of its devices: a MAC names another device in each. */
  readonly realm: string
  /** Who may call its routes that say nothing of it themselves. */
  readonly auth?: Auth
  /** What it takes of the plugins that serve every family of devices, by names in their routes: "configs", "history", "pairing". */
  readonly uses?: readonly string[]
  /** The charge at a voltage, in volts. */
  battery(volts: number): Battery
}

/** The battery voltage of a device that sends none, in volts. */
export const DEFAULT_VOLTS = 3.3

/** The charge of a battery, and its picture. */
export interface Battery {
  /** 0 to 100. */
  readonly percent: number
  /** Name of an icon; the frame draws a filled outline where there is none. */
  readonly icon?: string
}
