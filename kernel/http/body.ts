import type { IncomingMessage, ServerResponse } from "node:http"
import { BadInput, TooLarge, Unavailable } from "platen/sdk"
import { addressPlace } from "platen/sdk/kit"

/**
 * Reads the body as bytes; a long one counts as held until `response` is sent. Throws TooLarge beyond `limit` bytes, announced or received, and
 * BadInput when the body is truncated. The caller of this function discards the rest of a body that is too large.
 */
export async function readBody(request: IncomingMessage, limit: number, response?: ServerResponse): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0)
  const body = announced > limit ? undefined : await bytesUpTo(request, limit)
  if (response && body && body.length > SHORT) {
    hold(request, body.length)
    response.once("close", () => hold(request, -body.length))
  }
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

/** Counts bytes of a body, or with a minus those that are let go. Returns whether there are too many. */
function hold({ socket }: IncomingMessage, bytes: number): boolean {
  const now = ["", addressPlace(socket.remoteAddress ?? "")].map((place) => {
    const count = (held.get(place) ?? 0) + bytes
    if (count > 0) held.set(place, count)
    else held.delete(place)
    return count
  })
  return now[0]! > MAX_HELD || now[1]! > MAX_OF_PLACE
}

/** Reads parts of a body until there are more than `limit` bytes, or to its end. Throws Unavailable for a long one while too much is held. */
async function bytesUpTo(request: IncomingMessage, limit: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      parts.push(part)
      size += part.length
      if (hold(request, part.length) && size > SHORT)
        throw new Unavailable("Too many files arrive at once: try again.", { retryAfter: 10 })
      if (size > limit) break
    }
  } catch (cause) {
    if (cause instanceof Unavailable) throw cause
    throw new BadInput("The request's body ended before it was whole: send it again.", { cause })
  } finally {
    hold(request, -size)
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
