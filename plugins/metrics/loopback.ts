import type { Policy } from "platen/sdk/http"

/** What proxies add: a caller behind one that the operator has not named is not on this machine, although the proxy is. */
const FORWARDED = ["x-forwarded-for", "forwarded", "via", "x-real-ip"]

/** "loopback" admits callers on the server's own machine. */
export const loopback: Policy = {
  id: "loopback",
  isShown: () => false,
  admit: ({ address, headers }) =>
    isLoopback(address) && FORWARDED.every((name) => headers[name] === undefined)
      ? { policy: "loopback", subject: "loopback" }
      : undefined,
}

function isLoopback(address: string): boolean {
  return address === "::1" || /^127\.\d+\.\d+\.\d+$/.test(address)
}
