import { Forbidden } from "platen/sdk"
import { originOf } from "platen/sdk/kit"
import type { Service } from "platen/sdk"
import type { AuthRequest } from "platen/sdk/http"

const SAFE = new Set(["GET", "HEAD", "OPTIONS"])

/** Whether the method may change state. Source: RFC 9110, safe methods. */
export function isUnsafe({ method }: Pick<AuthRequest, "method">): boolean {
  return !SAFE.has(method)
}

/**
 * Throws Forbidden for a request of a foreign page. Browsers send Origin or Sec-Fetch-Site; a request with neither does not come from a page.
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
  const own = [originOf({ headers, secure }), publicUrl].map(normalOrigin)
  if (!own.includes(origin) && !origins.includes(origin)) throw refusal(`"${origin.slice(0, 100)}"`)
}

/**
 * Check for calls that begin a session without having one. A reverse proxy may forward such calls with the Origin of its own page, so JSON bodies
 * are admitted; a foreign page needs a CORS preflight to send those. A form of a foreign page is refused: it could sign visitors in to the attacker's
 * account. Source: WHATWG Fetch, CORS-safelisted request headers.
 */
export function refuseForeignForm(
  request: Pick<AuthRequest, "headers" | "secure">,
  service: Pick<Service, "publicUrl" | "origins">,
): void {
  if (!/^application\/json\s*(;|$)/i.test(request.headers["content-type"] ?? "")) refuseForeign(request, service)
}

/** The origin of a URL in the form that browsers send; undefined for an invalid URL, such as one from a forged Host header. */
function normalOrigin(address = ""): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined
}

function refusal(from: string): Forbidden {
  return new Forbidden(
    `A page of ${from} may not use your session: if the page is yours, add its origin to server.publicUrl or server.origins.`,
    { code: "origin-forbidden" },
  )
}
