import type { Policy } from "platen/sdk/http"

/** Headers that proxies add: a caller behind a local proxy that is not configured is not on this machine. */
const FORWARDED = ["x-forwarded-for", "forwarded", "via", "x-real-ip"]

/** Policy "loopback": admits callers on the server's own machine. */
export const loopback: Policy = {
  id: "loopback",
  isShown: () => false,
  admit: ({ address, headers }) =>
    isLoopback(address) && FORWARDED.every((name) => headers[name] === undefined)
      ? { kind: "grant", subject: "loopback" }
      : undefined,
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address)
}
