import type { IncomingMessage } from "node:http"
import { BadInput, TooLarge } from "platen/sdk"

/**
 * The body as bytes. Throws TooLarge beyond `limit` bytes, announced or sent, and BadInput when the caller stops
 * half-way. What is left of too large a body is for the caller to drain.
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
