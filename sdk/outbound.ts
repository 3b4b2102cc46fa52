/** The guarded way out: public addresses only, unless the operator names the host; size, time and redirects limited. */
export interface OutboundFetch {
  (url: string | URL, options?: OutboundOptions): Promise<OutboundAnswer>
}

export interface OutboundOptions {
  readonly method?: "GET" | "HEAD" | "POST"
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal?: AbortSignal
  /** True: public addresses alone, also where the operator names a host: for addresses that anybody may give. */
  readonly publicOnly?: boolean
  /** True: the body is not read, and `bytes` is empty. */
  readonly headersOnly?: boolean
  /** Bytes. Default 2 MiB. */
  readonly maxBytes?: number
  /** Milliseconds. Default 8,000. */
  readonly timeout?: number
}

export interface OutboundAnswer {
  readonly status: number
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  text(): string
  json(): unknown
}
