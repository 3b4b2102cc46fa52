import { EventEmitter, once } from "node:events"
import type { IncomingMessage, ServerResponse } from "node:http"
import { PassThrough, Readable } from "node:stream"
import { BadInput, TooLarge, Unavailable } from "platen/sdk"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { parseJson, readBody } from "../../../kernel/http/body.js"

const test = suite("http/body")

/** A request whose body comes in these parts. */
function requestOf(parts: readonly string[], headers: Readonly<Record<string, string>> = {}): IncomingMessage {
  return Object.assign(
    Readable.from(
      parts.map((part) => Buffer.from(part)),
      { objectMode: false },
    ),
    { headers, socket: {} },
  ) as unknown as IncomingMessage
}

/** A body of which ten megabytes have come, and the rest is to come. */
async function begun(address: string): Promise<{ readonly whole: Promise<Buffer>; end(): void }> {
  const stream = Object.assign(new PassThrough({ highWaterMark: 1 << 20 }), {
    headers: {},
    socket: { remoteAddress: address },
  })
  // What a client sends in its own time.
  const sending = (async () => {
    for (let i = 0; i < 10; i++) if (!stream.write(Buffer.alloc(1 << 20))) await once(stream, "drain")
  })()
  const whole = readBody(stream as unknown as IncomingMessage, 20 << 20)
  whole.catch(() => {})
  await new Promise<unknown>((resolve) => {
    void sending.then(resolve)
    whole.catch(resolve)
  })
  return { whole, end: () => void stream.end() }
}

test("holds at most 24 MB of long bodies of one network and 64 MB in all, and short ones always", async () => {
  const held = [await begun("203.0.113.1"), await begun("203.0.113.1")]
  const tooMany = await begun("203.0.113.1")
  const error = await rejection(tooMany.whole)
  assert.instance(error, Unavailable)
  assert.match(error.message, "at once")
  for (let i = 0; i < 4; i++) held.push(await begun(`198.51.${i}.1`))
  assert.instance(await rejection((await begun("192.0.2.1")).whole), Unavailable)
  const short = Object.assign(requestOf(["x".repeat(60_000)]), { socket: { remoteAddress: "203.0.113.1" } })
  assert.is((await readBody(short, 1 << 20)).length, 60_000)
  for (const { end, whole } of held) {
    end()
    assert.is((await whole).length, 10 << 20)
  }
  const again = await begun("203.0.113.1")
  again.end()
  assert.is((await again.whole).length, 10 << 20)
})

/** A response that is sent when somebody closes it; `isClosed`: it was, before the body was read. */
function responseOf(isClosed = false): ServerResponse & { close(): void } {
  const response = Object.assign(new EventEmitter(), {
    closed: isClosed,
    close: () => {
      response.closed = true
      response.emit("close")
    },
  })
  return response as unknown as ServerResponse & { close(): void }
}

/** A long body that has come whole, from an address that the socket forgets when it closes. */
function whole(remoteAddress: string): IncomingMessage & { readonly socket: { remoteAddress: string | undefined } } {
  return Object.assign(requestOf(["x".repeat(10 << 20)]), { socket: { remoteAddress } }) as never
}

test("holds a long body until its response is sent, and no longer, whenever the caller leaves", async () => {
  const from = "203.0.113.2"
  const [one, other] = [responseOf(), responseOf()]
  const requests = [whole(from), whole(from)]
  await readBody(requests[0]!, 20 << 20, one)
  await readBody(requests[1]!, 20 << 20, other)
  assert.instance(await rejection(readBody(whole(from), 20 << 20, responseOf())), Unavailable)
  for (const request of requests) request.socket.remoteAddress = undefined
  one.close()
  other.close()
  // Callers who are gone before their body is read leave nothing behind.
  for (let i = 0; i < 8; i++) assert.is((await readBody(whole(from), 20 << 20, responseOf(true))).length, 10 << 20)
  const last = responseOf()
  assert.is((await readBody(whole(from), 20 << 20, last)).length, 10 << 20)
  last.close()
})

async function rejection(work: Promise<unknown>): Promise<Error> {
  return work.then(
    () => {
      throw new Error("nothing was thrown")
    },
    (error: unknown) => error as Error,
  )
}

test("joins the parts, up to the limit and not a byte more", async () => {
  assert.is((await readBody(requestOf(['{"a"', ":1}"]), 7)).toString(), '{"a":1}')
  assert.instance(await rejection(readBody(requestOf(['{"a"', ":1}"]), 6)), TooLarge)
  assert.is((await readBody(requestOf([]), 6)).length, 0)
})

test("refuses an announced length before it reads a byte", async () => {
  const request = requestOf(["never read"], { "content-length": "1000" })
  const error = await rejection(readBody(request, 999))
  assert.instance(error, TooLarge)
  assert.is(error.message, "The request's body is larger than 999 bytes: send less.")
  assert.is(request.readableDidRead, false)
})

test("leaves the connection standing when a body is too large, so that the answer arrives", async () => {
  const request = requestOf(["1234", "5678"])
  assert.instance(await rejection(readBody(request, 5)), TooLarge)
  assert.is(request.destroyed, false)
})

test("calls a body that stops half-way bad input, with its cause", async () => {
  const cause = new Error("aborted")
  const request = new Readable({
    read() {
      this.destroy(cause)
    },
  })
  const error = await rejection(
    readBody(Object.assign(request, { headers: {}, socket: {} }) as unknown as IncomingMessage, 10),
  )
  assert.instance(error, BadInput)
  assert.is(error.cause, cause)
})

test("reads JSON, nothing as undefined, and anything else as bad input", () => {
  assert.equal(parseJson(Buffer.from('{"城":[1,null]}')), { 城: [1, null] })
  assert.is(parseJson(Buffer.alloc(0)), undefined)
  for (const broken of ["{", "{'a':1}", "undefined", "\u0000", "[1,]", '{"a":1}{"b":2}']) {
    assert.throws(
      () => parseJson(Buffer.from(broken)),
      (error: Error) => error instanceof BadInput && /not JSON/.test(error.message),
      broken,
    )
  }
})

test.run()
