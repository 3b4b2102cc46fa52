import type { IncomingMessage } from "node:http"
import { BadInput, TooLarge, Unavailable } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"

/**
 * Reads the body as bytes. Throws TooLarge beyond `limit` bytes, announced or received, and BadInput when the body is
 * truncated. The caller of this function discards the rest of a body that is too large.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0)
  const body = announced > limit ? undefined : await bytesUpTo(request, limit)
  if (body && body.length <= limit) return body
  throw new TooLarge(`The request's body is larger than ${limit} bytes: send less.`)
}

/** Reads at most the first `limit` bytes of a body and discards the rest. Throws BadInput when the body is truncated. */
export async function readHead(request: IncomingMessage, limit: number): Promise<Buffer> {
  const body = await bytesUpTo(request, limit - 1)
  if (body.length > limit || !request.complete) discard(request)
  return body.subarray(0, limit)
}

/** Bytes that long bodies may hold while they arrive: in all, and from one network; and bytes of a body that is not long. */
const [MAX_ARRIVING, MAX_OF_PLACE, SHORT] = [64 << 20, 24 << 20, 64 << 10]
/** Bytes that are arriving, by network; in all for "". */
const arriving = new Map<string, number>()

function arrive(place: string, bytes: number): number {
  const now = (arriving.get(place) ?? 0) + bytes
  if (now > 0) arriving.set(place, now)
  else arriving.delete(place)
  return now
}

/** Reads parts of a body until there are more than `limit` bytes, or to its end. Throws Unavailable for a long one while too many arrive. */
async function bytesUpTo(request: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  const place = addressPlace(request.socket.remoteAddress ?? "")
  let size = 0
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      const [all, own] = ["", place].map((key) => arrive(key, part.length)) as [number, number]
      if (size > SHORT && (all > MAX_ARRIVING || own > MAX_OF_PLACE))
        throw new Unavailable("Too many files arrive at once: try again.", { retryAfter: 10 })
      if (size > limit) break
    }
  } catch (cause) {
    if (cause instanceof Unavailable) throw cause
    throw new BadInput("The request's body ended before it was whole: send it again.", { cause })
  } finally {
    for (const key of ["", place]) arrive(key, -size)
  }
  return Buffer.concat(parts)
}

/** Bytes of an unread body that are consumed, and milliseconds that its sender has to read the response. */
const MAX_DISCARDED = 256 << 10
const DISCARD_MS = 1_000

/** Requests whose connection closes after the response, with the promise that the close waits for. */
const discarding = new WeakMap<IncomingMessage, Promise<void>>()

/**
 * Discards the rest of an unread body; call it before the response is sent. A short body is consumed and the connection
 * stays open. Of a longer one, or one of unknown length, the first bytes are consumed so that its sender gets to read the
 * response; then the connection closes.
 */
export function discard(request: IncomingMessage): void {
  const { headers } = request
  const chunked = headers["transfer-encoding"] !== undefined
  if (!request.complete && (chunked || Number(headers["content-length"] ?? 0) > MAX_DISCARDED))
    discarding.set(request, firstBytes(request))
  request.resume()
}

function firstBytes(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = MAX_DISCARDED
    const timer = setTimeout(resolve, DISCARD_MS)
    for (const event of ["end", "close"]) {
      request.once(event, () => {
        clearTimeout(timer)
        resolve()
      })
    }
    request.on("data", (part: Buffer) => {
      left -= part.length
      if (left <= 0) request.pause()
    })
  })
}

/** Resolves once enough of a long unread body is discarded; undefined for every other request. */
export function discarded(request: IncomingMessage): Promise<void> | undefined {
  return discarding.get(request)
}

/** Parses a body as JSON; undefined when it is empty. Throws BadInput when it is not JSON. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString("utf8"))
  } catch (cause) {
    throw new BadInput("The request's body is not JSON: send an object with Content-Type: application/json.", { cause })
  }
}
