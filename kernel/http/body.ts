import type { IncomingMessage } from "node:http"
import { BadInput, TooLarge } from "platen/sdk"

/**
 * The body as bytes. Throws TooLarge beyond `limit` bytes, announced or sent, and BadInput when the caller stops
 * half-way. What is left of too large a body is for the caller to discard.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0)
  if (announced > limit) throw tooLarge(limit)
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += part.length
      if (size > limit) throw tooLarge(limit)
      parts.push(part)
    }
  } catch (cause) {
    if (cause instanceof TooLarge) throw cause
    throw new BadInput("The request's body ended before it was whole: send it again.", { cause })
  }
  return Buffer.concat(parts)
}

/** The first bytes of a body, at most `most`; the rest is thrown away unread. Throws BadInput when the caller stops half-way. */
export async function readHead(request: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      parts.push(part)
      if ((size += part.length) >= most) break
    }
  } catch (cause) {
    throw new BadInput("The request's body ended before it was whole: send it again.", { cause })
  }
  if (size > most || !request.complete) discard(request)
  return Buffer.concat(parts).subarray(0, most)
}

/** Bytes of an unwanted body that are taken, and milliseconds that its sender has to read the answer. */
const MAX_DISCARDED = 256 << 10
const DISCARD_MS = 1_000

/** Requests whose connection ends with them, and what their answer waits for before it ends it. */
const discarding = new WeakMap<IncomingMessage, Promise<void>>()

/**
 * Throws away what is left of a body that nobody reads; called before the answer is sent. A short one is taken whole, and the connection
 * stays. Of a longer one, or one of unknown length, the first bytes are taken, so that its sender comes to read the answer; then the
 * connection is closed.
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

/** Resolves once enough of a long unwanted body was thrown away; undefined for every other request. */
export function discarded(request: IncomingMessage): Promise<void> | undefined {
  return discarding.get(request)
}

/** The body as JSON; undefined when there is none. Throws BadInput when it is not JSON. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined
  try {
    return JSON.parse(body.toString("utf8"))
  } catch (cause) {
    throw new BadInput("The request's body is not JSON: send an object with Content-Type: application/json.", { cause })
  }
}

function tooLarge(limit: number): TooLarge {
  return new TooLarge(`The request's body is larger than ${limit} bytes: send less.`)
}
