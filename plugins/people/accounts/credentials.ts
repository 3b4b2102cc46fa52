type Headers = Readonly<Record<string, string>>

const COOKIE = "ink_session"

/** Session token of a request. */
export interface Credential {
  readonly token: string
  /** True: it came in a cookie, which a browser sends with requests of foreign pages too. */
  readonly byCookie: boolean
}

/** The credential of a request. A bearer token, even a wrong one, takes precedence over the cookie. */
export function credentialOf(headers: Headers): Credential | undefined {
  const bearer = bearerOf(headers)
  if (bearer !== undefined) return { token: bearer, byCookie: false }
  const cookie = cookieOf(headers)
  return cookie === undefined ? undefined : { token: cookie, byCookie: true }
}

export function bearerOf({ authorization = "" }: Headers): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(authorization)?.[1]
}

/** The session cookie. Of several with that name, the first: browsers send the one with the most specific path first. */
export function cookieOf({ cookie = "" }: Headers): string | undefined {
  for (const pair of cookie.split(";")) {
    const [name, value] = pair.trim().split("=", 2)
    if (name === COOKIE) return value
  }
  return undefined
}

/**
 * Whether the session cookie gets the Secure attribute: the call came by https, or `publicUrl` is https. Exception: a page with an http origin,
 * such as one in the local network, could not store such a cookie.
 */
export function isCookieSecure(
  { headers, secure }: { readonly headers: Headers; readonly secure: boolean },
  { publicUrl = "" }: { readonly publicUrl?: string | undefined },
): boolean {
  return secure || (/^https:/i.test(publicUrl) && !/^http:/i.test(headers.origin ?? ""))
}

/** A Set-Cookie header. `seconds`: its Max-Age; 0 deletes the cookie. */
export function setCookie(token: string, seconds: number, secure: boolean): string {
  return `${COOKIE}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`
}
