/** The guarded `fetch` of the server. It calls public addresses and the hosts of `server.lanHosts`, with limits on size, time and redirects. Rejects with Upstream. */
export interface OutboundFetch {
  (url: string | URL, options?: OutboundOptions): Promise<OutboundAnswer>
}

/** Options of one outbound call. */
export interface OutboundOptions {
  readonly method?: "GET" | "HEAD" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** True: only public addresses, without the hosts of `server.lanHosts`. For addresses that users name. */
  readonly publicOnly?: boolean
  /** The one origin that may be a host of `server.lanHosts`; elsewhere, such as after a redirect, only public addresses. Default: any. */
  readonly lanOrigin?: string
  /** True: the body is not read, and `bytes` is empty. */
  readonly headersOnly?: boolean
  /** Bytes. Default 2 MiB. */
  readonly maxBytes?: number
  /** Milliseconds. Default 8,000. */
  readonly timeout?: number
}

/** The response of another server, read completely and unpacked. `url`: after redirects; header names in lower case; `text`: of the body, or of bytes of it, in its character set. */
export interface OutboundAnswer {
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  text(part?: Uint8Array): string
  json(): unknown
}
