type Headers = Readonly<Record<string, string>>

const COOKIE = "ink_session"

/** What a caller shows. */
export interface Credential {
  readonly token: string
  /** True: the browser sent it by itself, and perhaps not by its user's will. */
  readonly byCookie: boolean
}

/** A bearer token beats the cookie, also a wrong one. */
export function credentialOf(headers: Headers): Credential | undefined {
  const bearer = bearerOf(headers)
  if (bearer !== undefined) return { token: bearer, byCookie: false }
  const cookie = cookieOf(headers)
  return cookie === undefined ? undefined : { token: cookie, byCookie: true }
}

export function bearerOf({ authorization = "" }: Headers): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1]
}

/** Of several of that name the first: what a browser puts there is nearest. */
export function cookieOf({ cookie = "" }: Headers): string | undefined {
  for (const pair of cookie.split(";")) {
    const [name, value] = pair.trim().split("=", 2)
    if (name === COOKIE) return value
  }
  return undefined
}

/**
 * Whether the browser is to send the session by https alone: the call came by https, or people reach the server by https. A page that says
 * itself that it came by http, in the local network, could not keep such a cookie.
 */
export function isCookieSecure(
  { headers, secure }: { readonly headers: Headers; readonly secure: boolean },
  { publicUrl = "" }: { readonly publicUrl?: string | undefined },
): boolean {
  return secure || (/^https:/i.test(publicUrl) && !/^http:/i.test(headers.origin ?? ""))
}

/** A Set-Cookie. `seconds`: how long the browser keeps it; 0 takes it away. */
export function setCookie(token: string, seconds: number, secure: boolean): string {
  return `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`
}
