/** Web addresses of a page of this server, for people to type and for a QR code. */
export interface Addresses {
  /** The address to type: host, port and path; "" when it is unknown. */
  readonly host: string
  /** The addresses for a QR code, the preferred one first; empty when no phone can reach the server. */
  readonly urls: readonly string[]
}

/** Characters of a host: a DNS name of 253, a colon and a port. */
const MAX_HOST = 260

/**
 * Addresses of the page where a device is bound and configured. There is a URL only for an IPv4 address or a DNS name: phones do not reliably
 * resolve names in .local. `base`: origin and path under which people reach this server.
 */
export function pageOf(base: string | undefined, mac: string): Addresses {
  return addresses(base, [`?mac=${mac}`, `?mac=${bare(mac)}`])
}

/** Addresses of the page that binds a screen by its code. The second and the third are shorter, for screens too small for the first. */
export function addressesOf(base: string | undefined, mac: string, code: string): Addresses {
  return addresses(base, [`?prefer_mac=${mac}&code=${code}`, `?prefer_mac=${bare(mac)}&code=${code}`, `?code=${code}`])
}

function addresses(base: string | undefined, queries: readonly string[]): Addresses {
  const url = base !== undefined && URL.canParse(base) ? new URL(base) : undefined
  if (!url || url.host.length > MAX_HOST || !/^https?:$/.test(url.protocol)) return { host: "", urls: [] }
  const page = `${url.origin}${url.pathname.replace(/\/+$/, "")}/config`
  const reachable = !/(\.local|^localhost)\.?$/i.test(url.hostname) && !url.hostname.startsWith("[")
  return { host: page.slice(`${url.protocol}//`.length), urls: reachable ? queries.map((query) => page + query) : [] }
}

function bare(mac: string): string {
  return mac.replaceAll(":", "")
}
