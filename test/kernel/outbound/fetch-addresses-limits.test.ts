import type { Socket } from "node:net"
import { gzipSync } from "node:zlib"
import { Upstream } from "platen/sdk"
import type { OutboundEvent, OutboundFetch, OutboundOptions } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import type { Lookup } from "../../../kernel/outbound/fetch.js"
import { expire, soon, until } from "../../until.js"
import { gate } from "../http/gate.js"
import { counted, names, spoken } from "./sockets.js"
import type { Counted, Handler } from "./sockets.js"

const test = suite("http/fetch-addresses-limits")

/** Milliseconds that a call is given. */
const TIMEOUT = 200

const clock = fakeClock()
let nas: Counted
let told: OutboundEvent[]
let fetch: OutboundFetch
let at: string

test.before(async () => {
  nas = await counted()
})
test.before.each(() => {
  nas.reset()
  told = []
  fetch = fetchWith(names().lookup)
  at = `http://nas.test:${nas.port}/`
})
test.after(() => nas.close())

function fetchWith(lookup: Lookup): OutboundFetch {
  return guardedFetch({
    lanHosts: ["nas.test", "dead.test", "late.test"],
    clock,
    ticks: clock.now,
    onCall: (event) => told.push(event),
    lookup,
  })
}

async function failure(address: string, options?: OutboundOptions, by = fetch): Promise<Error> {
  return by(address, options).then(
    ({ status }) => {
      throw new Error(`${address} was answered with ${status}`)
    },
    (error: unknown) => error as Error,
  )
}

/** A call that ends before its answer is whole, and says that time is up. Undici's own timeouts with connecting has another sentence, and its others are longer than ours. */
async function givesUp(address: string, options: OutboundOptions = {}, by = fetch): Promise<void> {
  const error = await soon(failure(address, { timeout: TIMEOUT, ...options }, by), "it does not give up")
  assert.instance(error, Upstream)
  assert.match(error.message, /^[a-z]+\.test did not respond in time\.$/)
}

/** The same once the time is up that a call is given. `reached`: how far it comes before. */
async function timesOut(
  address: string,
  options: OutboundOptions = {},
  by = fetch,
  reached: () => boolean = () => true,
): Promise<void> {
  const over = givesUp(address, options, by)
  await until(reached, "the call does not come so far")
  await expire(clock, TIMEOUT)
  await over
}

/** Writes more and more until the other side closes. */
function endless(response: Parameters<Handler>[1]): Promise<void> {
  const more = (): void => {
    while (!response.destroyed && response.write(Buffer.alloc(16_384, "x")));
  }
  const closed = new Promise<void>((resolve) => {
    response.once("close", resolve)
  })
  response.on("drain", more)
  more()
  return closed
}

for (const [what, handler] of Object.entries<Handler>({
  announced: (_, response) => response.writeHead(200, { "content-length": 10_000 }).end(Buffer.alloc(10_000)),
  "announced and never sent in full": (_, response) =>
    response.writeHead(200, { "content-length": 1e12 }).write(Buffer.alloc(10_000)),
  "in chunks": (_, response) => {
    for (let i = 0; i < 10; i++) response.write(Buffer.alloc(1_000))
    response.end()
  },
  "in chunks of a byte": (_, response) => {
    for (let i = 0; i < 2_000; i++) response.write("x")
    response.end()
  },
  "in a chunk that never ends": (_, response) => {
    response.socket!.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffff\r\n" + "x".repeat(10_000))
  },
  "up to the end of the connection": (_, response) =>
    response.socket!.end("HTTP/1.1 200 OK\r\n\r\n" + "x".repeat(10_000)),
  "of an error": (_, response) => response.writeHead(500).end(Buffer.alloc(10_000)),
})) {
  test(`refuses an answer that is too large, ${what}`, async () => {
    nas.handler = handler
    const error = await failure(at, { maxBytes: 1_024 })
    assert.instance(error, Upstream)
    assert.is(error.message, "The response is larger than 1024 bytes.")
  })
}

test("hangs up on what is too large, and on a redirect that has too much to say", async () => {
  let closed: Promise<void> = Promise.resolve()
  nas.handler = (request, response) => {
    if (request.url === "/there") return response.end("there")
    if (request.url === "/redirect") response.writeHead(302, { location: "/there" })
    closed = endless(response)
  }
  assert.is((await failure(at, { maxBytes: 1_024 })).message, "The response is larger than 1024 bytes.")
  await closed
  assert.is((await fetch(`${at}redirect`, { maxBytes: 1_024 })).text(), "there")
  await closed
})

test("counts the bytes of an answer on the way, and what they unpack to", async () => {
  const bomb = gzipSync(Buffer.alloc(8 << 20))
  nas.handler = (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)
  for (const maxBytes of [bomb.length - 1, bomb.length, (8 << 20) - 1])
    assert.is((await failure(at, { maxBytes })).message, `The response is larger than ${maxBytes} bytes.`)
  assert.is((await fetch(at, { maxBytes: 8 << 20 })).bytes.length, 8 << 20)
})

test("takes a HEAD for as large as it is, whatever it announces", async () => {
  nas.handler = (_, response) => response.writeHead(200, { "content-length": 1e12 }).end()
  const answer = await fetch(at, { method: "HEAD", maxBytes: 10 })
  assert.equal([answer.bytes.length, answer.headers["content-length"]], [0, "1000000000000"])
})

/** Says `first`, then `more` again and again until the other side closes. */
const drip =
  (first: string, more: string) =>
  (socket: Socket): void => {
    socket.write(first)
    const next = (): void => {
      if (!socket.destroyed) socket.write(more, () => setImmediate(next))
    }
    next()
  }
for (const [what, speak] of Object.entries<(socket: Socket) => void>({
  "never answers": () => {},
  "says half a status": (socket) => {
    socket.write("HTTP/1.1 2")
  },
  "sends a header now and then": drip("HTTP/1.1 200 OK\r\n", "x: y\r\n"),
  "sends a letter of a header now and then": drip("HTTP/1.1 200 OK\r\nx: ", "y"),
  "says again and again that it is at work": drip("", "HTTP/1.1 102 Processing\r\n\r\n"),
  "gives hints again and again": drip("", "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"),
  "sends no body": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")
  },
  "sends a byte now and then": drip("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n", "x"),
  "sends a chunk now and then": drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
  "sends the size of a chunk digit by digit": drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "0"),
  "never ends what comes after the body": drip(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n",
    "x: y\r\n",
  ),
  "never ends the body of a redirect": drip("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 100000\r\n\r\n", "x"),
})) {
  test(`gives up in time on a server that ${what}`, async () => {
    let isCalled = false
    const server = await spoken((socket) => {
      isCalled = true
      speak(socket)
    })
    try {
      await timesOut(`http://nas.test:${server.port}/`, {}, fetch, () => isCalled)
      assert.is(told.length, 1)
    } finally {
      server.close()
    }
  })
}

test("gives all hops together the time of one call", async () => {
  nas.handler = (request, response) => {
    clock.advance(90)
    response.writeHead(302, { location: `${request.url}x` }).end()
  }
  await givesUp(at)
  assert.is(nas.requests.length, 3)
})

test("gives up in time on a name that is never resolved", async () => {
  const by = fetchWith(() => {})
  for (const host of ["dead.test", "unnamed.test"]) await timesOut(`http://${host}/`, {}, by)
  assert.equal(
    told.map(({ host, status }) => [host, status]),
    [
      ["dead.test", 0],
      ["unnamed.test", 0],
    ],
  )
})

test("gives up in time on a server that does not speak TLS", async () => {
  const server = await spoken(() => {})
  await timesOut(`https://nas.test:${server.port}/`)
  server.close()
})

test("gives up at once on a name that is never resolved when the caller does", async () => {
  const caller = new AbortController()
  const by = fetchWith(() => {
    setImmediate(() => caller.abort())
  })
  await givesUp("http://dead.test/", { signal: caller.signal }, by)
})

test("begins nothing for a caller who has given up, or on a hop after that", async () => {
  const world = names()
  await givesUp(at, { signal: AbortSignal.abort() }, fetchWith(world.lookup))
  assert.equal([world.asked, told.length], [[], 0])
  const caller = new AbortController()
  nas.handler = (_, response) => {
    response.writeHead(302, { location: "http://late.test/" }).write("and", () => caller.abort())
  }
  await givesUp(at, { signal: caller.signal }, fetchWith(world.lookup))
  assert.equal([world.asked, told.length], [["nas.test"], 1])
})

test("sends nothing of a call that was given up while its name was looked up", async () => {
  const asked = gate<() => void>()
  const by = fetchWith((host, _, callback) => {
    const answer = (): void => callback(null, [{ address: "127.0.0.1", family: 4 }])
    if (host === "late.test") asked.open(answer)
    else answer()
  })
  await timesOut(`http://late.test:${nas.port}/`, { method: "POST", body: "words" }, by)
  const connected = gate()
  nas.connected = connected.open
  const answer = await asked.opened
  answer()
  await connected.opened
  assert.is((await by(at)).text(), "whole")
  assert.equal(
    nas.requests.map(({ method, headers }) => [method, headers.host]),
    [["GET", `nas.test:${nas.port}`]],
  )
})

for (const [what, said] of Object.entries({
  nothing: "",
  "half a status": "HTTP/1.1 2",
  "half of the headers": "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nX-",
  "half of the body": "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
  "half of a chunk": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\nhalf",
  "chunks without the last": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
  words: "welcome to this machine\r\n\r\n",
  "bytes that are no words": "\0\u0001\u0002\xFF\xFE".repeat(100),
  "another protocol": "SSH-2.0-OpenSSH_9.6\r\n",
  "HTTP of another age": "HTTP/9.9 200 OK\r\n\r\n",
  "a status that is no number": "HTTP/1.1 abc OK\r\n\r\n",
  "a status of two digits": "HTTP/1.1 20 OK\r\n\r\n",
  "a request": "GET / HTTP/1.1\r\nHost: nas.test\r\n\r\n",
  "a header without a colon": "HTTP/1.1 200 OK\r\nnonsense\r\n\r\n",
  "a header with a null in it": "HTTP/1.1 200 OK\r\nx: a\0b\r\n\r\n",
  "too many headers": `HTTP/1.1 200 OK\r\n${"x: y\r\n".repeat(10_000)}\r\n`,
  "a header that is too long": `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`,
  "a length that is no number": "HTTP/1.1 200 OK\r\nContent-Length: ten\r\n\r\n0123456789",
  "a length below nothing": "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n0123456789",
  "a length beyond all numbers": "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\n0123456789",
  "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 10\r\n\r\n0123456789",
  "a length and chunks":
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
  "a chunk whose size is no number": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n",
  "a chunk whose size is beyond all numbers":
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffffffffff\r\nabc\r\n0\r\n\r\n",
  "a change of protocol": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
})) {
  test(`calls it the other side's failure when a server says ${what} and closes`, async () => {
    const server = await spoken((socket) => socket.end(said, "latin1"))
    const error = await failure(`http://nas.test:${server.port}/`)
    server.close()
    assert.instance(error, Upstream)
    assert.match(error.message, /^nas\.test cannot be reached \(.+\)\.$/)
    assert.is(told.length, 1)
  })
}

test("lets calls to a dead host stand in nobody's way", async () => {
  const caller = new AbortController()
  const server = await spoken(() => {})
  const over = gate()
  const by = fetchWith((host, _, callback) => {
    if (host === "dead.test") void over.opened.then(() => callback(new Error("gone"), []))
    else callback(null, [{ address: "127.0.0.1", family: 4 }])
  })
  const dead = ["http://dead.test/", `http://late.test:${server.port}/`].flatMap((address) =>
    Array.from({ length: 40 }, () => failure(address, { signal: caller.signal, timeout: 60_000 }, by)),
  )
  for (let i = 0; i < 3; i++) assert.is((await by(at)).text(), "whole")
  await timesOut("http://dead.test/", {}, by)
  await timesOut(`http://late.test:${server.port}/`, {}, by)
  caller.abort()
  for (const error of await Promise.all(dead)) assert.match(error.message, /did not respond in time\.$/)
  over.open()
  server.close()
})

test("fails every one of many calls to a closed port, and answers when it is open", async () => {
  const closed = await counted()
  closed.close()
  const errors = await Promise.all(Array.from({ length: 60 }, () => failure(`http://nas.test:${closed.port}/`)))
  for (const { message } of errors) assert.match(message, /^nas\.test cannot be reached \(connect ECONNREFUSED/)
  assert.is((await fetch(at)).text(), "whole")
})

test.run()
