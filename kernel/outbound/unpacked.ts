import { promisify } from "node:util"
import * as zlib from "node:zlib"
import { Upstream } from "platen/sdk"

type Unpack = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Buffer>

/** The content codings that are undone; that of zstd where Node has it. Source: IANA, HTTP content coding registry. */
const CODINGS: Readonly<Record<string, Unpack>> = {
  gzip: promisify(zlib.gunzip),
  "x-gzip": promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  // Many servers send it without the zlib header that RFC 9110, 8.4.1.2 asks for.
  deflate: (bytes, options) =>
    promisify((bytes[0]! & 0x0f) === 8 ? zlib.inflate : zlib.inflateRaw)(bytes, options) as Promise<Buffer>,
  ...("zstdDecompress" in zlib && { zstd: promisify(zlib.zstdDecompress as typeof zlib.gunzip) }),
}
/** Codings that one body may have. */
const MAX_CODINGS = 2
/** What is asked for. */
export const ACCEPTED = "gzip, deflate, br"

/**
 * A body without its content codings, also those that were not asked for; a coding that is not known stays. `limit`: bytes, at each step. Throws Upstream
 * for a body that is larger, or that is not in the coding that its server names. Source: RFC 9110, 8.4.
 */
export async function unpacked(bytes: Buffer, codings: string | undefined, limit: number): Promise<Buffer> {
  const named = (codings ?? "")
    .toLowerCase()
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "" && each !== "identity")
  if (bytes.length === 0 || !named.every((each) => Object.hasOwn(CODINGS, each))) return bytes
  if (named.length > MAX_CODINGS) throw new Upstream(`The response is packed more than ${MAX_CODINGS} times.`)
  let all = bytes
  try {
    for (const each of named.reverse()) all = await CODINGS[each]!(all, { maxOutputLength: limit })
  } catch (cause) {
    throw (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE"
      ? tooLarge(limit)
      : new Upstream(`The response cannot be unpacked (${named.join(", ")}).`, { cause })
  }
  return all
}

export const tooLarge = (limit: number): Upstream => new Upstream(`The response is larger than ${limit} bytes.`)
