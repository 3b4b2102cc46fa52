import { Forbidden } from "platen/sdk"
import { originOf } from "platen/sdk/http"
import type { Service } from "platen/sdk"
import type { AuthRequest } from "platen/sdk/http"

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether a call of this kind may change something. */
export function isUnsafe({ method }: Pick<AuthRequest, "method">): boolean {
  return !SAFE.has(method)
}

/**
 * Throws Forbidden when a page of somewhere else makes the browser call: a browser says where its page is from, other callers
 * say nothing.
 */
export function refuseForeign(
  { headers, secure }: Pick<AuthRequest, "headers" | "secure">,
  { publicUrl, origins }: Pick<Service, "publicUrl" | "origins">,
): void {
  const { origin } = headers
  if (origin === undefined) {
    if (headers["sec-fetch-site"] === "cross-site") throw refusal("another site")
    return
  }
  const own = [originOf({ headers, secure }), publicUrl].map(asSent)
  if (!own.includes(origin) && !origins.includes(origin)) throw refusal(`"${origin.slice(0, 100)}"`)
}

/**
 * For calls that bring no session and begin one: another web server may pass them on with its own page's Origin. Only what a form of a
 * foreign page can make a browser send is refused: else that page could sign its visitors in to an account of its own. A script of
 * such a page cannot send JSON without asking first. Source: WHATWG Fetch, CORS-safelisted request headers.
 */
export function refuseForeignForm(
  request: Pick<AuthRequest, "headers" | "secure">,
  service: Pick<Service, "publicUrl" | "origins">,
): void {
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) refuseForeign(request, service)
}

/** As a browser sends it. Nothing for what is no address: a host that a caller made up. */
function asSent(address = ""): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

function refusal(from: string): Forbidden {
  return new Forbidden(
    `A page of ${from} may not do this with your session: if it is yours, its operator names it in server.publicUrl or server.origins.`,
    { code: "origin-forbidden" },
  )
}
