import { createServer } from "node:http"
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import { BadInput, Forbidden, Upstream } from "platen/sdk"
import type { OutboundEvent, OutboundFetch, OutboundOptions } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { isPublic } from "../../../kernel/outbound/addresses.js"
import { guardedFetch } from "../../../kernel/outbound/fetch.js"
import { until } from "../../until.js"

const test = suite("http/fetch")

const PUBLIC = [
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.0.3.0",
  "192.88.98.255",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "198.51.99.255",
  "198.51.101.0",
  "203.0.112.255",
  "203.0.114.0",
  "223.255.255.255",
  "2001:200::1",
  "2001:4860:4860::8888",
  "2003::1",
  "2606:4700:4700::1111",
  "2a00:1450:4001:80e::200e",
  "3ffe::1",
]
const SPECIAL = {
  "this network": ["0.0.0.0", "0.255.255.255"],
  "private networks": ["10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0", "192.168.255.255"],
  "carrier-grade NAT": ["100.64.0.0", "100.127.255.255"],
  loopback: ["127.0.0.1", "127.255.255.255", "::1"],
  "link-local": [
    "169.254.0.0",
    "169.254.169.254",
    "169.254.255.255",
    "fe80::1",
    "febf::1",
    "fe80::1%eth0",
    "fe80::1%1",
  ],
  "protocol assignments": [
    "192.0.0.1",
    "192.0.0.170",
    "2001::1",
    "2001:1::1",
    "2001:10::1",
    "2001:20::1",
    "2001:1ff:ffff::1",
  ],
  documentation: ["192.0.2.1", "198.51.100.1", "203.0.113.1", "2001:db8::1", "3fff::1", "3fff:fff::1"],
  "relays and 6to4": ["192.88.99.1", "2002::1", "2002:7f00:1::1", "2002:808:808::1"],
  benchmarking: ["198.18.0.0", "198.19.255.255"],
  "multicast, reserved and broadcast": [
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "ff02::1",
    "ff0e::1",
  ],
  "mapped and compatible IPv4": [
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
  ],
  "translated IPv4": ["64:ff9b::7f00:1", "64:ff9b::127.0.0.1", "64:ff9b::8.8.8.8", "64:ff9b:1::1"],
  "unique local and site-local": ["fc00::1", "fd12:3456:789a::1", "fec0::1"],
  "the rest of IPv6": ["::", "100::1", "200::1", "1fff::1", "4000::1", "5f00::1", "8000::1"],
  "what is no address": [
    "",
    "localhost",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "0x7f.0.0.1",
    "2130706433",
    "1.2.3.4:80",
    " 8.8.8.8",
  ],
  "what is no IPv6 address": ["[2a00::1]", "2a00::1::1", "12345::1", "2a00::g"],
}

test("takes public unicast addresses for public", () => {
  for (const address of PUBLIC) assert.is(isPublic(address), true, address)
})

for (const [what, addresses] of Object.entries(SPECIAL)) {
  test(`takes ${what} for not public`, () => {
    for (const address of addresses) assert.is(isPublic(address), false, address)
  })
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/** A server on this machine, and every request that reached it. */
interface World {
  readonly url: string
  readonly host: string
  readonly seen: {
    readonly path: string
    readonly method: string
    readonly headers: IncomingMessage["headers"]
    readonly body: string
  }[]
  handler: Handler
  readonly server: Server
}

async function world(): Promise<World> {
  const seen: World["seen"] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request
      .on("data", (part: Buffer) => parts.push(part))
      .on("end", () => {
        seen.push({
          path: request.url ?? "",
          method: request.method ?? "",
          headers: request.headers,
          body: Buffer.concat(parts).toString(),
        })
        made.handler(request, response)
      })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve)
  })
  const { port } = server.address() as { port: number }
  const made: World = { url: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}`, seen, server, handler: () => {} }
  return made
}

let named: World
let other: World
let unnamed: World
const clock = fakeClock()
let told: OutboundEvent[]
let fetch: OutboundFetch

test.before(async () => {
  ;[named, other, unnamed] = await Promise.all([world(), world(), world()])
})
test.before.each(() => {
  for (const each of [named, other, unnamed]) {
    each.seen.length = 0
    each.handler = (_, response) => response.end("whole")
  }
  told = []
  fetch = guardedFetch({
    lanHosts: [named.host, other.host.toUpperCase()],
    clock,
    ticks: clock.now,
    onCall: (event) => told.push(event),
  })
})
test.after(() => {
  for (const { server } of [named, other, unnamed]) {
    server.close()
    server.closeAllConnections()
  }
})

async function refusal(address: string, options?: OutboundOptions): Promise<Error> {
  return fetch(address, options).then(
    ({ status }) => {
      throw new Error(`${address} was answered with ${status}`)
    },
    (error: unknown) => error as Error,
  )
}
const redirect =
  (location: string, status = 302): Handler =>
  (_, response) =>
    response.writeHead(status, { location }).end("elsewhere")
/** `handler` at one path; all is well at others. */
const onceFrom =
  (path: string, handler: Handler): Handler =>
  (request, response) =>
    request.url === path ? handler(request, response) : response.end()

test("answers with status, address, headers and bytes of a host that the operator named", async () => {
  named.handler = (_, response) =>
    response.writeHead(418, { "x-tea": "green", "set-cookie": ["a=1", "b=2"] }).end('{"größe":1}')
  const answer = await fetch(`${named.url}/a?b=c#d`)
  assert.equal(
    [answer.status, answer.url, answer.headers["x-tea"], answer.headers["set-cookie"]],
    [418, `${named.url}/a?b=c#d`, "green", "a=1, b=2"],
  )
  assert.equal([answer.text(), answer.json(), answer.bytes.length], ['{"größe":1}', { größe: 1 }, 13])
  assert.equal([named.seen[0]!.path, named.seen[0]!.headers["user-agent"]], ["/a?b=c", "platen"])
  assert.equal(
    told.map(({ host, status, ms }) => [host, status, ms >= 0]),
    [["127.0.0.1", 418, true]],
  )
})

test("sends method, headers and body", async () => {
  await fetch(new URL(`${named.url}/post`), {
    method: "POST",
    headers: { "content-type": "text/plain", "user-agent": "other" },
    body: "grüße",
  })
  const [{ method, headers, body }] = named.seen as [World["seen"][number]]
  assert.equal([method, headers["content-type"], headers["user-agent"], body], ["POST", "text/plain", "other", "grüße"])
  assert.is((await fetch(named.url, { method: "HEAD" })).bytes.length, 0)
})

for (const host of [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "017700000001",
  "127.0.0.1.",
  "%31%32%37.0.0.1",
  "１２７.0.0.1",
  "127。0。0。1",
  "0.0.0.0",
  "0",
  "10.1.2.3",
  "192.168.1.1",
  "169.254.169.254",
  "2852039166",
  "100.64.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[64:ff9b::7f00:1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "[fd00::1]",
  "localhost",
  "LOCALHOST",
]) {
  test(`refuses ${host}, which is not public, before it connects`, async () => {
    const error = await refusal(`http://${host}:${unnamed.host.split(":")[1]}/`)
    assert.instance(error, Forbidden)
    assert.is((error as Forbidden).code, "host-not-public")
    assert.match(
      error.message,
      /is not on the public internet: name it under server\.lanHosts in platen\.yaml if it is yours\.$/,
    )
    assert.is(unnamed.seen.length, 0)
  })
}

for (const [address, sentence] of [
  ["weather", /^"weather" is not a URL: write the full URL, beginning with https:\/\/\.$/],
  ...[
    "",
    "//host/x",
    "http://",
    "http://1.2.3.4.5.6.7.256/",
    "http://[::1%25eth0]/",
    "http://a b/",
    "http://x:99999/",
  ].map((address) => [address, /is not a URL/] as const),
  ["file:///etc/passwd", /must begin with http:\/\/ or https:\/\/, not file:\.$/],
  ["ftp://127.0.0.1/", /not ftp:/],
  ["data:text/plain,x", /not data:/],
  ["javascript:alert(1)", /not javascript:/],
  ["gopher://x/", /not gopher:/],
  ["ws://x/", /not ws:/],
  ["http://user@127.0.0.1/", /must not contain a user name or a password/],
  ["http://:word@127.0.0.1/", /must not contain/],
  ["http://127.0.0.1%40evil.example:80@127.0.0.1/", /must not contain/],
] as const) {
  test(`refuses the address ${JSON.stringify(address)}`, async () => {
    const error = await refusal(address)
    assert.instance(error, BadInput)
    assert.match(error.message, sentence)
    assert.equal(told, [])
  })
}

test("names hosts by name, or by name and port, in any case, and nothing beside them", async () => {
  const port = unnamed.host.split(":")[1]!
  const withHosts = (...lanHosts: string[]): OutboundFetch =>
    guardedFetch({ lanHosts, clock: fakeClock(), ticks: () => 0, onCall: () => {} })
  assert.is((await withHosts("LocalHost")(`http://localhost:${port}/`)).status, 200)
  assert.is((await withHosts("127.0.0.1")(unnamed.url)).status, 200)
  assert.is((await fetch(other.url)).status, 200, "an entry in capitals")
  for (const lanHosts of [["127.0.0.1:1"], ["127.0.0"], ["27.0.0.1"], [`127.0.0.1:${port}0`], ["localhost"]]) {
    const error = await withHosts(...lanHosts)(unnamed.url).catch((cause: unknown) => cause)
    assert.instance(error, Forbidden, lanHosts[0])
  }
})

test("follows three redirects and tells of every call", async () => {
  named.handler = (request, response) => {
    const hop = Number(request.url!.slice(1))
    if (hop < 3) redirect(`/${hop + 1}`)(request, response)
    else response.end("there")
  }
  const answer = await fetch(`${named.url}/0`)
  assert.equal([answer.text(), answer.url], ["there", `${named.url}/3`])
  assert.equal(
    told.map(({ status }) => status),
    [302, 302, 302, 200],
  )
})

test("gives up after three redirects", async () => {
  named.handler = redirect("/again")
  const error = await refusal(named.url)
  assert.instance(error, Upstream)
  assert.is(error.message, "127.0.0.1 redirects more than 3 times: use the final URL.")
  assert.is(named.seen.length, 4)
})

test("checks where a redirect leads as it checks an address", async () => {
  for (const [location, kind] of [
    [unnamed.url, Forbidden],
    [`//${unnamed.host}/`, Forbidden],
    [`http://localhost:${unnamed.host.split(":")[1]}/`, Forbidden],
    ["http://169.254.169.254/latest/meta-data/", Forbidden],
    ["http://[::1]/", Forbidden],
    ["file:///etc/passwd", BadInput],
    ["http://user:word@127.0.0.1/", BadInput],
    ["http://", BadInput],
  ] as const) {
    named.handler = redirect(location)
    assert.instance(await refusal(named.url), kind, location)
  }
  assert.is(unnamed.seen.length, 0)
})

test("takes a redirect without a place, or a status that is none, for an answer", async () => {
  named.handler = (_, response) => response.writeHead(300).end("choose")
  assert.is((await fetch(named.url)).status, 300)
  named.handler = (_, response) => response.writeHead(201, { location: "/made" }).end("made")
  assert.is((await fetch(named.url)).text(), "made")
})

test("keeps credentials from another origin, and the body from another method", async () => {
  const secret = { authorization: "Bearer x", cookie: "a=1", "x-api-key": "k", accept: "application/json" }
  named.handler = redirect(`${other.url}/there`)
  await fetch(named.url, { headers: secret })
  const { authorization, cookie, accept, "x-api-key": key, "user-agent": agent } = other.seen[0]!.headers
  assert.equal(
    [authorization, cookie, key, accept, agent],
    [undefined, undefined, undefined, "application/json", "platen"],
  )
  named.handler = onceFrom("/", redirect("/there"))
  await fetch(named.url, { headers: secret })
  assert.is(named.seen.at(-1)!.headers.authorization, "Bearer x", "the same origin is shown it again")
  for (const [status, method, body] of [
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "words"],
    [308, "POST", "words"],
  ] as const) {
    named.handler = onceFrom("/", redirect("/there", status))
    await fetch(named.url, { method: "POST", body: "words" })
    assert.equal([named.seen.at(-1)!.method, named.seen.at(-1)!.body], [method, body], String(status))
  }
})

test("stops reading beyond the limit, announced or not", async () => {
  named.handler = (_, response) => response.end("x".repeat(1_000))
  assert.is((await fetch(named.url, { maxBytes: 1_000 })).bytes.length, 1_000)
  assert.is((await refusal(named.url, { maxBytes: 999 })).message, "The response is larger than 999 bytes.")
  let closed: Promise<void> | undefined
  named.handler = (_, response) => {
    closed = new Promise((resolve) => {
      response.once("close", resolve)
    })
    const more = (): void => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    }
    response.on("drain", more)
    more()
  }
  const error = await refusal(named.url)
  assert.instance(error, Upstream)
  assert.is(error.message, "The response is larger than 2097152 bytes.")
  await closed
})

test("reads no body when only the head is wanted, and hangs up", async () => {
  let closed: Promise<void> | undefined
  named.handler = (_, response) => {
    closed = new Promise((resolve) => {
      response.once("close", resolve)
    })
    response.writeHead(206, { "content-range": "bytes 0-0/9" }).write("begun")
  }
  const { status, headers, bytes } = await fetch(named.url, { headersOnly: true, maxBytes: 1 })
  assert.equal([status, headers["content-range"], bytes.length], [206, "bytes 0-0/9", 0])
  await closed
  named.handler = onceFrom("/", redirect("/there"))
  assert.equal(
    [(await fetch(named.url, { headersOnly: true })).url, told.map(({ status }) => status)],
    [`${named.url}/there`, [206, 302, 200]],
  )
})

for (const [what, handler] of Object.entries<Handler>({
  "an answer that never begins": () => {},
  "an answer that never ends": (_, response) => {
    response.writeHead(200)
    response.write("begun")
  },
  "a redirect whose body never ends, to the same": (request, response) => {
    response.writeHead(302, { location: request.url! })
    response.write("begun")
  },
})) {
  test(`gives up on ${what}`, async () => {
    named.handler = handler
    const given = refusal(named.url, { timeout: 150 })
    await until(() => named.seen.length > 0, "it is not asked")
    clock.advance(150)
    const error = await given
    assert.instance(error, Upstream)
    assert.match(
      error.message,
      /^127\.0\.0\.1 (did not respond in time|redirects more than 3 times: use the final URL)\.$/,
    )
  })
}

test("gives up when the caller does", async () => {
  const caller = new AbortController()
  named.handler = () => caller.abort()
  assert.is((await refusal(named.url, { signal: caller.signal })).message, "127.0.0.1 did not respond in time.")
  assert.instance(await refusal(named.url, { signal: AbortSignal.abort() }), Upstream)
})

test("says that a host cannot be reached, with the cause, and tells of it with status 0", async () => {
  named.handler = (request) => request.socket.destroy()
  const error = await refusal(named.url)
  assert.instance(error, Upstream)
  assert.match(error.message, /^127\.0\.0\.1 cannot be reached \(/)
  assert.instance(error.cause, Error)
  assert.equal(
    told.map(({ status }) => status),
    [0],
  )
})

test("says that an answer is cut short or garbage", async () => {
  named.handler = (_, response) => {
    response.writeHead(200, { "content-length": 100 })
    response.write("begun", () => response.destroy())
  }
  assert.instance(await refusal(named.url), Upstream)
  named.handler = (request) => request.socket.end("nonsense\r\n\r\n")
  assert.instance(await refusal(named.url), Upstream)
})

test("calls an answer that is not JSON the other side's failure", async () => {
  for (const garbage of ["", "{", "<html>", "\uFEFF\uFEFF{}"]) {
    named.handler = (_, response) => response.end(garbage)
    const answer = await fetch(named.url)
    assert.throws(
      () => answer.json(),
      (error: Error) => error instanceof Upstream && error.message === "127.0.0.1 sent a response that is not JSON.",
    )
  }
})

test.run()
