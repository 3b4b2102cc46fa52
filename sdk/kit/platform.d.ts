// The names of the web platform that the contract speaks of. Only this folder is built with them: a plugin's own
// build has the full ones from its platform.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }
interface URL {
  readonly href: string
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
