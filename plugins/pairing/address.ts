/** Where people go with what a screen shows. */
export interface Addresses {
  /** What people can type: host, port and path. */
  readonly host: string
  /** For a QR code, the best first; none when no phone could reach it. */
  readonly urls: readonly string[]
}

/** As long as a name of the DNS may be, with its port. */
const MAX_HOST = 260

/**
 * Of the page where a device is bound and configured. A phone finds an IPv4 address or a name of the DNS, never one that ends
 * in .local. `base`: what people call this server by.
 */
export function pageOf(base: string | undefined, mac: string): Addresses {
  return addresses(base, [`?mac=${mac}`, `?mac=${bare(mac)}`])
}

/** Of the page that binds a screen by its code. The second and third address say it shorter, for screens too small for the first. */
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
