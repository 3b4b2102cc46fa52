// The names of the web platform that the contract speaks of. Only this folder is built with them: a plugin's own
// build has the full ones from its platform.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }
declare class URL {
  static canParse(url: string): boolean
  constructor(url: string)
  readonly href: string
  readonly origin: string
  readonly protocol: string
}
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: "abort", listener: () => void): void
}
declare class AbortController {
  readonly signal: AbortSignal
  abort(reason?: unknown): void
}
