import type { IncomingMessage, ServerResponse } from "node:http"
import { BadInput, TooLarge, Unavailable } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"

/** Reads the body as bytes. Throws TooLarge beyond `limit` bytes, announced or received, and as `bytesUpTo` does. The caller of this function discards the rest of a body that is too large. */
export async function readBody(request: IncomingMessage, limit: number, response?: ServerResponse): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0)
  const body = announced > limit ? undefined : await bytesUpTo(request, limit, response)
  if (body && body.length <= limit) return body
  throw new TooLarge(`The request's body is larger than ${limit} bytes: send less.`)
}

/** Reads at most the first `limit` bytes of a body and discards the rest. Throws BadInput when the body is truncated. */
export async function readHead(request: IncomingMessage, limit: number): Promise<Buffer> {
  const body = await bytesUpTo(request, limit - 1)
  if (body.length > limit || !request.complete) discard(request)
  return body.subarray(0, limit)
}

/** Bytes that long bodies may hold at once: in all, and from one network; and bytes of a body that is not long. */
const [MAX_HELD, MAX_OF_PLACE, SHORT] = [64 << 20, 24 << 20, 64 << 10]
/** Bytes that are held, by network; in all for "". */
const held = new Map<string, number>()

/** Counts bytes of a body, or with a minus those that are let go. Returns how many the network holds, or all. */
function hold(place: string, bytes: number): number {
  const now = (held.get(place) ?? 0) + bytes
  if (now > 0) held.set(place, now)
  else held.delete(place)
  return now
}

/** Reads parts of a body until there are more than `limit` bytes, or to its end; a long one counts as held until it is read, or `response` is sent. Throws BadInput when it is truncated, and Unavailable for a long one while too much is held. */
async function bytesUpTo(request: IncomingMessage, limit: number, response?: ServerResponse): Promise<Buffer> {
  const parts: Buffer[] = []
  // Asked for now: a socket that has closed knows no address.
  const place = addressPlace(request.socket.remoteAddress ?? "")
  let [size, counted] = [0, 0]
  const letGo = (): void => [place, ""].forEach((each) => hold(each, -counted))
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (size > SHORT) {
        const [own, all] = [hold(place, size - counted), hold("", size - counted)]
        counted = size
        if (own > MAX_OF_PLACE || all > MAX_HELD)
          throw new Unavailable("Too many files arrive at once: try again.", { retryAfter: 10 })
      }
      if (size > limit) break
    }
  } catch (cause) {
    if (cause instanceof Unavailable) throw cause
    throw new BadInput("The request's body ended before it was whole: send it again.", { cause })
  } finally {
    if (response && !response.closed) response.once("close", letGo)
    else letGo()
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
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    request.once("end", done).once("close", done)
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
