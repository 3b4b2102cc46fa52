import { BadInput, Forbidden, PlatenError, Upstream } from "platen/sdk"
import { fakeClock } from "platen/testing"
import { suite } from "uvu"
import * as assert from "uvu/assert"
import { firmwareAddress, reaching } from "../../../../plugins/devices/firmware/address.js"
import { answering, masked, openWorld, patientFor } from "./world.js"
import { expire } from "../../../until.js"
import type { World } from "./world.js"

const test = suite("plugins/devices/firmware/address")

const URL_ = "https://example.org/a.bin"
const refusal = async (asked: Promise<unknown>): Promise<PlatenError> =>
  asked.then(
    () => {
      throw new Error("it was reached")
    },
    (error: unknown) => error as PlatenError,
  )

const clock = fakeClock()
let world: World
test.before(async () => {
  world = await openWorld()
})
test.before.each(() => {
  world.seen.length = 0
})
test.after(() => world.close())

for (const [given, read] of [
  ["https://example.org/a.bin", "https://example.org/a.bin"],
  ["http://example.org/deep/A.BIN?token=1.zip#x", "http://example.org/deep/A.BIN?token=1.zip#x"],
  ["HTTPS://Example.ORG/a.Bin", "https://example.org/a.Bin"],
  [" https://example.org/a.bin\n", "https://example.org/a.bin"],
  ["https://example.org/größe 1.bin", "https://example.org/gr%C3%B6%C3%9Fe%201.bin"],
  ["http://example.org:8080/a.bin", "http://example.org:8080/a.bin"],
  ["https://example.org:8443/a.bin", "https://example.org:8443/a.bin"],
  ["http://example.org:443/a.bin", "http://example.org:443/a.bin"],
  ["https://example.org:80/a.bin", "https://example.org:80/a.bin"],
  ["http://example.org:80/a.bin", "http://example.org/a.bin"],
  [`https://example.org/${"x".repeat(2_024)}.bin`, `https://example.org/${"x".repeat(2_024)}.bin`],
] as const) {
  test(`takes ${given.trim().slice(0, 60)}`, () => {
    assert.is(firmwareAddress(given).href, read)
  })
}

const [BEGIN, HOST, WRONG, BIN, LOGIN, PORT] = [
  "begin with http:// or https://",
  "has no host",
  "is not a valid URL: correct its host or port",
  "end in .bin",
  "not contain a user name or password",
  "use port 80, 443, 8080 or 8443",
]
for (const [given, why] of [
  ["example.org/a.bin", BEGIN],
  ["ftp://example.org/a.bin", BEGIN],
  ["file:///etc/a.bin", BEGIN],
  ["javascript:a.bin", BEGIN],
  ["http:/example.org/a.bin", BEGIN],
  ["//example.org/a.bin", BEGIN],
  ["a.bin", BEGIN],
  ["httpss://a/a.bin", BEGIN],
  ["http://", HOST],
  ["https:///a.bin", HOST],
  ["http://?a.bin", HOST],
  ["http://#a.bin", HOST],
  ["http://:80/a.bin", HOST],
  ["http://\\a.bin", HOST],
  ["http://exa mple/a.bin", WRONG],
  ["http://example.org:99999/a.bin", WRONG],
  ["http://[::1/a.bin", WRONG],
  ["http://1.2.3.4.5.6.256/a.bin", WRONG],
  ["https://example.org/", BIN],
  ["https://example.org/a.bin/", BIN],
  ["https://example.org/a.zip?x=.bin", BIN],
  ["https://example.org/a.zip#.bin", BIN],
  ["https://example.org/abin", BIN],
  ["https://a.bin", BIN],
  ["https://user@example.org/a.bin", LOGIN],
  ["https://:word@example.org/a.bin", LOGIN],
  ["http://example.org%40evil.example:80@x/a.bin", LOGIN],
  ["http://example.org:22/a.bin", PORT],
  ["http://example.org:6379/a.bin", PORT],
  ["https://example.org:0/a.bin", PORT],
  ["http://127.0.0.1:3000/a.bin", PORT],
  [`https://example.org/${"x".repeat(2_025)}.bin`, "not be longer than 2048 characters"],
] as const) {
  test(`refuses ${given.slice(0, 60)}, which must ${why}`, async () => {
    const fetch = answering({})
    const error = await refusal(reaching(fetch, clock)(given))
    assert.instance(error, BadInput)
    assert.equal([error.status, error.code, error.fields], [400, "invalid_firmware_url", { url: given }])
    assert.match(error.message, /^The firmware URL .*\.$/)
    assert.ok(error.message.includes(why), error.message)
    assert.is(fetch.calls.length, 0)
  })
}

test("asks for the head and says what it says", async () => {
  const fetch = answering({
    url: "https://cdn.example.org/x",
    headers: { "content-type": "application/octet-stream", "content-length": "1148832" },
  })
  assert.equal(await reaching(fetch, clock)(URL_), {
    ok: true,
    reachable: true,
    status_code: 200,
    final_url: "https://cdn.example.org/x",
    content_type: "application/octet-stream",
    content_length: "1148832",
  })
  assert.equal(
    fetch.calls.map(({ url, options: { method, timeout } }) => [url, method, timeout]),
    [[URL_, "HEAD", 10_000]],
  )
})

test("says null of what the head does not say", async () => {
  const { content_type, content_length } = await reaching(answering({}), clock)(URL_)
  assert.equal([content_type, content_length], [null, null])
})

for (const [what, first] of [
  ["405", { status: 405 }],
  ["501", { status: 501 }],
  ["no answer", new Upstream("example.org cannot be reached.")],
] as const) {
  test(`asks for the first byte after ${what}`, async () => {
    const fetch = answering(first, {
      status: 206,
      headers: { "content-range": "bytes 0-0/512", "content-length": "1" },
    })
    const { status_code, content_length } = await reaching(fetch, clock)(URL_)
    assert.equal([status_code, content_length], [206, "512"], "of the whole file")
    assert.equal(
      fetch.calls.map(({ options: { method, headers, headersOnly, timeout } }) => [
        method,
        headers?.range,
        headersOnly,
        timeout,
      ]),
      [
        ["HEAD", undefined, undefined, 10_000],
        [undefined, "bytes=0-0", true, 10_000],
      ],
    )
    assert.is(fetch.calls[0]!.options.signal, fetch.calls[1]!.options.signal, "one limit for both")
  })
}

for (const status of [400, 403, 404, 410, 429, 500, 503] as const) {
  test(`calls ${status} unreachable, without a second question`, async () => {
    const fetch = answering({ status })
    const error = await refusal(reaching(fetch, clock)(URL_))
    assert.equal(
      [error.status, error.code, error.message, error.fields],
      [
        503,
        "firmware_url_unreachable",
        `The firmware URL is not reachable: its server answers with status ${status}. Check the URL.`,
        { url: URL_ },
      ],
    )
    assert.is(fetch.calls.length, 1)
  })
}

test("says the same of a host that is not public as of one that is not there", async () => {
  const privately = new Forbidden("nas.internal is not on the public internet.", { code: "host-not-public" })
  const bodies = await Promise.all(
    [
      [privately],
      [new Upstream("connect ECONNREFUSED 1.2.3.4:80")],
      [new Upstream("nas.internal did not answer in time.")],
      [new BadInput("An address must begin with http://, not file:.")],
      [new Upstream("cut"), privately],
      [{ url: "https://example.org:6379/a.bin" }],
      [{ url: "https://example.org:22/", status: 404 }],
    ].map(async (answers) => {
      const { status, code, message, fields, retryAfter, issues } = await refusal(
        reaching(answering(...answers), clock)(URL_),
      )
      return { status, code, message, fields, retryAfter, issues }
    }),
  )
  for (const body of bodies) {
    assert.equal(body, {
      status: 503,
      code: "firmware_url_unreachable",
      message: "The firmware URL is not reachable: no public server answers there. Check the URL.",
      fields: { url: URL_ },
      retryAfter: undefined,
      issues: undefined,
    })
  }
})

test("asks a host that is not public nothing, in whatever spelling", async () => {
  const reach = reaching(masked(patientFor(500, ["nas.local"]), world, "firmware.example"), clock)
  for (const host of [
    "firmware.example",
    "localhost",
    "127.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "169.254.169.254",
    "10.0.0.1",
    "192.168.1.1",
  ]) {
    assert.is((await refusal(reach(`http://${host}/a.bin`))).code, "firmware_url_unreachable", host)
  }
  assert.is(world.seen.length, 0)
})

test("follows redirects, in the world, and says where they led", async () => {
  world.handler = ({ url }, response) =>
    url === "/a.bin"
      ? response.writeHead(302, { location: "/there/b?signed=1" }).end()
      : response.writeHead(200, { "content-length": 7, "content-type": "binary/x" }).end()
  const reach = reaching(masked(patientFor(500), world, "firmware.example"), clock)
  assert.equal(await reach("http://firmware.example/a.bin"), {
    ok: true,
    reachable: true,
    status_code: 200,
    final_url: "http://firmware.example/there/b?signed=1",
    content_type: "binary/x",
    content_length: "7",
  })
  assert.equal(
    world.seen.map(({ method }) => method),
    ["HEAD", "HEAD"],
  )
  world.handler = (_, response) => response.writeHead(302, { location: "http://10.0.0.1/a.bin" }).end()
  assert.match((await refusal(reach("http://firmware.example/a.bin"))).message, "no public server answers there")
  world.handler = ({ url }, response) => response.writeHead(302, { location: `${url}x` }).end()
  assert.match((await refusal(reach("http://firmware.example/a.bin"))).message, "no public server answers there")
})

test("reads no more than the head of a large file from a server that knows no HEAD", async () => {
  let closed: Promise<void> | undefined
  world.handler = ({ method }, response) => {
    if (method === "HEAD") return response.writeHead(405).end()
    closed = new Promise((resolve) => {
      response.once("close", resolve)
    })
    response.writeHead(200, { "content-length": 50_000_000 }).write("x".repeat(100_000))
  }
  const { status_code, content_length } = await reaching(
    masked(patientFor(2_000), world, "firmware.example"),
    clock,
  )("http://firmware.example/a.bin")
  assert.equal([status_code, content_length], [200, "50000000"])
  assert.is(world.seen[1]!.headers.range, "bytes=0-0")
  await closed
})

for (const [what, handler] of [
  ["never answers", () => {}],
  ["hangs up", (request) => request.socket.destroy()],
  ["speaks another language", (request) => request.socket.end("SSH-2.0-OpenSSH_9.0\r\n")],
] as const satisfies readonly (readonly [string, World["handler"]])[]) {
  test(`gives up on a server that ${what}`, async () => {
    world.handler = handler
    const refused = refusal(
      reaching(
        masked(patientFor(100, undefined, clock), world, "firmware.example"),
        clock,
      )("http://firmware.example/a.bin"),
    )
    if (handler.length === 0) {
      // A HEAD, then a GET.
      for (let i = 0; i < 2; i++) await expire(clock, 100)
    }
    const error = await refused
    assert.is(error.message, "The firmware URL is not reachable: no public server answers there. Check the URL.")
    assert.instance(error.cause, Upstream)
  })
}

test("stops asking when the caller has gone", async () => {
  const fetch = answering({})
  await reaching(fetch, clock)(URL_, AbortSignal.abort())
  assert.is(fetch.calls[0]!.options.signal?.aborted, true)
})

test("asks once where the way is barred", async () => {
  const fetch = answering(new Forbidden("nas.internal is not on the public internet."))
  await refusal(reaching(fetch, clock)(URL_))
  assert.is(fetch.calls.length, 1)
})

test.run()
