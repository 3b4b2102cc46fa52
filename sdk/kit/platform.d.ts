// The names of the web platform that the contract speaks of. Only this folder is built with them: a plugin's own
// build has the full ones from its platform.
declare const crypto: { getRandomValues(bytes: Uint8Array): Uint8Array }
declare function setTimeout(run: () => void, milliseconds: number): unknown
declare function clearTimeout(timer: unknown): void
interface URL {
  readonly href: string
}
interface AbortSignal {
  readonly aborted: boolean
}
